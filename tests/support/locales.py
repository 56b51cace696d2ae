"""The real window under a foreign locale, with numbers typed into it: the suite runs this short, the soak long."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path

from denoc.files.text.number_text import comma_in_doubt
from tests.support.studio.processes import WindowProcess

LOCALES = ("de_DE", "tr_TR", "ar_EG", "fa_IR", "zh_CN", "fr_FR")

TYPE = """
def begin():
    import json, locale
    from pathlib import Path
    from denoc_studio.project.sheets.dh_columns import COLUMNS
    from PySide6.QtCore import QLocale, Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QLineEdit

    window = main_window()
    window.session.preferences["recompute"] = False
    document, table, field = window.session.document, window.robot.table, window.robot.inertia.body.com[0]
    column = [column.field for column in COLUMNS].index("a")

    def enter(editor, text):
        editor.selectAll()
        QTest.keyClicks(editor, text)
        QTest.keyClick(editor, Qt.Key.Key_Return)

    def typed(number, text):
        table.setCurrentIndex(table.model().index(1, column))
        if number % 5:
            field.setFocus()
            enter(field, text)
            return document.project.robot.links[1].com[0]
        QTest.keyClick(table, Qt.Key.Key_Return)
        enter(table.findChild(QLineEdit), text)
        while table.findChildren(QLineEdit):  # Qt commits a cell at its next turn
            QApplication.processEvents()
        return document.project.robot.links[1].a

    found = []
    for number, text in enumerate(json.loads(Path("numbers.json").read_text())):
        value = typed(number, text)
        document.project.save("typed.arm.json")
        again = load(Path("typed.arm.json")).robot.links[1]
        found.append((value, again.com[0] if number % 5 else again.a))
    Path("found.json").write_text(json.dumps(found))
    say(locale.setlocale(locale.LC_TIME), QLocale.system().name())
    document.undo_stack.setClean()
    window.close()
"""


def typed_numbers(count: int, seed: int = 20) -> list[tuple[str, float]]:
    """(what is typed, what it means): all sizes, with points and with commas."""
    rng = random.Random(seed)
    found = [("1.5", 1.5), ("1,5", 1.5), ("1234.5", 1234.5)]
    while len(found) < count:
        digits = f"{rng.uniform(-1, 1) * 10.0 ** rng.randint(-9, 9):.{rng.randint(1, 17)}g}"
        comma = digits.replace(".", ",")
        found.append((comma if len(found) % 2 and not comma_in_doubt(comma) else digits, float(digits)))
    return found[:count]


def typed_in_a_window(locale: str, numbers: list[tuple[str, float]], folder: Path) -> list[str]:
    """What went wrong, in words; nothing where each number is meant, kept and read back as it was typed."""
    (folder / "numbers.json").write_text(json.dumps([text for text, _ in numbers]))
    name = f"{locale}.UTF-8"
    built = build_locale(name, folder / "locales")
    environment = {"LC_ALL": name, "LANG": name, "LANGUAGE": locale, "LOCPATH": str(folder / "locales")}
    if not built:  # Qt goes by the names alone
        del environment["LOCPATH"]
    with WindowProcess(folder, TYPE, **environment) as window:
        said = window.says.readline().split()
        code, _, complained = window.end()
    if (code, complained) != (0, "") or said != [name if built else said[0], locale]:
        return [f"{locale}: exit code {code}, locale {said}, {complained.strip()}"]
    found = json.loads((folder / "found.json").read_text())
    return [
        f"{locale}: {text} typed, {value!r} taken, {kept!r} in the file"
        for (text, meant), (value, kept) in zip(numbers, found, strict=True)
        if not value == kept == meant
    ]


def build_locale(name: str, folder: Path) -> bool:
    """For the C library, where the system has the tools; whether it is there."""
    folder.mkdir(exist_ok=True)
    if shutil.which("localedef") is None:
        return False
    given = ["localedef", "-f", "UTF-8", "-i", name.partition(".")[0], str(folder / name)]
    subprocess.run(given, capture_output=True, check=False)
    return (folder / name / "LC_CTYPE").exists()
