"""Measures TableDemo beside a tool that listens by AT-SPI, on a display and session buses of its own; see README.md."""
import argparse
import collections
import contextlib
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

TOOLS = pathlib.Path(__file__).resolve().parent.parent.parent / "Tests" / "EndToEnd" / "AccessibilityDriver"
sys.path.insert(0, str(TOOLS))
import listener  # noqa: E402
from listener import GLib, ask_for_rows, percentile  # noqa: E402

ROWS = 1_000_000_000
ROUNDS = 10
WINDOW = ["--screen", "stress", "--rows", str(ROWS), "--size", "900x600"]
PARTS = ["starts", "scroll", "calls", "walk", "flood"]
ACCESSIBLE = "org.a11y.atspi.Accessible"
PROPERTIES = "org.freedesktop.DBus.Properties"
missed_aims = []


def arguments():
    parser = argparse.ArgumentParser(
        prog="measure", description="Measures TableDemo while a tool listens by AT-SPI, and while none does.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)} (all)")
    parser.add_argument("--demo", required=True, metavar="PATH", help="a TableDemo that is built, instead of one of this tree")
    parser.add_argument("--pairs", type=int, default=5, help="runs of a scroll with and without a tool (5)")
    parser.add_argument("--starts", type=int, default=15, help="starts on each kind of bus (15)")
    parser.add_argument("--calls", type=int, default=1000, help=f"calls of each kind, in {ROUNDS} rounds (1000)")
    options = parser.parse_args()
    for part in options.parts:
        if part not in PARTS:
            parser.error(f"there is no part {part}: {', '.join(PARTS)}")
    return options


def head(words):
    load = " ".join(f"{value:.2f}" for value in os.getloadavg())
    print(f"\n{words}; load average {load}", flush=True)


def aim(is_met, words):
    """Prints a figure that has an aim, and keeps whether it was met."""
    print(f"  {words}: {'within' if is_met else 'ABOVE'}", flush=True)
    if not is_met:
        missed_aims.append(words)


class Session:
    """A display, and session buses with a home that is empty at first."""

    def __init__(self, folder):
        self.folder = folder
        self.processes = []
        reader, writer = os.pipe()
        self.start(["Xvfb", "-displayfd", str(writer), "-screen", "0", "1400x1000x24", "-nolisten", "tcp", "-noreset"],
                   pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as lines:
            display = ":" + lines.readline().strip()
        for name in ("WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "XDG_SESSION_TYPE", "AT_SPI_BUS_ADDRESS", "NO_AT_BRIDGE",
                     "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            os.environ.pop(name, None)
        # No kept settings: what GTK starts for them outlives the bus.
        os.environ.update(DISPLAY=display, GSETTINGS_BACKEND="memory")
        for name, part in (("HOME", "home"), ("XDG_RUNTIME_DIR", "run")):
            os.makedirs(f"{folder}/{part}", 0o700)
            os.environ[name] = f"{folder}/{part}"
        self.plain = self.bus()
        # The first question on this one starts the bus of assistive tools.
        self.assistive = self.bus()
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = self.assistive

    def start(self, command, **options):
        process = subprocess.Popen(command, **options)
        self.processes.append(process)
        return process

    def bus(self):
        process = self.start(["dbus-daemon", "--session", "--nofork", "--print-address=1"], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True)
        return process.stdout.readline().strip()

    def end(self):
        for process in reversed(self.processes):
            process.terminate()
            process.wait()


class Demo:
    """A run of TableDemo."""

    def __init__(self, session, demo, words, bus=None):
        self.stats = f"{session.folder}/stats.json"
        with contextlib.suppress(FileNotFoundError):
            os.remove(self.stats)
        environment = dict(os.environ, **({"DBUS_SESSION_BUS_ADDRESS": bus} if bus else {}))
        self.process = subprocess.Popen([demo, *words, "--stats", self.stats], env=environment, stdout=subprocess.DEVNULL)
        self.pid = self.process.pid

    def result(self):
        """The statistics, and the processor time in seconds, once it has ended."""
        _, status, usage = os.wait4(self.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        if self.process.returncode != 0:
            sys.exit(f"measure: TableDemo ended with {self.process.returncode}")
        with open(self.stats, encoding="utf-8") as file:
            return json.load(file), usage.ru_utime + usage.ru_stime

    def end(self):
        self.process.terminate()
        return self.result()

    def busy(self):
        """Processor time so far in seconds, of all threads; by the process's clock, which is finer than that of /proc."""
        return time.clock_gettime(~self.pid << 3 | 2)

    def private(self):
        """Private memory in KB."""
        with open(f"/proc/{self.pid}/smaps_rollup", encoding="ascii") as lines:
            return sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))

    def window(self):
        found = subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--pid", str(self.pid)],
                               capture_output=True, text=True, check=True)
        return found.stdout.split()[0]

    def listen(self):
        """A tool beside the window, and its list."""
        listener.enable()
        subprocess.run(["xdotool", "windowfocus", "--sync", self.window()], check=True)
        tool = listener.Listener(self.pid)
        tool.find()
        return tool, listener.longest_list(tool)


