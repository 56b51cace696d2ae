"""Random arms for the tests."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from denoc.arm.robot import Link, Robot, inertia_entries


def random_rotation(rng: np.random.Generator) -> np.ndarray:
    matrix, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    return matrix * np.sign(np.linalg.det(matrix))


def random_transform(rng: np.random.Generator) -> np.ndarray:
    out = np.eye(4)
    out[:3, :3] = random_rotation(rng)
    out[:3, 3] = rng.normal(size=3)
    return out


def random_inertia(rng: np.random.Generator, scale: float = 0.1) -> tuple[float, ...]:
    """The tensor of some real body: a cloud of points about its centre."""
    points = rng.normal(size=(8, 3)) * scale
    points -= points.mean(axis=0)
    tensor = sum(np.dot(p, p) * np.eye(3) - np.outer(p, p) for p in points)
    return inertia_entries(tensor)


def random_body(rng: np.random.Generator) -> dict[str, object]:
    """Mass, mass centre and inertia."""
    return {"mass": rng.uniform(0.2, 5), "com": tuple(rng.normal(size=3) * 0.2), "inertia": random_inertia(rng)}


def random_arm(
    rng: np.random.Generator,
    n: int,
    convention: str = "standard",
    *,
    joints: str = "mixed",
    extras: bool = True,
) -> Robot:
    """`joints`: mixed, R or P; `extras` adds friction, rotors, payload, base and tool."""
    links = []
    for i in range(n):
        kind = rng.choice(["R", "R", "P"]) if joints == "mixed" else joints
        links.append(
            Link(
                joint=str(kind),
                a=rng.normal() * 0.4,
                b=rng.normal() * 0.3,
                alpha=rng.choice([rng.uniform(-3, 3), np.pi / 2, -np.pi / 2, 0.0]),
                theta=rng.uniform(-3, 3),
                mass=rng.uniform(0.2, 5),
                com=tuple(rng.normal(size=3) * 0.2),
                inertia=random_inertia(rng),
                viscous=rng.uniform(0, 0.5) if extras else 0.0,
                coulomb=rng.uniform(0, 0.5) if extras else 0.0,
                rotor_inertia=rng.uniform(0, 1e-3) if extras else 0.0,
                gear_ratio=rng.uniform(1, 30) if extras else 1.0,
                name=f"l{i}",
            )
        )
    return Robot(
        f"random {n}",
        tuple(links),
        convention=convention,
        gravity=tuple(rng.normal(size=3) * 6),
        payload=(rng.uniform(0.1, 3), tuple(rng.normal(size=3) * 0.2), random_inertia(rng)) if extras else None,
        base=random_transform(rng) if extras else None,
        tool=random_transform(rng) if extras else None,
    )


def with_measured_friction(rng: np.random.Generator, robot: Robot) -> Robot:
    """The arm with breakaway friction, Stribeck curves and differences between the directions, not all in every
    joint."""

    def some(low: float, high: float) -> float | None:
        return rng.uniform(low, high) if rng.random() < 0.6 else None

    links = []
    for link in robot.links:
        coulomb_negative = some(0.0, 0.5)
        most = max(link.coulomb, coulomb_negative or 0.0)
        links.append(
            replace(
                link,
                breakaway=some(most, 2 * most + 0.1),
                stribeck_speed=some(0.01, 0.5) or 0.0,
                viscous_negative=some(0.0, 0.5),
                coulomb_negative=coulomb_negative,
                breakaway_negative=some(most, 2 * most + 0.1),
            )
        )
    return replace(robot, links=tuple(links))
