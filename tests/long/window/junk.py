"""What a monkey types and pastes."""

from __future__ import annotations

from pathlib import Path
from random import Random

from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QImage

from denoc.files.examples import examples, load

TYPED = (
    "0", "1", "-1", "0.5", "0,5", "1e3", "1e-9", "1e400", "-0", "nan", "inf", "1_000", "١٢", "1/3", "pi/2", "300 mm",
    "30 deg", "2 kg", "sin(t)", "sin(2*pi*t)*q1", "q1+qd2", "9^9^9", "sqrt(-1)", "((((", "1+", "t", "exp(1000)", "abc",
    "", " ", "é漢字", "🤖", "<b>x</b>", "=1+1", "a" * 60, "%s%n", "R", "P", "5", "12", "100", "0.001", "1001", "30",
)  # fmt: skip


def typed(random: Random) -> str:
    """A number, a formula, or neither."""
    if random.random() < 0.3:
        return f"{random.uniform(-10, 10):.4g}"
    return random.choice(TYPED)


def text(random: Random) -> str:
    """A text of any kind to paste: cells, prose, very long, with control characters."""
    kind = random.randrange(8)
    if kind == 0:
        rows, columns = random.randrange(1, 12), random.randrange(1, 12)
        return "\n".join("\t".join(typed(random) for _ in range(columns)) for _ in range(rows))
    if kind == 1:
        return "\n".join(";".join(f"{random.uniform(-5, 5):.3f}" for _ in range(7)) for _ in range(random.randrange(9)))
    if kind == 2:
        return typed(random) * random.randrange(1, 2000)
    if kind == 3:
        return "".join(chr(random.choice((0, 7, 9, 10, 13, 27, 127, 0x85, 0x2028, 0x202E, 0xFEFF))) for _ in range(40))
    if kind == 4:
        return "".join(chr(random.randrange(1, 0xD800)) for _ in range(random.randrange(200)))
    if kind == 5:
        return "1\t2\n" * random.randrange(1, 20_000)
    if kind == 6:
        return "time,q1,q2,q3\n" + "\n".join(f"{0.1 * k:g},{k},{-k},0" for k in range(random.randrange(30)))
    return typed(random)


def mime(random: Random) -> QMimeData:
    """Something on the clipboard: text, markup, a picture, bytes, addresses, or nothing."""
    data = QMimeData()
    kind = random.randrange(7)
    if kind <= 2:
        data.setText(text(random))
    elif kind == 3:
        data.setHtml(f"<table><tr><td>{typed(random)}<img src='file:///dev/zero'></td></tr></table>")
    elif kind == 4:
        data.setImageData(QImage(8, 8, QImage.Format.Format_RGB32))
    elif kind == 5:
        data.setData("application/octet-stream", random.randbytes(500))
        data.setData("text/plain", random.randbytes(500))
    elif random.random() < 0.5:
        data.setUrls([QUrl("https://example.invalid/x"), QUrl.fromLocalFile("/nowhere")])
    return data


def files(folder: Path, random: Random) -> list[Path]:
    """Some files to open: good ones, damaged ones, a folder, one that is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    good, damaged, table, urdf = (folder / name for name in ("good.arm.json", "bad.arm.json", "table.csv", "arm.urdf"))
    load(random.choice(examples())).save(good)
    damaged.write_bytes(good.read_bytes()[: random.randrange(2000)])
    table.write_text("t,q1,q2,q3\n" + "\n".join(f"{0.1 * k:g},{k / 10},0,0.5" for k in range(20)))
    urdf.write_text("<robot name='r'><link name='a'/></robot>")
    return [good, damaged, table, urdf, folder, folder / "missing.arm.json"]
