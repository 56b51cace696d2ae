"""Lines that a paper prints wrongly, as it prints them: by recursion and step function, the names with their right
sides. To be played, so that one sees what goes wrong."""

MISPRINTS: dict[str, dict[str, tuple[tuple[str, str], ...]]] = {
    "ridim": {  # Saha 1999, section 5.1: no B before t_{i-1}; so c-dot, which B-dot holds, lacks omega x c
        "_move": (
            ("t", "B.turn(t_before) + p * qd"),
            (
                "t_dot",
                "B @ t_dot_before + B._replace(c=NULL6.angular).rate(carried, p * qd) @ t_before"
                " + p * qdd + Omega @ p * qd",
            ),
        )
    },
    "kane": {  # Angeles, Ma, Rojas 1989, the listing of stage 2: a minus before W_{i-1}
        "_kinematics": (("p_ddot", "turn(p_ddot_before - W_before @ (a - link.parent_com)) + W @ link.com"),)
    },
}
