"""The model's validation: every refusal names the link, the field and the value."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import denoc
from denoc import DynamicsError, Link, Robot
from denoc.arm.robot import inertia_warnings

NUMBERS = ("a", "b", "alpha", "theta", "mass", "viscous", "coulomb", "rotor_inertia", "gear_ratio")
finite = st.floats(-1e9, 1e9)
anything = st.one_of(
    st.none(), st.booleans(), st.text(max_size=5), st.floats(), st.integers(), st.lists(st.floats(), max_size=7)
)


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, "1", None, True, [1.0], 10**400, 1j])
def test_a_number_is_a_finite_number(name: str, value: object) -> None:
    with pytest.raises(DynamicsError) as caught:
        Link(**{name: value})
    assert caught.value.field == name
    assert name in str(caught.value)


@pytest.mark.parametrize(("name", "value"), [("a", 1e13), ("mass", 1e308), ("gear_ratio", 1e200), ("alpha", 1e7)])
def test_a_number_is_of_this_world(name: str, value: float) -> None:
    with pytest.raises(DynamicsError, match=f"{name}.*must be within"):
        Link(**{name: value})


@pytest.mark.parametrize("name", ["\ud800", "a\nb", "x" * 201, "\x1b[31m"])
def test_a_name_is_printable(name: str) -> None:
    with pytest.raises(DynamicsError, match="printable"):
        Link(name=name)


@pytest.mark.parametrize("name", ["mass", "viscous", "coulomb", "rotor_inertia"])
def test_some_must_not_be_negative(name: str) -> None:
    with pytest.raises(DynamicsError, match=f"{name}.*-0.5"):
        Link(**{name: -0.5})


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"joint": "S"}, "joint"),
        ({"com": (1, 2)}, "com"),
        ({"com": "abc"}, "com"),
        ({"com": (0, 0, math.nan)}, "com"),
        ({"inertia": (1, 1, 1)}, "inertia"),
        ({"inertia": (1, 1, -1, 0, 0, 0)}, "inertia"),
        ({"inertia": (1, 1, 1, 2, 0, 0)}, "inertia"),
        ({"lower": 1, "upper": -1}, "lower"),
        ({"upper": math.nan}, "upper"),
        ({"name": 3}, "name"),
    ],
)
def test_bad_links(changes: dict, field: str) -> None:
    with pytest.raises(DynamicsError) as caught:
        Link(**changes)
    assert caught.value.field == field


@pytest.mark.parametrize(
    "inertia",
    [(0, 0, 0, 0, 0, 0), (0, 62, 0, 0, 0, 0), (0, 1, 1, 0, 0, 0), (1, 1, 2, 0, 0, 0), (2, 1, 1, -1, 0, 0)],
    ids=["point", "one entry, as printed in a paper", "rod", "disc", "singular"],
)
def test_degenerate_inertias_are_legal(inertia: tuple[float, ...]) -> None:
    assert Link(inertia=inertia).inertia == tuple(map(float, inertia))


def test_the_doctor_warns_but_does_not_block() -> None:
    assert inertia_warnings(Link(mass=1, inertia=(1, 1, 2, 0, 0, 0))) == []
    assert "largest principal moment" in inertia_warnings(Link(mass=1, inertia=(1, 1, 3, 0, 0, 0)))[0]
    assert "no mass" in inertia_warnings(Link(inertia=(1, 1, 1, 0, 0, 0)))[0]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"links": ()}, "1 to 10000 links"),
        ({"links": Link()}, "sequence of links"),
        ({"links": (Link(), "x")}, "link 2, field 'links': not a Link"),
        ({"convention": "craig"}, "convention.*standard, modified"),
        ({"gravity": (0, 0)}, "3 numbers"),
        ({"payload": (1, 2)}, "mass, com and inertia"),
        ({"payload": (-1, (0, 0, 0), (0,) * 6)}, "payload mass"),
        ({"base": np.zeros((4, 4))}, "rotation and a translation"),
        ({"tool": np.diag([-1, 1, 1, 1])}, "rotation and a translation"),
        ({"tool": [[1]]}, "4x4"),
        ({"tool": "unit"}, "4x4"),
        ({"name": None}, "name"),
    ],
)
def test_bad_robots(changes: dict, words: str) -> None:
    with pytest.raises(DynamicsError, match=words):
        Robot(**{"name": "arm", "links": (Link(),), **changes})


def test_a_changed_link_is_named_in_the_error(planar: Robot) -> None:
    with pytest.raises(DynamicsError, match=r"link 2, field 'mass': .*-3") as caught:
        planar.with_link(1, mass=-3)
    assert (caught.value.link, caught.value.field, caught.value.value) == (2, "mass", -3.0)
    with pytest.raises(DynamicsError, match=r"index.*0 to 2"):
        planar.with_link(3, a=1)
    with pytest.raises(DynamicsError, match="link 1, field 'colour'"):
        planar.with_link(0, colour="red")


def test_a_robot_is_a_value(planar: Robot) -> None:
    same = Robot(planar.name, list(planar.links), gravity=list(planar.gravity))
    assert same == planar
    assert hash(same) == hash(planar)
    assert planar.with_link(0, a=0.3) == planar
    assert planar.with_link(0, a=0.31) != planar
    with pytest.raises(AttributeError):
        planar.links[0].a = 2.0


def test_a_robot_survives_pickling_without_what_it_has_cached(planar: Robot) -> None:
    denoc.mass_matrix(planar, [0, 0, 0])
    copy = pickle.loads(pickle.dumps(planar))
    assert copy == planar
    assert not copy._computed


def test_numpy_numbers_and_integers_become_floats() -> None:
    link = Link(a=np.float64(1), b=2, com=np.zeros(3), inertia=np.ones(6) * 0)
    assert type(link.a) is type(link.b) is type(link.com[0]) is type(link.inertia[0]) is float


@given(st.fixed_dictionaries(dict.fromkeys((*NUMBERS, "com", "inertia", "lower", "upper", "joint", "name"), anything)))
@settings(max_examples=300)
def test_nonsense_is_refused_by_name(fields: dict) -> None:
    try:
        link = Link(**fields)
    except DynamicsError as error:
        assert error.field in fields  # noqa: PT017
    else:
        assert all(math.isfinite(getattr(link, name)) for name in NUMBERS)


@given(st.tuples(*[finite] * 6))
@settings(max_examples=200)
def test_inertia_is_legal_exactly_when_it_is_positive_semidefinite(entries: tuple[float, ...]) -> None:
    xx, yy, zz, xy, yz, xz = entries
    values = np.linalg.eigvalsh(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))
    clearly_bad = values[0] < -1e-4 * abs(values).max()
    clearly_good = values[0] >= 0
    try:
        Link(inertia=entries)
    except DynamicsError:
        assert not clearly_good
    else:
        assert not clearly_bad


@pytest.mark.parametrize("name", ["q", "qd", "qdd"])
@pytest.mark.parametrize(
    "value",
    [
        [1, 2],
        np.zeros((2, 2, 3)),
        "abc",
        [["a", 1, 2]],
        3.0,
        ["1", "2", "3"],
        [True] * 3,
        [1j] * 3,
        [10**400] * 3,
        [None] * 3,
    ],
)
def test_a_state_of_the_wrong_shape(planar: Robot, name: str, value: object) -> None:
    states = {"q": np.zeros(3), "qd": np.zeros(3), "qdd": np.zeros(3), name: value}
    with pytest.raises(DynamicsError, match=name):
        denoc.inverse_dynamics(planar, **states)


def test_batches_of_different_length(planar: Robot) -> None:
    with pytest.raises(DynamicsError, match="differ in length"):
        denoc.inverse_dynamics(planar, np.zeros((2, 3)), np.zeros((3, 3)), np.zeros(3))


def test_unknown_method(planar: Robot) -> None:
    with pytest.raises(DynamicsError, match=r"denoc, kane.*'newton'"):
        denoc.inverse_dynamics(planar, *np.zeros((3, 3)), method="newton")


@pytest.mark.parametrize("wrench", [[1, 2, 3], "x", np.zeros((2, 6)), np.zeros((0, 6))])
@pytest.mark.parametrize("shape", [(3,), (1, 3), (5, 3)])
def test_bad_tip_wrench(planar: Robot, wrench: object, shape: tuple[int, ...]) -> None:
    with pytest.raises(DynamicsError, match="tip_wrench"):
        denoc.inverse_dynamics(planar, *np.zeros((3, *shape)), tip_wrench=wrench)


def test_a_project_is_no_robot() -> None:
    with pytest.raises(DynamicsError, match=r"a Robot is needed.*Project"):
        denoc.inverse_dynamics(denoc.load("furuta"), [0, 0], [0, 0], [0, 0])


@pytest.mark.parametrize("function", [denoc.denoc_matrices, denoc.spatial_operators])
def test_matrices_are_of_one_state(planar: Robot, function) -> None:
    for q in (np.zeros((2, 3)), "x", [0.0]):
        with pytest.raises(DynamicsError, match="q"):
            function(planar, q)


def test_errors_travel_between_processes(planar: Robot) -> None:
    for error in (
        DynamicsError("no", link=3, field="mass", value=-1.0),
        denoc.ProjectError("file", "bad", field="run.step"),
        denoc.SingularMassMatrix("flat", link=1),
    ):
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is type(error)
        assert str(copy) == str(error)
        assert (copy.link, copy.field, copy.value) == (error.link, error.field, error.value)


def test_not_a_number_stays_visible(planar: Robot) -> None:
    for bad in (math.nan, math.inf):
        single = denoc.inverse_dynamics(planar, [bad, 0, 0], [0, 0, 0], [0, 0, 0])
        batch = denoc.inverse_dynamics(planar, [[bad, 0, 0], [0, 0, 0]], [0, 0, 0], [0, 0, 0])
        assert np.isnan(single).any()
        assert np.isnan(batch[0]).any()
        assert np.isfinite(batch[1]).all()
        pushed = denoc.forward_dynamics(planar, [0, 0, 0], [0, 0, 0], [0, 0, 0], tip_wrench=[0, 0, 0, 0, bad, 0])
        assert np.isnan(pushed).any()


def test_a_singular_mass_matrix_is_named() -> None:
    idle = Robot("idle", (Link(), Link(mass=1, com=(0.5, 0, 0))))
    with pytest.raises(denoc.SingularMassMatrix):
        denoc.forward_dynamics(idle, [0, 0], [0, 0], [0, 0])
    with pytest.raises(denoc.SingularMassMatrix):
        denoc.forward_dynamics(idle, np.zeros((3, 2)), [0, 0], [0, 0])
    with pytest.raises(denoc.SingularMassMatrix):
        denoc.forward_dynamics(idle, [0, 0], [0, 0], [0, 0], method="walker-orin")


def test_input_is_never_written_to(planar: Robot) -> None:
    q = np.array([[0.1, 0.2, 0.3]])
    q.setflags(write=False)
    denoc.forward_dynamics(planar, q, q, q)
    denoc.coriolis_matrix(planar, q, q)
    assert denoc.mass_matrix(planar, np.asfortranarray(np.zeros((4, 3), dtype=np.float32))).shape == (4, 3, 3)
