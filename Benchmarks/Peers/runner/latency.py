"""How long after a turn of the wheel, a key or a click anything moves: real input, and the X server's report of damage."""
import json
import os
import subprocess
import sys

import report

SIZES = ("1280x800", "3840x2160")
# What TableDemo is asked: the screen, the kind of input, whether something moves meanwhile.
OURS = [("stress", kind, phase) for phase in ("idle", "motion") for kind in ("wheel", "key", "click")] + [
    ("countries", "type", "idle")]
COLUMNS = ("mean_ms", "p50_ms", "p90_ms", "p99_ms", "max_ms")


def measure_all(machine, variants, events):
    """A dictionary for each program, kind of input and size of window."""
    results = []
    before = report.header([], 1)
    for label, size, command, environment, kind, phase in _plan(machine, variants):
        if sys.stderr.isatty():
            print(f"\r\033[K{label}, {kind}, {phase}", end="", file=sys.stderr, flush=True)
        result = _measure(machine, command, environment, kind, phase, events)
        if result is None or not result["events"]:
            print(f"\r{label}, {kind}, {phase}: left out, nothing moved", file=sys.stderr)
        else:
            results.append({"label": label, "size": size, **result})
    return {"head": before, "events": events, "results": results}


def _plan(machine, variants):
    xterm = ["xterm", "-geometry", "200x60", "-e", "sh", "-c", "seq 100000; sleep 1000"]
    yield "xterm", "200x60", xterm, {}, "wheel", "idle"
    for variant in variants:
        if variant.is_ours:
            for size in SIZES if not variant.key.endswith("accelerated") else SIZES[:1]:
                for screen, kind, phase in OURS:
                    command = [machine.demo, "--screen", screen, "--size", size, "--appearance", "light", *variant.arguments]
                    rows = ["--rows", "1000000"] if screen == "stress" else []
                    # A program that leaves figures shows one screen alone, without the list of screens.
                    rows += ["--stats", os.devnull]
                    yield variant.label, size, command + rows, variant.environment, kind, phase
        elif variant.program != "floor":
            for phase in ("idle", "motion"):
                command = [*machine.command(variant), "1000000", "still", "1"]
                yield variant.label, SIZES[0], command, variant.environment, "wheel", phase


def _measure(machine, command, environment, kind, phase, events):
    """What the measuring program printed; None when there was nothing to measure."""
    try:
        program = subprocess.Popen(
            command, env={**machine.environment, **environment}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
    except OSError:
        return None
    try:
        done = subprocess.run(
            [os.path.join(machine.folder, "latency"), str(events), kind, phase], env=machine.environment,
            timeout=60 + events, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        return json.loads(done.stdout) if done.returncode == 0 else None
    except subprocess.TimeoutExpired:
        return None
    finally:
        program.terminate()
        try:
            program.wait(5)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()


def caption(data):
    """When and where it was measured, for below a chart."""
    return f"{data['head']['date']}, {data['head']['machine']}, Xvfb, 1280x800, {data['events']} turns of the wheel each"


def section(data):
    """The figures as a section in Markdown, with the chart."""
    names = [name.removesuffix("_ms") for name in COLUMNS]
    lines = [
        "## From input to pixel", "", "![From the wheel to the first changed pixel](comparison-latency.svg)", "",
        f"{data['head']['date']}, {data['head']['machine']}, Xvfb. From input made by XTest to the first damage that the X"
        f" server reports, in ms, {data['events']} events each; in motion the wheel turns all the while.", "",
        "| | window | input | | " + " | ".join(names) + " | unanswered |", "|---|---|---|---|" + "---:|" * (len(names) + 1)]
    for result in data["results"]:
        figures = " | ".join(report.number(result[name], 2) for name in COLUMNS)
        lines.append(
            f"| {result['label']} | {result['size']} | {result['kind']} | {result['phase']} | {figures} | {result['missed']} |")
    return "\n".join(lines)
