"""Samples that have come together are told of once."""

from __future__ import annotations

from denoc.files.projects.project import stream_project
from denoc_studio.session.document import Document
from denoc_studio.session.run import Run


def test_listeners_hear_of_the_last_chunk_that_is_here_and_of_the_end(document: Document) -> None:
    job = document.project.job()
    run = Run(1, document.project, job=job)
    chunks = list(stream_project(document.project, interval=0.0, job=job))
    assert len(chunks) > 4
    told: list[int] = []
    ended: list[int] = []
    document.results.extended.connect(lambda run: told.append(run.count))
    document.results.ended.connect(lambda run: ended.append(run.count))
    document.results.start(run)
    counts, count = [], 0
    for k, chunk in enumerate(chunks):
        run.samples.write(chunk)
        document.results.extend(1, chunk, more=k % 2 == 0)
        count += len(chunk.t)
        counts.append(count)
    last = len(chunks) - 1
    assert told == [each for k, each in enumerate(counts) if k % 2 or k == last]
    assert ended == [counts[-1]]
    assert run.count == len(job.times)
