#!/usr/bin/env python3
"""Checks that self-play which is stopped or killed, again and again, leaves the file that an undisturbed run
makes, that the longer steps of training stop soon, and that the learners of the old programs go on where they were:
train_interrupt.py BINARY"""

import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SELFPLAY = ["--games", "4000", "--depth", "1", "--exact", "8", "--weights", "none", "--threads", "2"]
SIGNALS = [signal.SIGINT, signal.SIGKILL, signal.SIGTERM]
PATIENCE = 300  # seconds, on a loaded machine


def size(file):
    return file.stat().st_size if file.exists() else 0


def disturbed_run(binary, file, number):
    """One run, sent a signal once the file has grown; its exit code."""
    before = size(file)
    process = subprocess.Popen([binary, "train", "selfplay", str(file), *SELFPLAY],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + PATIENCE
    while process.poll() is None and size(file) <= max(before, 500) and time.monotonic() < end:
        time.sleep(0.005)
    process.send_signal(number)
    _, errors = process.communicate(timeout=PATIENCE)
    return process.returncode, errors


def check_selfplay(binary, folder):
    problems = []
    whole = folder / "whole.emg"
    subprocess.run([binary, "train", "selfplay", str(whole), *SELFPLAY], check=True,
                   capture_output=True, timeout=PATIENCE)
    parts = folder / "parts.emg"
    stops = 0
    for attempt in range(40):
        number = SIGNALS[attempt % len(SIGNALS)]
        code, errors = disturbed_run(binary, parts, number)
        if code == 0:
            break
        stops += 1
        if number == signal.SIGKILL:
            # What a machine that loses its power may leave too: half a block.
            if code == -number:
                with parts.open("ab") as file:
                    file.write(b"\x40\x00\x00\x00half a block")
        elif code != 130 or errors != "emilia: stopped; the same command goes on with it\n":
            problems.append(f"{number.name}: exit code {code}, it said {errors!r}")
    print(f"{stops} runs were stopped")
    if stops < 3:
        problems.append(f"only {stops} runs were stopped")
    if parts.read_bytes() != whole.read_bytes():
        problems.append("the file of the disturbed runs differs from that of the undisturbed one")
    return problems


def check_greene(binary, folder):
    """Learning bursts of Greene's Learner, stopped and killed, end in the database of an undisturbed run."""
    burst = ["--games", "6000", "--begin", "weighted"]
    whole = folder / "whole.heuristics"
    subprocess.run([binary, "train", "greene", str(whole), *burst], check=True, capture_output=True,
                   timeout=PATIENCE)
    parts = folder / "parts.heuristics"
    stops = 0
    for attempt in range(200):
        number = SIGNALS[attempt % len(SIGNALS)]
        process = subprocess.Popen([binary, "train", "greene", str(parts), *burst], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        time.sleep(0.3)
        process.send_signal(number)
        _, errors = process.communicate(timeout=PATIENCE)
        if process.returncode == 0:
            break
        stops += 1
        if number != signal.SIGKILL and (process.returncode != 130 or "goes on with it" not in errors):
            return [f"greene: exit code {process.returncode}, it said {errors!r}"]
    problems = []
    if stops < 2:
        problems.append(f"greene: only {stops} runs were stopped")
    if not parts.exists() or parts.read_bytes() != whole.read_bytes():
        problems.append("greene: the database of the disturbed runs differs from that of the undisturbed one")
    if list(folder.glob("*.heuristics*")) != [*folder.glob("*.heuristics")]:
        problems.append("greene: something half-written is left behind")
    return problems


def check_steps(binary, folder):
    """Steps that take long: stopped a second after their beginning."""
    games = str(folder / "whole.emg")
    weights = str(folder / "never.weights")
    problems = []
    for arguments in (["label", games, str(folder / "labelled.emg"), "--depth", "20"],
                      ["mpc", games, "--depth", "20", "--positions", "1000"],
                      # With nothing held out it does not end early; else it would be writing by then.
                      ["fit", games, "--output", weights, "--iterations", "10000", "--ridge", "0",
                       "--validation", "0", "--neighbours", "1", "--threads", "1"]):
        process = subprocess.Popen([binary, "train", *arguments], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        try:
            _, errors = process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            problems.append(f"{arguments[0]}: still at work 30 s later")
            continue
        if process.returncode != 130 or not errors.startswith("emilia: stopped"):
            problems.append(f"{arguments[0]}: exit code {process.returncode}, it said {errors!r}")
    if Path(weights).exists():
        problems.append("a stopped fit wrote weights")
    return problems


def check_logistello(binary, folder):
    """Stopped and killed after some steps, it goes on to what an undisturbed run finds."""
    options = ["--iterations", "2", "--positions", "8", "--depth", "3", "--threads", "1"]
    command = [binary, "train", "logistello", str(folder / "whole.emg"), *options, "--output"]
    whole, parts = folder / "whole.parameters", folder / "parts.parameters"
    subprocess.run([*command, str(whole)], check=True, capture_output=True, timeout=PATIENCE)
    state = folder / "parts.parameters.state"
    problems = []
    stops = 0
    for number in SIGNALS:
        before = state.stat().st_mtime_ns if state.exists() else 0
        process = subprocess.Popen([*command, str(parts)], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + PATIENCE
        while (process.poll() is None and time.monotonic() < end
               and (not state.exists() or state.stat().st_mtime_ns == before)):
            time.sleep(0.005)
        process.send_signal(number)
        _, errors = process.communicate(timeout=PATIENCE)
        stops += process.returncode != 0
        if number != signal.SIGKILL and (process.returncode != 130 or
                                         not errors.startswith("emilia: stopped after ")):
            problems.append(f"{number.name}: exit code {process.returncode}, it said {errors!r}")
    subprocess.run([*command, str(parts)], check=True, capture_output=True, timeout=PATIENCE)
    print(f"{stops} runs of logistello were stopped")
    if parts.read_bytes() != whole.read_bytes():
        problems.append("the parameters of the disturbed runs differ from the undisturbed one's")
    if state.exists():
        problems.append("the state of a finished run is still there")
    return problems


def check_runs(binary, folder):
    """Runs of old programs that learn game by game: stopped in between, they come to the same file."""
    problems = []
    for arguments in (["mcabee", "--games", "150", "--depth", "3"],
                      ["logistello-book", "--games", "60", "--depth", "3"]):
        whole, parts = folder / f"whole.{arguments[0]}", folder / f"parts.{arguments[0]}"
        subprocess.run([binary, "train", arguments[0], str(whole), *arguments[1:]], check=True,
                       capture_output=True, timeout=PATIENCE)
        stops = 0
        while stops < 40:
            process = subprocess.Popen([binary, "train", arguments[0], str(parts), *arguments[1:]],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            time.sleep(0.1 + 0.05 * stops)
            process.send_signal(signal.SIGINT if stops % 2 == 0 else signal.SIGTERM)
            _, errors = process.communicate(timeout=PATIENCE)
            if process.returncode == 0:
                break
            stops += 1
            # Before the program looks for signals, one ends it as any other.
            early = process.returncode in (-signal.SIGINT, -signal.SIGTERM)
            if not early and (process.returncode != 130 or not errors.startswith("emilia: stopped")):
                problems.append(f"{arguments[0]}: exit code {process.returncode}, it said {errors!r}")
                break
        print(f"{arguments[0]}: {stops} runs were stopped")
        if stops < 1:
            problems.append(f"{arguments[0]}: no run was stopped")
        if not parts.exists() or parts.read_bytes() != whole.read_bytes():
            problems.append(f"{arguments[0]}: the file of the disturbed runs differs")
    return problems


def main():
    with tempfile.TemporaryDirectory() as name:
        problems = check_selfplay(sys.argv[1], Path(name)) + check_steps(sys.argv[1], Path(name))
        problems += check_greene(sys.argv[1], Path(name)) + check_logistello(sys.argv[1], Path(name))
        problems += check_runs(sys.argv[1], Path(name))
    print(*problems, f"{len(problems)} problems", sep="\n")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