def starts(session, options):
    """Times of a start on a bus without and with AT-SPI: the same window, in turns."""
    head(f"Starts, {options.starts} of each in turns, up to the second frame")
    kinds = {"no session bus": ("none:", False), "session bus without AT-SPI": (session.plain, False),
             "with AT-SPI, no tool listens": (session.assistive, False), "with AT-SPI, a tool listens": (session.assistive, True)}
    shown, busy = {kind: [] for kind in kinds}, {kind: [] for kind in kinds}
    for number in range(options.starts + 1):
        for kind, (bus, is_heard) in kinds.items():
            listener.enable(is_heard)
            figures, seconds = Demo(session, options.demo, [*WINDOW, "--frames", "2"], bus).result()
            # The first finds no fonts remembered.
            if number:
                shown[kind].append(figures["startup_ms"])
                busy[kind].append(seconds * 1e3)
    for kind in kinds:
        print(f"  {kind:30} window shown p50 {statistics.median(shown[kind]):6.1f} ms, processor p50 "
              f"{statistics.median(busy[kind]):6.1f} ms")
    plain, idle = (statistics.median(busy[kind]) for kind in list(kinds)[1:3])
    aim(idle <= plain * 1.03 + 1, f"processor of a start where no tool listens {idle / plain - 1:+.1%}, at most 3 % and 1 ms more")


def scroll(session, options):
    """Processor time of the same frames with and without a tool."""
    head(f"A slow scroll, 600 frames at the display's rate, {options.pairs} pairs")
    costs = {False: [], True: []}
    words = [*WINDOW, "--frames", "600", "--paced", "--scroll", "3"]
    for _ in range(options.pairs):
        for is_heard in (False, True):
            listener.enable(is_heard)
            demo = Demo(session, options.demo, words)
            tool = None
            if is_heard:
                tool = subprocess.Popen([sys.executable, str(TOOLS / "listener.py"), "follow", str(demo.pid)],
                                        stdout=subprocess.PIPE, text=True)
                if tool.stdout.readline() != "listening\n":
                    sys.exit("measure: the tool does not listen")
            figures, _ = demo.result()
            if tool:
                tool.kill()
                tool.wait()
            costs[is_heard].append(figures["cpu_ms_per_frame"])
    ratios = [heard / alone - 1 for alone, heard in zip(costs[False], costs[True])]
    print(f"  processor a frame p50 {statistics.median(costs[False]):.3f} ms without a tool, {statistics.median(costs[True]):.3f} "
          f"with one; pairs {', '.join(f'{ratio:+.1%}' for ratio in ratios)}, p50 {statistics.median(ratios):+.1%}")
    # Other programs only add to a run, so that the least disturbed ones are compared.
    least = min(costs[True]) / min(costs[False]) - 1
    print(f"  least {min(costs[False]):.3f} ms without a tool, {min(costs[True]):.3f} with one")
    aim(least <= 0.05, f"a tool costs {least:+.1%} in the least disturbed runs, at most 5 %")


