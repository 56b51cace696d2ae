"""URDF files that cannot be used: refused with file, element, attribute and value, before anything is computed."""

from __future__ import annotations

import random
import time
from pathlib import Path

import numpy as np
import pytest

import denoc
from denoc.files.text import strict_xml as urdf_xml
from tests.support.oracles.urdf_text import inertial, joint, link, robot
from tests.support.places import URDF_FILES

BODY = inertial(np.random.default_rng(1))
GOOD = robot(link("a"), link("b", BODY), joint("j", "revolute", "a", "b"))
SIX = (URDF_FILES / "six_axis.urdf").read_bytes()


def refusal(folder: Path, text: str | bytes) -> str:
    path = folder / "arm.urdf"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(denoc.ProjectError) as caught:
        denoc.load_urdf(path)
    message = str(caught.value)
    assert message.startswith(str(path))
    return message.removeprefix(str(path))


def test_the_good_one_is_good(tmp_path: Path) -> None:
    (tmp_path / "arm.urdf").write_text(GOOD)
    assert denoc.load_urdf(tmp_path / "arm.urdf").n == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (('mass value="', 'mass value="-'), "link 'b', element <mass>, attribute 'value': must be within 0"),
        (('lower="-3"', 'lower="nan"'), "element <limit>, attribute 'lower': a finite number is needed (got 'nan')"),
        (('lower="-3"', 'lower="1e999"'), "a finite number is needed (got '1e999')"),
        (('lower="-3"', 'lower="1_0"'), "a finite number is needed (got '1_0')"),
        (('lower="-3"', 'lower="4"'), "joint 'j', element <limit>, attribute 'lower': above 'upper'"),
        (('xyz="0.0 0.0 1.0"', 'xyz="0 0 0"'), "joint 'j', element <axis>, attribute 'xyz': no direction"),
        (
            ('xyz="0.0 0.0 1.0"', 'xyz="0 1"'),
            "joint 'j', element <axis>, attribute 'xyz': 3 numbers are needed, not 2 (got '0 1')",
        ),
        (('xyz="0.0 0.0 1.0"', ""), "joint 'j', element <axis>, attribute 'xyz': is missing"),
        (
            ('rpy="0.0 0.0 0.0"', 'rpy="1 2 x"'),
            "joint 'j', element <origin>, attribute 'rpy': a finite number is needed",
        ),
        (
            ('type="revolute"', 'type="hinge"'),
            "joint 'j', element <joint>, attribute 'type': no joint type; possible: revolute",
        ),
        (('type="revolute"', 'type="planar"'), "joint 'j': its type is 'planar'"),
        (('<child link="b"/>', ""), "joint 'j', element <joint>: has no <child>"),
        (
            ('<child link="b"/>', '<child link="c"/>'),
            "joint 'j', element <child>, attribute 'link': there is no such link (got 'c')",
        ),
        (('<child link="b"/>', '<child link="a"/>'), "several roots|loop"),
        (('<link name="a">', '<link name="b">'), "link 'b', element <link>, attribute 'name': the name is there twice"),
        (('<link name="a">', "<link>"), "element <link>, attribute 'name': is missing"),
        (("</joint>", '<mimic joint="k"/></joint>'), "joint 'j': it mimics joint 'k'"),
        (("</joint>", "<axis xyz='1 0 0'/></joint>"), "joint 'j', element <axis>: is given twice"),
        (
            ("</joint>", '<dynamics damping="-1"/></joint>'),
            "joint 'j', element <dynamics>, attribute 'damping': must be within 0",
        ),
        (('ixx="', 'ixx="9e30" x="'), "link 'b', element <inertia>, attribute 'ixx': must be within"),
        (('xyz="0.0 0.0 1.0"', 'xyz="0 1e308 1e308"'), "attribute 'xyz': no direction"),
        (("<robot", "<xacro:x/><robot"), "is not XML"),
        (("</robot>", "<xacro:macro name='x'/></robot>"), "element <xacro:macro>: is a xacro template"),
        (('lower="-3"', 'lower="${-pi}"'), "attribute 'lower': is a xacro template; expand it first"),
        (('name="arm"', 'name="$(arg name)"'), "is a xacro template"),
        (('<robot name="arm">', "<robot name='&#9;'>"), "printable characters"),
        (("</robot>", ""), "is not XML: no element found in line 1"),
        (("<robot", "<sdf"), "is not XML: mismatched tag"),
        (('<?xml version="1.0"?>', '<?xml version="1.0" encoding="x-none"?>'), "is not XML: unknown encoding"),
        (('<?xml version="1.0"?>', '<!DOCTYPE robot [<!ENTITY a "b">]>'), "contains a DOCTYPE, which is refused"),
        (('<?xml version="1.0"?>', '<!DOCTYPE robot SYSTEM "file:///etc/passwd">'), "contains a DOCTYPE"),
        (('name="arm"', 'name="&lol;"'), "is not XML: undefined entity"),
    ],
)
def test_refusals(tmp_path: Path, change: tuple[str, str], words: str) -> None:
    text = GOOD.replace(change[0], change[1], 1)
    assert text != GOOD
    message = refusal(tmp_path, text)
    assert any(word in message for word in words.split("|")), message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not XML"),
        ("<robot/>", "has no <link>"),
        ("<sdf><link name='a'/></sdf>", "its root element is not <robot>"),
        (robot(link("a")), "has no moving joint"),
        (robot(link("a"), link("b")), "several roots, which no joint connects: a, b"),
        (
            robot(link("a"), link("b"), joint("j", "fixed", "a", "b"), joint("k", "fixed", "a", "b")),
            "a loop is no tree",
        ),
        (robot(link("a"), link("b"), joint("j", "fixed", "a", "b"), joint("k", "fixed", "b", "a")), "form a loop"),
        (
            robot(*map(link, "abc"), joint("j", "fixed", "b", "c"), joint("k", "fixed", "c", "b")),
            "form a loop: b, c hang on each other",
        ),
        (
            robot(link("a"), link("b"), joint("j", "fixed", "a", "b"), joint("j", "fixed", "a", "b")),
            "'name': the name is there twice",
        ),
        (GOOD.encode("utf-16")[:-3], "is not XML"),
        (b"\x00" * 100, "is not XML"),
    ],
)
def test_whole_files(tmp_path: Path, text: str | bytes, words: str) -> None:
    assert words in refusal(tmp_path, text)


