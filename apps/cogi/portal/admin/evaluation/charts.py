"""Draws metrics over time as lines in SVG: no script, and colours by class, so that a style sheet rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from math import floor as floor_of

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

WIDTH, HEIGHT = 900, 320
LEFT, RIGHT, TOP, BOTTOM = 60, 16, 18, 38
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25)
MOST_GRID_LINES = 6
_HAIR = 1e-9


@dataclass(frozen=True, slots=True)
class Point:
    """A value, the moment at which it was measured, and what a pointer resting on it reads."""

    at: datetime
    value: float
    label: str
    address: str


@dataclass(frozen=True, slots=True)
class _Scale:
    """Maps moments and values to coordinates; ``low`` and ``high`` are multiples of ``step``."""

    first: datetime
    seconds: float
    low: float
    high: float
    step: float

    def x(self, at: datetime) -> float:
        share = (at - self.first).total_seconds() / self.seconds if self.seconds else 0.5
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    def y(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


def line_chart(lines: Mapping[str, Sequence[Point]], *, title: str, floor: float | None = None) -> SafeString:
    """Return a chart with a line for each name, and a dashed one at ``floor``; no points give none."""
    points = [point for line in lines.values() for point in line]
    if not points:
        return SafeString("")
    scale = _scale(points, floor)
    return format_html(
        '<svg class="cogi-chart" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}{}</svg>',
        *(WIDTH, HEIGHT, title),
        _grid(scale),
        _days(scale, points),
        _floor(scale, floor),
        format_html_join("", "{}", ((_line(scale, i, line),) for i, line in enumerate(lines.values()))),
    )


def _scale(points: Sequence[Point], floor: float | None) -> _Scale:
    values = [point.value for point in points] + ([] if floor is None else [floor])
    moments = [point.at for point in points]
    spread = max(max(values) - min(values), STEPS[0])
    step = next((step for step in STEPS if spread / step <= MOST_GRID_LINES - 2), STEPS[-1])
    # A value that stands on a grid line may lie a hair beside it.
    low = floor_of(min(values) / step + _HAIR) * step
    high = ceil(max(values) / step - _HAIR) * step
    return _Scale(
        min(moments), (max(moments) - min(moments)).total_seconds(), low, max(high, low + step), step
    )


def _grid(scale: _Scale) -> SafeString:
    count = round((scale.high - scale.low) / scale.step)
    values = [scale.low + scale.step * number for number in range(count + 1)]
    return format_html_join(
        "",
        '<line class="grid" x1="{}" x2="{}" y1="{}" y2="{}"/><text class="value" x="{}" y="{}">{}</text>',
        (
            (LEFT, WIDTH - RIGHT, y, y, LEFT - 8, y + 4, f"{value:.2f}")
            for value, y in ((value, scale.y(value)) for value in values)
        ),
    )


def _days(scale: _Scale, points: Sequence[Point]) -> SafeString:
    moments = sorted({point.at for point in points})
    ends = [(moments[0], "start"), (moments[-1], "end")] if scale.seconds else [(moments[0], "middle")]
    return format_html_join(
        "",
        '<text class="moment {}" x="{}" y="{}">{}</text>',
        ((anchor, scale.x(at), HEIGHT - 8, f"{at:%Y-%m-%d %H:%M}") for at, anchor in ends),
    )


def _floor(scale: _Scale, floor: float | None) -> SafeString:
    if floor is None:
        return SafeString("")
    y = scale.y(floor)
    return format_html(
        '<line class="floor" x1="{}" x2="{}" y1="{}" y2="{}"/>'
        '<text class="floor-name" x="{}" y="{}">floor {}</text>',
        *(LEFT, WIDTH - RIGHT, y, y, WIDTH - RIGHT, y - 5, f"{floor:g}"),
    )


def _line(scale: _Scale, number: int, line: Sequence[Point]) -> SafeString:
    places = [(scale.x(point.at), scale.y(point.value), point) for point in line]
    return format_html(
        '<g class="line line-{}"><polyline points="{}"/>{}</g>',
        number,
        " ".join(f"{x},{y}" for x, y, _ in places),
        format_html_join(
            "", '<a href="{}"><circle cx="{}" cy="{}" r="4"><title>{}</title></circle></a>', _dots(places)
        ),
    )


def _dots(places: Sequence[tuple[float, float, Point]]) -> Iterator[tuple[str, float, float, str]]:
    for x, y, point in places:
        yield point.address, x, y, point.label
