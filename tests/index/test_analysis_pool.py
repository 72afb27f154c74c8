from __future__ import annotations

from collections.abc import Iterator

import psutil
import pytest
from pytest_django import Settings

from cogi.index.analysis_pool import AnalysisProcessFailed, analyze_batches
from cogi.index.batches import Numbering
from cogi.index.fields import field_weights

COUNT = 8


def batches() -> Iterator[list[tuple[list[str], str]]]:
    for number in range(COUNT):
        yield [(["Title"], f"shared words of batch{number} and `code{i}`") for i in range(5)]


def rows() -> set[tuple[int, int, str, int]]:
    """Return (batch, content, lexeme, units) of everything that was analysed, whoever did it."""
    numbering = Numbering()
    found: set[tuple[int, int, str, int]] = set()
    analyzed = analyze_batches(batches(), language="english", weights=field_weights(), count=COUNT)
    for number, (analyzer_id, batch) in enumerate(analyzed):
        lexemes = numbering.renumbered(batch, analyzer_id=analyzer_id)
        names = numbering.lexemes
        columns = zip(batch.contents.tolist(), lexemes.tolist(), batch.units.tolist(), strict=True)
        found |= {(number, content, names[lexeme], units) for content, lexeme, units in columns}
    return found


def test_several_processes_give_what_one_gives(settings: Settings) -> None:
    settings.COGI_ANALYSIS_PROCESSES = 1
    alone = rows()
    settings.COGI_ANALYSIS_PROCESSES = 2
    assert rows() == alone
    assert len({batch for batch, *_ in alone}) == COUNT


def test_a_process_that_is_killed_fails_the_build_with_advice(settings: Settings) -> None:
    settings.COGI_ANALYSIS_PROCESSES = 2
    analyzed = analyze_batches(batches(), language="english", weights=field_weights(), count=COUNT)
    next(analyzed)
    for child in psutil.Process().children():
        if "cogi.index.analysis_process" in child.cmdline():
            child.kill()
    with pytest.raises(AnalysisProcessFailed) as failed:
        list(analyzed)
    assert str(failed.value) == (
        "A process that analyses text ended before it answered (killed, or out of memory). Lower "
        "COGI_ANALYSIS_PROCESSES, then publish again."
    )


def test_no_process_is_left_when_nobody_reads_on(settings: Settings) -> None:
    settings.COGI_ANALYSIS_PROCESSES = 2
    analyzed = analyze_batches(batches(), language="english", weights=field_weights(), count=COUNT)
    next(analyzed)
    analyzed.close()  # type: ignore[attr-defined]  # a generator
    running = [child.cmdline() for child in psutil.Process().children()]
    assert not any("cogi.index.analysis_process" in command for command in running)