def test_other_encodings_are_read(tmp_path: Path) -> None:
    (tmp_path / "arm.urdf").write_bytes(GOOD.replace('name="arm"', 'name="Größe"').encode("utf-16"))
    assert denoc.load_urdf(tmp_path).name == "Größe"


def test_an_inertia_that_no_body_has(tmp_path: Path) -> None:
    body = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="-0.5" ixy="0" ixz="0" iyz="0"/></inertial>'
    message = refusal(tmp_path, GOOD.replace(BODY, body))
    assert "link 'b' with what is fixed to it: field 'inertia': the inertia tensor is not positive" in message


class TestLimits:
    def test_depth(self, tmp_path: Path) -> None:
        text = "<robot>" + "<a>" * 100_000 + "</a>" * 100_000 + "</robot>"
        assert f"nested more than {urdf_xml.MAX_DEPTH} levels deep" in refusal(tmp_path, text)

    def test_elements(self, tmp_path: Path) -> None:
        start = time.thread_time()
        assert "elements" in refusal(tmp_path, "<robot>" + "<a/>" * 900_000 + "</robot>")
        assert time.thread_time() - start < 10

    def test_attribute(self, tmp_path: Path) -> None:
        assert "is longer than 4096 characters" in refusal(tmp_path, f"<robot name='{'x' * 5000}'/>")

    def test_links(self, tmp_path: Path) -> None:
        assert "has more than 5000 links" in refusal(tmp_path, robot(*(link(f"l{i}") for i in range(5001))))

    def test_bytes(self, tmp_path: Path) -> None:
        assert "is larger than 4 MB" in refusal(tmp_path, b"<robot>" + b" " * 5 * 1024 * 1024)


class TestFolders:
    def test_one_file(self, tmp_path: Path) -> None:
        (tmp_path / "urdf").mkdir()
        (tmp_path / "urdf" / "x.urdf").write_text(GOOD)
        assert denoc.load_urdf(tmp_path).name == denoc.load_urdf(str(tmp_path / "urdf")).name == "arm"

    def test_several(self, tmp_path: Path) -> None:
        for name in ("x.urdf", "y.urdf"):
            (tmp_path / name).write_text(GOOD)
        with pytest.raises(denoc.ProjectError, match=r"several URDF files, name one of them: x.urdf, y.urdf"):
            denoc.load_urdf(tmp_path)

    def test_none(self, tmp_path: Path) -> None:
        with pytest.raises(denoc.ProjectError, match=r"holds no \*.urdf file"):
            denoc.load_urdf(tmp_path)
        with pytest.raises(denoc.ProjectError, match="cannot be read: No such file"):
            denoc.load_urdf(tmp_path / "none.urdf")

    @pytest.mark.parametrize("path", [None, "", 3])
    def test_not_a_path(self, path: object) -> None:
        with pytest.raises(denoc.DynamicsError, match="the name of a file"):
            denoc.load_urdf(path)


def test_damaged_files_are_read_or_refused(tmp_path: Path) -> None:
    """Bytes changed, dropped and doubled at random: an arm or a refusal, never anything else."""
    random_ = random.Random(1)
    path = tmp_path / "arm.urdf"
    read = refused = 0
    for _ in range(400):
        data = bytearray(SIX)
        for _ in range(random_.randint(1, 3)):
            at = random_.randrange(len(data))
            what = random_.choice(["change", "drop", "double"])
            if what == "change":
                data[at] = random_.choice(b"09.-e \"<>&/'xz\x00\xff")
            elif what == "drop":
                del data[at : at + random_.randint(1, 30)]
            else:
                data[at:at] = data[at : at + random_.randint(1, 60)]
        path.write_bytes(data)
        try:
            denoc.load_urdf(path)
        except denoc.ProjectError as error:
            refused += str(path) in str(error)
        else:
            read += 1
    assert read + refused == 400
    assert 100 < refused < 400