def calls(session, options):
    """How long a call of each kind takes, there and back, over rows at random."""
    demo = Demo(session, options.demo, WINDOW)
    tool, table = demo.listen()
    path = listener.PATH(table)
    draw = random.Random(1)

    def row(number=None):
        number = draw.randrange(ROWS) if number is None else number
        return tool.raw(path, ACCESSIBLE, "GetChildAtIndex", GLib.Variant("(i)", (number,))).unpack()[0][1]

    far = [row() for _ in range(100)]
    near = []
    below = "org.a11y.atspi."

    def get(interface, name):
        return PROPERTIES, "Get", lambda: GLib.Variant("(ss)", (below + interface, name))

    def ask(interface, member, kind=None, values=None):
        return below + interface, member, lambda: GLib.Variant(kind, values()) if kind else None

    def number():
        return (draw.randrange(ROWS),)

    box = table.queryComponent().getExtents(1)

    def point():
        return (box.x + draw.randrange(box.width), box.y + draw.randrange(box.height), 1)

    buttons = ([0, 0], 1, {}, 1, [0, 1 << 43 % 32, 0, 0], 2, [], 1, False)
    everything = [
        ("list", [path], [
            get("Accessible", "ChildCount"), ask("Accessible", "GetChildAtIndex", "(i)", number), ask("Accessible", "GetChildren"),
            ask("Accessible", "GetRole"), ask("Accessible", "GetState"), ask("Accessible", "GetAttributes"),
            ask("Accessible", "GetInterfaces"), ask("Table", "GetAccessibleAt", "(ii)", lambda: (*number(), 0)),
            ask("Selection", "IsChildSelected", "(i)", number), ask("Selection", "SelectChild", "(i)", number),
            get("Selection", "NSelectedChildren"), ask("Component", "GetAccessibleAtPoint", "(iiu)", point)]),
        ("window", ["/org/a11y/atspi/accessible/window"], [
            ask("Collection", "GetMatches", "((aiia{ss}iaiiasib)uib)", lambda: (buttons, 1, 0, True))]),
        ("row on screen", near, [get("Accessible", "Name"), ask("Accessible", "GetState"), ask("Action", "GetActions")]),
        ("row far away", far, [
            get("Accessible", "Name"), get("Accessible", "Description"), get("Accessible", "Parent"),
            ask("Accessible", "GetIndexInParent"), ask("Accessible", "GetRole"), ask("Accessible", "GetState"),
            ask("Accessible", "GetAttributes"), ask("Component", "GetExtents", "(u)", lambda: (0,)), ask("Action", "GetActions"),
            (PROPERTIES, "GetAll", lambda: GLib.Variant("(s)", (ACCESSIBLE,))),
            ask("Component", "ScrollTo", "(u)", lambda: (2,)), ask("Component", "GrabFocus")]),
    ]
    calls_in_round = max(1, options.calls // ROUNDS)
    head(f"Calls at {ROWS:,} rows, {calls_in_round * ROUNDS} of each kind, one at a time")
    pings = timed(options.calls, lambda _: listener.bus().call_sync(
        "org.a11y.atspi.Registry", "/org/a11y/atspi/registry", "org.freedesktop.DBus.Peer", "Ping", None, None, 0, 5000, None))
    print(f"  {'the registry: Ping':44} p50 {percentile(pings, 0.5) * 1e3:5.2f} ms, p99 {percentile(pings, 0.99) * 1e3:5.2f} ms")
    # In rounds, so that what else the machine does for a moment does not fall on one kind alone.
    taken, costs = collections.defaultdict(list), collections.Counter()
    for _ in range(ROUNDS):
        # Calls have scrolled the list.
        near[:] = [reference[1] for reference in tool.raw(path, ACCESSIBLE, "GetChildren").unpack()[0]]
        for place, paths, kinds in everything:
            for interface, member, values in kinds:
                words = values()
                kind = f"{place}: {words.unpack()[1] if member == 'Get' else member}"
                busy = demo.busy()
                taken[kind] += timed(calls_in_round,
                                     lambda question: tool.raw(question[0], interface, member, question[1]),
                                     lambda: (draw.choice(paths), values()))
                costs[kind] += demo.busy() - busy
    slowest = (0, "")
    for kind, times in taken.items():
        print(f"  {kind:44} p50 {percentile(times, 0.5) * 1e3:5.2f} ms, p99 {percentile(times, 0.99) * 1e3:5.2f} ms, "
              f"{costs[kind] / len(times) * 1e6:5.0f} \u03bcs of processor", flush=True)
        slowest = max(slowest, (percentile(times, 0.99), kind))
    demo.end()
    aim(slowest[0] <= 0.001, f"the slowest kind, {slowest[1]}, takes {slowest[0] * 1e3:.2f} ms at p99, at most 1 ms")


def timed(count, body, prepare=lambda: None):
    """Seconds of each of so many calls, each of what `prepare` makes before the clock runs: PyGObject needs 0.2 ms for the
    question of GetMatches."""
    taken = []
    for _ in range(count):
        prepared = prepare()
        start = time.perf_counter()
        body(prepared)
        taken.append(time.perf_counter() - start)
    return taken


def walk(session, options):
    """Memory that a walk over rows takes, with the names of one in a hundred, and the cells that are kept."""
    for rows in (200_000, 1_000_000):
        demo = Demo(session, options.demo, WINDOW)
        tool, table = demo.listen()
        path = listener.PATH(table)
        names = 0

        def go(start, end):
            nonlocal names
            for first in range(start, end, 10_000):
                paths, _ = ask_for_rows(tool, path, range(first, min(first + 10_000, end)))
                for far in paths[::100]:
                    tool.raw(far, PROPERTIES, "Get", GLib.Variant("(ss)", (ACCESSIBLE, "Name")))
                    names += 1

        go(0, 2000)
        head(f"A walk of {rows:,} rows")
        (before, begin, busy) = (demo.private(), time.monotonic(), demo.busy())
        go(2000, 2000 + rows)
        (after, seconds, busy) = (demo.private(), time.monotonic() - begin, demo.busy() - busy)
        figures, _ = demo.end()
        cells = figures["cells"]
        print(f"  {seconds:.0f} s, {busy / rows * 1e6:.0f} \u03bcs of processor a row; private memory {before:,} KB before, "
              f"{after:,} KB after")
        print(f"  cells after {names:,} names: {cells['created']} made, {cells['visible']} on screen, {cells['idle']} waiting")
        aim(after - before <= 1024, f"{after - before:+,} KB, at most 1 MB")
        aim(cells["idle"] <= 3, f"{cells['idle']} cells kept beside those on screen, at most 3")


def flood(session, options):
    """Frames while the wheel turns and a tool asks for as many rows as it can."""
    head("The wheel turns for 4.5 s, while a tool asks for row after row with 32 calls under way, and without one")
    missed = {}
    for is_asked in (False, True):
        listener.enable(is_asked)
        demo = Demo(session, options.demo, WINDOW)
        window = demo.window()
        subprocess.run(["xdotool", "windowfocus", "--sync", window, "mousemove", "--window", window, "450", "300"], check=True)
        time.sleep(1)
        tool = None
        if is_asked:
            tool = subprocess.Popen([sys.executable, str(TOOLS / "listener.py"), "rows", str(demo.pid)],
                                    stdout=subprocess.PIPE, text=True)
            tool.stdout.readline()
        subprocess.run(["xdotool", "click", "--repeat", "300", "--delay", "15", "5"], check=True)
        words = tool.communicate()[0] if tool else ""
        figures, _ = demo.end()
        missed[is_asked] = figures["missed_frames"]
        print(f"  {'with a tool' if is_asked else 'without one'}: {figures['missed_frames']} of {figures['frames']} frames missed at "
              f"{figures['refresh_rate']:.0f} Hz, frame p99 {figures['frame_ms']['p99']:.1f} ms")
        if words:
            print("  " + words.splitlines()[0])
    aim(missed[True] <= missed[False], f"{missed[True]} frames missed, {missed[False]} without a tool")


def main():
    options = arguments()
    folder = tempfile.mkdtemp(prefix="anole-listening-")
    session = Session(folder)
    try:
        listener.enable()
        import pyatspi
        listener.pyatspi = pyatspi
        for part in options.parts or PARTS:
            globals()[part](session, options)
    except (listener.Wrong, GLib.Error) as error:
        sys.exit(f"measure: {error}")
    finally:
        session.end()
        shutil.rmtree(folder, ignore_errors=True)
    if missed_aims:
        sys.exit("\n" + "\n".join(f"Above its aim: {words}" for words in missed_aims))


main()
