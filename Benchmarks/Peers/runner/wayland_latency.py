"""How long on Wayland after a turn of the wheel or a key a program commits a frame, by libwayland's own log of the two."""
import collections
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

import report

PAUSE = 0.4
KINDS = {"wheel": ("click", "5"), "key": ("key", "Down")}
# WAYLAND_DEBUG: milliseconds, and what was called of which object; requests have an arrow.
LINE = re.compile(r"^\[\s*(\d+\.\d+)\]\s+(->\s*)?(\w+)[@#](\d+)\.(\w+)\((.*)\)")
COLUMNS = ("mean_ms", "p50_ms", "p90_ms", "p99_ms", "max_ms")


def delays(log):
    """Milliseconds from each wheel or press to the next commit of the surface that is committed most often, and the number
    of those that nothing followed within a pause."""
    events, commits = [], collections.defaultdict(list)
    for line in log:
        found = LINE.match(line)
        if not found:
            continue
        moment, arrow, interface, thing, name, words = found.groups()
        moment = float(moment)
        is_press = interface == "wl_keyboard" and name == "key" and words.rstrip().endswith(", 1")
        if not arrow and (is_press or interface == "wl_pointer" and name == "axis"):
            # A client with two pointers gets each event twice.
            if not events or moment - events[-1] > PAUSE * 500:
                events.append(moment)
        elif arrow and interface == "wl_surface" and name == "commit":
            commits[thing].append(moment)
    frames = max(commits.values(), key=len, default=[])
    found, missed = [], 0
    for event in events:
        after = next((moment for moment in frames if moment >= event), None)
        if after is None or after - event > PAUSE * 500:
            missed += 1
        else:
            found.append(after - event)
    return found, missed


def measure_all(machine, variants, events):
    """A dictionary for each program and kind of input."""
    results = []
    for variant in variants:
        if variant.program == "floorwl":
            continue
        command = (
            [machine.demo, "--screen", "stress", "--rows", "1000000", "--size", "1280x800", "--appearance", "light",
             "--stats", os.devnull, *variant.arguments]
            if variant.is_ours else [*machine.command(variant), "1000000", "still", "1"])
        # Only TableDemo moves by keys.
        for kind in KINDS if variant.is_ours else ("wheel",):
            found, missed = _measure(machine, command, variant.environment, kind, events)
            if not found:
                print(f"{variant.label}, {kind}: left out, nothing moved", file=sys.stderr)
                continue
            found.sort()
            share = lambda part: found[min(len(found) - 1, int(len(found) * part))]
            results.append({
                "label": variant.label, "kind": kind, "events": len(found), "missed": missed,
                "mean_ms": statistics.fmean(found), "p50_ms": share(0.5), "p90_ms": share(0.9), "p99_ms": share(0.99),
                "max_ms": found[-1]})
    return {"head": report.header([], 1, "weston in Xvfb"), "events": events, "results": results}


def _measure(machine, command, environment, kind, events):
    with tempfile.TemporaryFile("w+") as log:
        program = subprocess.Popen(
            command, env={**machine.environment, **environment, "WAYLAND_DEBUG": "client"}, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=log)
        try:
            time.sleep(2)
            machine.input("mousemove", "640", "400")
            time.sleep(1)
            for _ in range(events):
                machine.input(*KINDS[kind])
                time.sleep(PAUSE)
        finally:
            program.kill()
            program.wait()
        log.seek(0)
        return delays(log)


def section(data):
    """The figures as a section in Markdown."""
    names = [name.removesuffix("_ms") for name in COLUMNS]
    lines = [
        "## From input to commit on Wayland", "",
        f"{report.caption({**data['head'], 'repetitions': 1})}. From `wl_pointer.axis` or `wl_keyboard.key` to the next"
        f" `wl_surface.commit` of the window at rest, in ms, {data['events']} events each, by `WAYLAND_DEBUG`.", "",
        "| | input | " + " | ".join(names) + " | unanswered |", "|---|---|" + "---:|" * (len(names) + 1)]
    for result in data["results"]:
        figures = " | ".join(report.number(result[name], 2) for name in COLUMNS)
        lines.append(f"| {result['label']} | {result['kind']} | {figures} | {result['missed']} |")
    return "\n".join(lines)
