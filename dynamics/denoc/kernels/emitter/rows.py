"""Kernels over the rows of a batch: rows into lanes and back, transposed in registers.

A batch lies in memory row by row, one state after the other; a value of the kernel holds one column for `lanes` rows.
Columns are taken in groups of w = lanes, lanes/2, ..., 1: from each row w numbers at once. The pieces of the rows k,
k + w, k + 2w, ... side by side make one vector; exchanging blocks of 1, 2, ..., w/2 between w such vectors turns rows
into columns.

Every kernel is `i64 kernel(i64 rows, ptr arguments)`. The arguments are addresses: of each input, of the output, and of
what else the kernel asks for. It needs at least `lanes` rows; where their number is not a multiple of that, the last
block overlaps the one before it. It returns 1 when a result is not finite, or so large that a sum of a few is not. With
one lane there is `i64 one_row(ptr arguments)` too, since a call from Python with one argument takes much less time than
one with two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from denoc.kernels.emitter.code import Code, mask

NAME = "kernel"
ONE_ROW = "one_row"
HALF_LINE = 4  # numbers

_ONE_ROW = f"""
define i64 @{ONE_ROW}(ptr %arguments) {{
  %bad = tail call i64 @{NAME}(i64 1, ptr %arguments) noinline
  ret i64 %bad
}}
"""


class Batch:
    """Inside the loop over blocks of rows."""

    def __init__(self, code: Code, arguments: Sequence[str], row: str, doubt: str) -> None:
        self.code = code
        self.arguments = arguments
        self._row = row
        self._doubt = doubt  # a zero, until something that is not finite was multiplied with it
        self._watched: set[str] = set()

    def rows(self, argument: int, columns: str | int) -> list[str]:
        """Addresses of the block's rows in an argument with so many columns."""
        first = self.code.value(f"mul i64 {self._row}, {columns}")
        addresses = [self.code.address(self.arguments[argument], first)]
        while len(addresses) < self.code.lanes:
            addresses.append(self.code.address(addresses[-1], columns))
        return addresses

    def load(self, argument: int, columns: int) -> list[str]:
        """All columns of an input, each a value."""
        rows, code = self.rows(argument, columns), self.code
        out: list[str] = []
        for first, width in groups(columns, code.lanes):
            out += load_columns(code, [code.address(row, first) for row in rows], width)
        return out

    def store(self, values: Sequence[str], rows: Sequence[str], column: int = 0, widest: int = 0) -> None:
        """Values to successive columns of the rows, from this one on, and at most so many at once."""
        self.watch(values)
        for first, width in groups(len(values), widest or self.code.lanes):
            pieces = [self.code.address(row, column + first) for row in rows]
            store_columns(self.code, values[first : first + width], pieces)

    def watch(self, values: Iterable[str]) -> None:
        """Remembers whether some value is not finite: then their sum is not."""
        terms = [x for x in dict.fromkeys(values) if x.startswith("%") and x not in self._watched]  # no constants
        self._watched.update(terms)
        while len(terms) > 1:  # in pairs: one after the other they would wait for each other
            sums = [self.code.binary("+", x, y) for x, y in zip(terms[::2], terms[1::2], strict=False)]
            terms = sums + terms[2 * len(sums) :]
        for total in terms:
            doubt = self.code.fused(total, self.code.number(0.0), self.code.load(self._doubt))
            self.code.store(doubt, self._doubt)


def kernel(lanes: int, arguments: int, body: Callable[[Batch], None]) -> str:
    """The LLVM text of a kernel whose `body` writes what happens to one block of rows."""
    code = Code(lanes)
    doubt = code.room(1)
    code.store(code.number(0.0), doubt)
    addresses = [code.load(code.address("%arguments", i), kind="ptr", align=8) for i in range(arguments)]
    last = code.value(f"sub i64 %rows, {lanes}")
    entry = code.text.block
    code.line("br label %block")
    code.block("block")
    mark = len(code.text.lines)
    body(Batch(code, addresses, "%row", doubt))
    following = code.value(f"add i64 %row, {lanes}")
    done = code.value(f"icmp sge i64 {following}, %rows")
    inside = code.value(f"icmp slt i64 {following}, {last}")
    following = code.value(f"select i1 {inside}, i64 {following}, i64 {last}")
    code.line(f"br i1 {done}, label %done, label %block")
    code.text.lines.insert(mark, f"  %row = phi i64 [ 0, %{entry} ], [ {following}, %{code.text.block} ]")
    code.block("done")
    doubt = code.load(doubt)
    bad = code.any(code.value(f"fcmp uno {code.type} {doubt}, {doubt}"))
    code.line(f"ret i64 {code.value(f'zext i1 {bad} to i64')}")
    text = code.text.function(NAME, "i64 %rows, ptr %arguments")
    return text + _ONE_ROW if lanes == 1 else text


def widest_store(columns: int, lanes: int) -> int:
    """Numbers of rows with so many columns that are best stored at once. Where rows do not begin with a cache line,
    every second store of a whole line would cross two; and columns that are stored by halves need fewer exchanges."""
    return lanes if columns % lanes == 0 else min(lanes, HALF_LINE)


def groups(columns: int, lanes: int) -> Iterator[tuple[int, int]]:
    """(first column, width) of each group; widths are powers of two."""
    first, width = 0, lanes
    while first < columns:
        while width > columns - first:
            width //= 2
        yield first, width
        first += width


def load_columns(code: Code, rows: Sequence[str], width: int) -> list[str]:
    """`width` columns, each a value, from the addresses of one piece in each of the `lanes` rows."""
    pieces = [code.load(row, kind=_vector(width), align=8) for row in rows]
    return _exchange(code, [_join(code, pieces[k::width], width) for k in range(width)])


def store_columns(code: Code, columns: Sequence[str], rows: Sequence[str]) -> None:
    """The way back: a piece of len(columns) numbers to each address."""
    width = len(columns)
    for k, vector in enumerate(_exchange(code, columns)):
        for j, row in enumerate(rows[k::width]):
            piece = vector
            if width < code.lanes:
                own = mask(range(j * width, (j + 1) * width))
                piece = code.value(f"shufflevector {code.type} {vector}, {code.type} poison, {own}")
            code.store(piece, row, kind=_vector(width) if code.lanes > 1 else "double", align=8)


def _vector(width: int) -> str:
    return f"<{width} x double>"


def _join(code: Code, pieces: list[str], width: int) -> str:
    while len(pieces) > 1:
        kind, both = _vector(width), mask(range(2 * width))
        pairs = zip(pieces[::2], pieces[1::2], strict=True)
        pieces = [code.value(f"shufflevector {kind} {a}, {kind} {b}, {both}") for a, b in pairs]
        width *= 2
    return pieces[0] if code.lanes > 1 else code.value(f"bitcast <1 x double> {pieces[0]} to double")


def _exchange(code: Code, vectors: Sequence[str]) -> list[str]:
    out = list(vectors)
    lanes, block = range(code.lanes), 1
    while block < len(out):
        low = mask([i if not i & block else code.lanes + i - block for i in lanes])
        high = mask([i + block if not i & block else code.lanes + i for i in lanes])
        for i in range(len(out)):
            if not i & block:
                pair = f"{code.type} {out[i]}, {code.type} {out[i + block]}"
                out[i], out[i + block] = (code.value(f"shufflevector {pair}, {which}") for which in (low, high))
        block *= 2
    return out
