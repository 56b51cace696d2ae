"""A recursion for arms of any length, written as loops over links.

Memory, for a block of `lanes` rows: one record a link, of slots that hold a value each (so `lanes` doubles side by
side): the joint's inputs, whatever the sweeps save, the results. A matrix follows the records, or one row of blocks,
which is written before the next one is made. What is handed from link to link has slots on the stack. The links'
numbers stand in a table, one row a link, the same for all lanes.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import NamedTuple, get_args

import numpy as np

from denoc.arm.conventions import as_matrix
from denoc.arm.per_robot import PerRobot
from denoc.arm.robot import Robot
from denoc.arm.robot_arrays import RobotArrays, pack
from denoc.kernels.emitter.cells import Cells, CompiledLoops
from denoc.kernels.emitter.rows import Batch, kernel, load_columns, store_columns
from denoc.kernels.plan import KINDS, Plan, link_columns, table_columns
from denoc.kernels.steps import Place, Step
from denoc.recursions import cholesky
from denoc.recursions.inverse_matrix import invert, minus_products
from denoc.recursions.reference import Point, link_numbers
from denoc.recursions.sweeps import Recursion

LONG_ROW = 100  # numbers
COLUMNS = 4  # of matrices that are multiplied at once
SLOTS = "slots"  # a constant in the machine code: how many values a record holds


class Tables(NamedTuple):
    """What a generic kernel must be given about an arm."""

    kinds: np.ndarray  # (n,) int64
    links: np.ndarray  # (n, columns)
    ends: np.ndarray  # (45,)


def tables(robot: Robot, point: Point) -> Tables:
    """The same for all kernels; made once per robot."""
    return _MADE[point](robot)


def _tables(point: Point, robot: Robot) -> Tables:
    arrays, numbers = pack(robot), link_numbers(robot, point)
    drives = _drives(arrays)
    kinds = np.empty(robot.n, dtype=np.int64)
    links = np.zeros((robot.n, table_columns(point)))
    for code, kind in enumerate(KINDS):
        (rows,) = np.nonzero((arrays.revolute == kind.revolute) & (drives == kind.drive))
        used = link_columns(kind, point)
        kinds[rows] = code
        links[rows, : len(used)] = numbers[rows][:, used]
    centre = arrays.com[-1] if point == "centres" else np.zeros(3)
    frames = (arrays.base, as_matrix(robot.base), arrays.tool)
    columns = [frame[:3].T.ravel() for frame in frames]
    return Tables(kinds, links, np.concatenate([arrays.gravity, arrays.tool[:3, 3], centre, *columns]))


def _drives(arrays: RobotArrays) -> np.ndarray:
    """(n,): the `Drive` of each link."""
    viscous, coulomb, *more = arrays.friction
    return np.select(
        [np.any(more, axis=0), np.any([viscous, coulomb, arrays.armature], axis=0)], ["any", "simple"], "none"
    )


_MADE = {point: PerRobot(functools.partial(_tables, point)) for point in get_args(Point)}


def text(recursion: Recursion, lanes: int, point: Point) -> str:
    """LLVM text. The kernel's arguments: inputs, tip wrench if it has one, output, and then n (as a number), kinds,
    links, ends, scratch."""
    inputs = len(recursion.inputs) + recursion.wrench
    with Plan(recursion, point) as plan:
        body = kernel(lanes, inputs + 6, lambda batch: Loops(batch, plan, recursion, inputs).write())
    return body + f"\n@{SLOTS} = constant i64 {plan.slots}\n"


class Loops:
    """Writes the plan for one block of rows."""

    def __init__(self, batch: Batch, plan: Plan, recursion: Recursion, inputs: int) -> None:
        self.batch = batch
        self.code = batch.code
        self.loops = CompiledLoops(batch.code)
        self.plan = plan
        self.recursion = recursion
        self.output = inputs
        n, self.kinds, self.links, self.ends, self.scratch = batch.arguments[inputs + 1 :]
        self.n = self.code.value(f"ptrtoint ptr {n} to i64")
        self.handed = self.code.room(plan.handed)
        self.wrench: list[str] = []
        self.columns = table_columns(plan.point)

    def write(self) -> None:
        for slot in range(len(self.recursion.inputs)):
            self._read_input(slot)
        if self.recursion.wrench:
            self.wrench = self.batch.load(len(self.recursion.inputs), 6)
        for walk in self.plan.walks:
            self._perform(walk.start)
            for i in (self.loops.down if walk.inward else self.loops.up)(self.n):
                self._by_kind(i, walk.steps)
        if self.recursion.matrices:
            self._triangle()
        if self.recursion.system:
            self._solve()
        if self.recursion.solved:
            self._invert()
        if self.recursion.blocks:
            self._write_blocks(self.recursion.blocks.width)
        else:
            self._write_results()

    # Steps.

    def _by_kind(self, i: str, steps: list[Step], entry: Callable[[int, str], None] | None = None) -> None:
        address = self.code.value(f"getelementptr i64, ptr {self.kinds}, i64 {i}")
        kind = self.code.load(address, kind="i64", align=8)
        signatures = [step.signature for step in steps]
        same = [signatures.index(signature) for signature in signatures]
        self.code.choice(kind, [functools.partial(self._perform, step, i, entry) for step in steps], same)

    def _perform(self, step: Step, i: str = "", entry: Callable[[int, str], None] | None = None) -> list[str]:
        known = {node.number: self._load(place, i) for node, place in step.sources}
        values = self.code.operations([x for x, _ in step.results], known)
        for value, (_, place) in zip(values, step.results, strict=True):
            if place.where == "entry":
                assert entry is not None
                entry(place.number, value)
            elif place.where != "last":
                self.code.store(value, self._address(place, i))
        return values

    def _load(self, place: Place, i: str) -> str:
        if place.where == "wrench":
            return self.wrench[place.number]
        code = self.code.single if place.constant else self.code
        return code.load(self._address(place, i))

    def _address(self, place: Place, i: str) -> str:
        if place.where == "link":
            row = self.code.value(f"mul i64 {i}, {self.columns}")
            return self.code.address(self.links, row, place.number)
        if place.where == "ends":
            return self.code.address(self.ends, place.number)
        if place.where == "handed":
            return self.code.address(self.handed, place.number * self.code.lanes)
        slot = place.number + (self.plan.first_result if place.where == "result" else 0)
        return self._slot(i, slot)

    def _slot(self, i: str, slot: int) -> str:
        record = self.code.value(f"mul i64 {i}, {self.plan.slots * self.code.lanes}")
        return self.code.address(self.scratch, record, slot * self.code.lanes)

    # Matrix.

    def _entry(self, i: str, j: str, matrix: int = 0) -> str:
        row = self.code.value(f"mul i64 {self._plus(i, matrix, self.n)}, {self.n}")
        return self._matrix_value(self.code.value(f"add i64 {row}, {j}"))

    def _matrix_value(self, index: str) -> str:
        records = self.code.value(f"mul i64 {self.n}, {self.plan.slots * self.code.lanes}")
        offset = self.code.value(f"mul i64 {index}, {self.code.lanes}")
        return self.code.address(self.scratch, records, offset)

    def _triangle(self) -> None:
        triangle = self.plan.triangle
        assert triangle is not None
        for i in self.loops.up(self.n):
            self._by_kind(i, triangle.starts, functools.partial(self._put, i, i))
            for j in self.loops.down(i):
                self._by_kind(j, triangle.steps, functools.partial(self._put, i, j))

    def _put(self, i: str, j: str, number: int, value: str) -> None:
        """An entry of link i with link j: (j, i) of each matrix in turn, then (i, j) of each, unless these follow."""
        recursion = self.recursion
        below, matrix = divmod(number, recursion.matrices)
        self.code.store(value, self._entry(i, j, matrix) if below else self._entry(j, i, matrix))
        triangle = recursion.triangle
        if j != i and triangle is not None and not triangle.both:
            self.code.store(value if triangle.symmetric else self.code.number(0.0), self._entry(i, j))

    def _solve(self) -> None:
        """The system of the matrix and the results, which become its solution."""
        A = Cells(self.code, lambda index: self._entry(*index))
        b = Cells(self.code, lambda i: self._slot(i, self.plan.first_result))
        cholesky.factor(A, self.n, self.loops)
        cholesky.solve(A, b, self.n, self.loops)

    def _invert(self) -> None:
        """The last matrix, and minus its products with the others, some columns of which are worked out at once."""
        *others, last = range(self.recursion.matrices)
        inverse = self._matrix(last)
        invert(inverse, self.n, self.loops)
        for j, width in self._groups(self.n, COLUMNS // len(others)):
            given = [self._column(self._matrix(m), self._plus(j, k)) for m in others for k in range(width)]
            kept = [self._kept_column(c) for c in range(len(given))]
            for k in self.loops.up(self.n):
                for column, place in zip(given, kept, strict=True):
                    place[k] = column[k]
            minus_products(inverse, kept, given, self.n, self.loops)

    def _matrix(self, number: int) -> Cells:
        return Cells(self.code, lambda index: self._entry(index[0], index[1], number))

    def _column(self, matrix: Cells, j: str) -> Cells:
        return Cells(self.code, lambda i: matrix.address((i, j)))

    def _kept_column(self, number: int) -> Cells:
        """Behind the matrices."""
        matrices = self.code.value(f"mul i64 {self.n}, {self.recursion.matrices}")
        row = self._plus(matrices, number)
        start = self.code.value(f"mul i64 {row}, {self.n}")
        return Cells(self.code, lambda k: self._matrix_value(self.code.value(f"add i64 {start}, {k}")))

    # Rows.

    def _read_input(self, slot: int) -> None:
        rows = self.batch.rows(slot, self.n)
        long = self.code.value(f"zext i1 {self.code.value(f'icmp sge i64 {self.n}, {LONG_ROW}')} to i64")
        self.code.choice(
            long, [lambda: self._read_rows(slot, rows, ""), lambda: self._read_rows(slot, rows, self._ahead())]
        )

    def _ahead(self) -> str:
        """From a row to the same row of the next block."""
        return self.code.value(f"mul i64 {self.n}, {self.code.lanes}")

    def _read_rows(self, slot: int, rows: list[str], ahead: str) -> None:
        """Columns into the records; long rows of the next block are asked for on the way, or they come too late."""
        for j, width in self._groups(self.n):
            pieces = [self.code.address(row, j) for row in rows]
            if ahead and width > 1:
                for piece in pieces:
                    self.code.prefetch(self.code.address(piece, ahead))
            for k, value in enumerate(load_columns(self.code, pieces, width)):
                self.code.store(value, self._slot(self._plus(j, k), slot))

    def _write_results(self) -> None:
        code, n, width = self.code, self.n, self.plan.width
        values = self._perform(self.plan.last)
        shown = self.recursion.matrices and not self.recursion.system
        entries = code.value(f"mul i64 {code.value(f'mul i64 {n}, {n}')}, {self.recursion.matrices}") if shown else "0"
        saved = code.value(f"mul i64 {n}, {width}")
        total = code.value(f"add i64 {code.value(f'add i64 {saved}, {entries}')}, {len(values)}")
        rows = self.batch.rows(self.output, total)
        if width == 1 or self.recursion.across:
            for k in range(width):
                of_each = functools.partial(self._slot, slot=self.plan.first_result + k)
                first = self._plus("0", k, n)
                self._write_columns([code.address(row, first) for row in rows], n, of_each)
        elif width:
            with code.counting("0", n) as i:
                found = [code.load(self._slot(i, self.plan.first_result + k)) for k in range(width)]
                column = code.value(f"mul i64 {i}, {width}")
                self.batch.store(found, [code.address(row, column) for row in rows])
        rows = [code.address(row, saved) for row in rows]
        if shown:
            self._write_columns(rows, entries, self._matrix_value)
        if values:
            self.batch.store(values, rows)

    def _write_blocks(self, width: int) -> None:
        """Each row as soon as it is made; nothing else comes out."""
        code, triangle = self.code, self.plan.triangle
        assert triangle is not None
        length = code.value(f"mul i64 {self.n}, {width}")
        rows = self.batch.rows(self.output, code.value(f"mul i64 {length}, {self.n}"))

        def put(k: str, number: int, value: str) -> None:
            code.store(value, self._matrix_value(self._plus(code.value(f"mul i64 {k}, {width}"), number)))

        for i in self.loops.up(self.n):
            self._by_kind(i, triangle.starts, functools.partial(put, i))
            with code.counting(code.value(f"add i64 {i}, 1"), self.n) as k:
                self._by_kind(k, triangle.steps, functools.partial(put, k))
            first = code.value(f"mul i64 {i}, {length}")
            self._write_columns([code.address(row, first) for row in rows], length, self._matrix_value)
            for number in range(width):  # of the rows that follow
                put(i, number, code.number(0.0))

    def _write_columns(self, rows: list[str], count: str, source: Callable[[str], str]) -> None:
        for j, width in self._groups(count):
            values = [self.code.load(source(self._plus(j, k))) for k in range(width)]
            self.batch.watch(values)
            store_columns(self.code, values, [self.code.address(row, j) for row in rows])

    def _groups(self, count: str, size: int = 0) -> Iterator[tuple[str, int]]:
        """Loops over columns: `size`, or as many as there are lanes, at once, then half of that, down to one."""
        code, size, first = self.code, size or self.code.lanes, "0"
        while size:
            past = code.value(f"and i64 {count}, {-size}")
            with code.counting(first, past, size) as j:
                yield j, size
            first, size = past, size // 2

    def _plus(self, j: str, k: int, unit: str = "1") -> str:
        """j + k units."""
        if k and unit != "1":
            return self.code.value(f"add i64 {j}, {self.code.value(f'mul i64 {unit}, {k}')}")
        return self.code.value(f"add i64 {j}, {k}") if k else j
