"""The standalone program: `denoc-studio`, and every process that it starts for itself."""

import multiprocessing
import os
import sys

if __name__ == "__main__":
    multiprocessing.freeze_support()  # an export's process ends in here
    if sys.platform == "linux":  # a browser that is opened looks for its own libraries, not for ours
        os.environ["LD_LIBRARY_PATH"] = os.environ.get("LD_LIBRARY_PATH_ORIG", "")
    from denoc_studio.__main__ import main, main_without_console

    sys.exit(main_without_console() if sys.stderr is None else main())
