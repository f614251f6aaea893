"""A cold start: `yakulang score` from the second run on, and a scorer with fixed rules, each a process, in turns.

    python tests/benchmarks/cold.py --peers FOLDER [--rounds 30]

FOLDER is an environment (`python -m venv FOLDER && FOLDER/bin/pip install mahjong==2.1.0`). The interpreter that runs
this script runs yakulang; the checkout is found from here. Cache and bytecode stand in a temporary folder, so that
both begin as after an installation. The best round counts, by the clock and by processor time: other work on the
machine lengthens the former. Memory is the peak that a process reports of itself.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

CHECKOUT = Path(__file__).resolve().parents[2]
TEXT = "234m567m345p67s22s +8s"
ARGUMENTS = ["score", TEXT, "--seat", "S", "--from", "W"]
PEER = """
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.tile import TilesConverter
tiles = TilesConverter.string_to_136_array(man="234567", pin="345", sou="22678")
(win, *_) = TilesConverter.string_to_136_array(sou="8")
result = HandCalculator().estimate_hand_value(tiles, win, config=HandConfig())
print(result, result.han, result.fu, result.cost)
"""
API = f"""
from yakulang import Hand, load_ruleset
ruling = load_ruleset("default").score(Hand.parse({TEXT!r}, seat="S"))
print(ruling.han, ruling.fu, ruling.points)
"""
MEMORY = """
import sys
with open("/proc/self/status") as status:
    print(*(line.split()[1] for line in status if line.startswith("VmHWM")), file=sys.stderr)
"""
COMMAND = f"from yakulang.cli import main\nmain({ARGUMENTS!r})\n"

Run = tuple[float, float]  # seconds by the clock, and of the processor


def run(command: list[str], environment: dict[str, str]) -> Run:
    """Run a process to its end."""
    start = perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    took = perf_counter() - start
    if status:
        sys.exit(f"{command} failed")
    return took, used.ru_utime + used.ru_stime


def peak(python: str, code: str, environment: dict[str, str]) -> float:
    """Return the peak of memory of a process in MB, as it tells itself."""
    done = subprocess.run([python, "-c", code + MEMORY], env=environment, capture_output=True, text=True, check=True)
    return int(done.stderr.split()[-1]) / 1024


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", type=Path, help="the environment of the other scorer, without which are no ratios")
    parser.add_argument("--rounds", type=int, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "YAKULANG"))}
        environment |= {"PYTHONPATH": str(CHECKOUT), "PYTHONPYCACHEPREFIX": f"{folder}/bytecode"}
        environment["YAKULANG_CACHE"] = f"{folder}/cache"
        own = sys.executable
        commands = {
            "python -c pass": [own, "-c", "pass"],
            "import click": [own, "-c", "import click"],
            "yakulang score": [own, "-m", "yakulang", *ARGUMENTS],
            "load_ruleset, one hand": [own, "-c", API],
        }
        base = "yakulang score"
        peer = str(options.peers / "bin" / "python") if options.peers else None
        if peer:
            base = "mahjong, one hand"
            commands = {base: [peer, "-c", PEER], **commands}
        first = {name: run(command, environment) for name, command in commands.items()}
        for command in commands.values():  # the second run is the first that finds all in place
            run(command, environment)
        runs: dict[str, list[Run]] = {name: [] for name in commands}
        for _ in range(options.rounds):
            for name, command in commands.items():
                runs[name].append(run(command, environment))
        print(
            f"{'':26}{'clock, best':>12}{'median':>9}{'ratio':>7}{'cpu, best':>11}{'ratio':>7}{'first run':>11}   (ms)"
        )
        bests = {name: tuple(map(min, zip(*measured, strict=True))) for name, measured in runs.items()}
        for name, measured in runs.items():
            (clock, cpu), of = bests[name], bests[base]
            middle = median(took for took, _ in measured)
            print(
                f"{name:26}{1000 * clock:12.1f}{1000 * middle:9.1f}{clock / of[0]:7.2f}{1000 * cpu:11.1f}"
                f"{cpu / of[1]:7.2f}{1000 * first[name][0]:11.0f}"
            )
        if sys.platform == "linux":
            print("\npeak of memory, MB")
            for name, python, code in [
                ("python", own, ""),
                ("mahjong, one hand", peer, PEER),
                ("yakulang score", own, COMMAND),
                ("load_ruleset, one hand", own, API),
            ]:
                if python:
                    print(f"{name:26}{peak(python, code, environment):12.1f}")


if __name__ == "__main__":
    main()
