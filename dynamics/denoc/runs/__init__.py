"""From a job to its recording, and until when that can be reproduced; the files of runs live in `files`."""
