"""Sine and cosine of vectors, in line: one reduction serves both.

x = k pi/2 + r with |r| <= pi/4. pi/2 is held in three parts, the first two of 36 bits, so that k times them is exact
up to LIMIT, and k times the third is too small to be rounded a second time but where r is close to zero, and the sine
is r. Two polynomials in r^2 (interpolating at Chebyshev points of the quarter turn) and the two lowest bits of k give
the rest. Within 2 units in the last place up to LIMIT; beyond it the C library computes that angle of that lane, and no
other: what a row gives never depends on those beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from denoc.kernels.emitter.code import Code

LIMIT = 1e5
TWO_OVER_PI = 0.6366197723675814
HALF_PI = (1.5707963267923333, 2.5633441515839558e-12, 1.0562999066987428e-23)
SINE = (
    -0.16666666666666666,
    0.008333333333330946,
    -0.0001984126983675497,
    2.755731610068303e-06,
    -2.5051131455427946e-08,
    1.591810123027412e-10,
)  # (sin r / r - 1) / r^2
COSINE = (
    -0.5,
    0.041666666666666664,
    -0.0013888888888887395,
    2.4801587298763433e-05,
    -2.7557317270560326e-07,
    2.0876146024689747e-09,
    -1.1382614868556325e-11,
)  # (cos r - 1) / r^2
ROUNDER = 6755399441055744.0  # 1.5 * 2^52: adding it rounds to an integer and leaves that in the lowest bits
SLOW = {"sin": "denoc_sin", "cos": "denoc_cos"}  # the C library's, under names of our own


def sines_and_cosines(code: Code, angles: list[str]) -> list[tuple[str, str]]:
    """(sine, cosine) of each angle; one look at the sum of their squares tells whether some may be beyond the limit."""
    if not angles:
        return []
    room = code.room(2 * len(angles))
    condition = code.like("i1")
    squares = code.binary("*", angles[0], angles[0])
    for x in angles[1:]:
        squares = code.fused(x, x, squares)
    pairs = [_fast(code, x) for x in angles]
    before, slow, after = code.text.block, code.text.name("large"), code.text.name("turned")
    some = code.value(f"fcmp uge {code.type} {squares}, {code.number(LIMIT * LIMIT)}")
    code.line(f"br i1 {code.any(some)}, label %{slow}, label %{after}, !prof !0")
    code.block(slow)
    large = [code.value(f"fcmp ogt {code.type} {code.intrinsic('fabs', x)}, {code.number(LIMIT)}") for x in angles]
    for i, x in enumerate(angles):
        for lane in range(code.lanes):
            for j, function in enumerate(SLOW.values()):
                value = code.call("double", function, ("double", _lane(code, x, lane)))
                code.store(value, code.address(room, (2 * i + j) * code.lanes + lane), kind="double", align=8)
    flat = [value for pair in pairs for value in pair]
    chosen = []
    for i, fast in enumerate(flat):
        exact = code.load(code.address(room, i * code.lanes))
        chosen.append(code.value(f"select {condition} {large[i // 2]}, {code.type} {exact}, {code.type} {fast}"))
    code.line(f"br label %{after}")
    code.block(after)
    merged = [
        code.value(f"phi {code.type} [ {fast}, %{before} ], [ {mixed}, %{slow} ]")
        for fast, mixed in zip(flat, chosen, strict=True)
    ]
    return list(zip(merged[::2], merged[1::2], strict=True))


def _lane(code: Code, x: str, lane: int) -> str:
    return x if code.lanes == 1 else code.value(f"extractelement {code.type} {x}, i64 {lane}")


def _fast(code: Code, x: str) -> tuple[str, str]:
    shifted = code.fused(x, code.number(TWO_OVER_PI), code.number(ROUNDER))
    k = code.binary("-", shifted, code.number(ROUNDER))
    r = x
    for part in HALF_PI:
        r = code.fused(k, code.number(-part), r)
    z = code.binary("*", r, r)
    sine = code.fused(_polynomial(code, SINE, z), code.binary("*", r, z), r)
    cosine = code.fused(_polynomial(code, COSINE, z), z, code.number(1.0))
    return _quadrant(code, shifted, sine, cosine)


def _polynomial(code: Code, coefficients: tuple[float, ...], z: str) -> str:
    value = code.number(coefficients[-1])
    for c in reversed(coefficients[:-1]):
        value = code.fused(value, z, code.number(c))
    return value


def _quadrant(code: Code, shifted: str, sine: str, cosine: str) -> tuple[str, str]:
    """Odd k swaps the two; bit 1 of k turns the sine's sign, bit 1 of k + 1 the cosine's."""
    integer, condition, one = code.like("i64"), code.like("i1"), code.integer(1)
    bits = code.value(f"bitcast {code.type} {shifted} to {integer}")
    lowest = code.value(f"and {integer} {bits}, {one}")
    odd = code.value(f"icmp ne {integer} {lowest}, {code.integer(0)}")
    pair = (sine, cosine)
    out = []
    for (first, other), count in ((pair, bits), (pair[::-1], code.value(f"add {integer} {bits}, {one}"))):
        chosen = code.value(f"select {condition} {odd}, {code.type} {other}, {code.type} {first}")
        turned = code.value(f"shl {integer} {count}, {code.integer(62)}")
        turned = code.value(f"and {integer} {turned}, {code.integer(-(2**63))}")
        plain = code.value(f"bitcast {code.type} {chosen} to {integer}")
        signed = code.value(f"xor {integer} {plain}, {turned}")
        out.append(code.value(f"bitcast {integer} {signed} to {code.type}"))
    return out[0], out[1]
