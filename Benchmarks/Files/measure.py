"""Opens, searches and filters one large log in TableDemo and in other programs, one after another, and prints what it took."""
import argparse
import json
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

LITERAL = "needle-at-the-end"
EXPRESSION = "need[a-z]+-at-(the|an)-end"
# Filters besides, which most lines pass, a tenth, and a seventh.
FILTERS = ["worker", "ERROR", "shard=3 "]
# Bytes, besides 1.2 for each line.
LEAST_MEMORY = 60e6


def arguments():
    parser = argparse.ArgumentParser(prog="compare", description="Compares TableDemo with other viewers of large logs.")
    parser.add_argument("lines", nargs="?", type=int, default=10_000_000, metavar="LINES",
                        help="lines of the log, of about 100 bytes each (10000000)")
    parser.add_argument("--demo", required=True, metavar="PATH", help="a TableDemo that is built, instead of one of this tree")
    return parser.parse_args()


def make_log(path, lines):
    """Lines that all differ, one in ten of them an error; the texts that are searched for stand in the last one only."""
    with open(path, "w", encoding="ascii") as file:
        for start in range(0, lines, 50_000):
            file.write("".join(
                f"2026-11-25T21:{number // 60 % 60:02}:{number % 60:02}.{number % 1000:03} "
                f"{'ERROR' if number % 10 == 0 else 'INFO '} worker shard={number % 7} request={number:010} "
                f"path=/api/v1/items/{number * 7919 % 999983:06}/{number % 13}\n"
                for number in range(start, min(start + 50_000, lines))))
        file.write(f"2026-11-25T23:59:59.999 ERROR worker shard=3 {LITERAL}\n")


def run(command, terminal=False):
    """Wall time in seconds and the most memory in bytes of a command; of one in a terminal, until nothing more is printed."""
    begin = time.monotonic()
    if not terminal:
        with open(os.devnull, "r+b") as null:
            process = subprocess.Popen(command, stdin=null, stdout=null, stderr=null)
        _, _, usage = os.wait4(process.pid, 0)
        return time.monotonic() - begin, usage.ru_maxrss * 1024
    pid, descriptor = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm"
        os.execvp(command[0], command)
    last = None
    while last is None or time.monotonic() - last < 0.5:
        if select.select([descriptor], [], [], 0.05)[0]:
            try:
                if not os.read(descriptor, 65536):
                    break
            except OSError:
                break
            # A first line, as "waiting", is not all.
            if time.monotonic() - begin > 0.3 or last is not None:
                last = time.monotonic()
        if time.monotonic() - begin > 120:
            break
        if last is None and time.monotonic() - begin > 1 and idle(pid):
            last = begin
    memory = peak(pid)
    os.kill(pid, signal.SIGKILL)
    os.wait4(pid, 0)
    os.close(descriptor)
    return max((last or begin) - begin, 0), memory


def ticks(pid):
    """Processor time of a process in seconds."""
    with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
        words = file.read().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def idle(pid):
    start = ticks(pid)
    time.sleep(0.2)
    return ticks(pid) == start


def peak(pid):
    """The most memory of a process in bytes, pages of files included."""
    with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
        return next((int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM")), 0)


class Window:
    """A window of TableDemo on a display of its own, driven by keys."""

    def __init__(self, demo, path, folder):
        self.stats = os.path.join(folder, "stats.json")
        reader, writer = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1400x1000x24", "-nolisten", "tcp", "-noreset"],
            pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as numbers:
            display = ":" + numbers.readline().strip()
        self.environment = {**os.environ, "DISPLAY": display, "XDG_STATE_HOME": os.path.join(folder, "state")}
        self.environment.pop("WAYLAND_DISPLAY", None)
        # The history of searches has an expression, which no key says a text is.
        os.makedirs(os.path.join(folder, "state", "TableDemo"), exist_ok=True)
        with open(os.path.join(folder, "state", "TableDemo", "searches"), "w", encoding="utf-8") as file:
            json.dump([{"text": EXPRESSION, "isExpression": True, "matchesCase": True, "matchesWords": False}], file)
        begin = time.monotonic()
        self.process = subprocess.Popen([demo, path, "--stats", self.stats], env=self.environment)
        self.opening = self.wait(begin)
        window = self.tool("search", "--onlyvisible", "--pid", str(self.process.pid)).split()[0]
        self.tool("windowfocus", "--sync", window)
        time.sleep(0.5)

    def tool(self, *words):
        return subprocess.run(["xdotool", *words], env=self.environment, capture_output=True, text=True, check=True).stdout

    def wait(self, begin):
        """Seconds from a moment until the process did its last work and is at rest."""
        last, busy = begin, ticks(self.process.pid)
        while time.monotonic() - last < 0.4:
            time.sleep(0.01)
            now = ticks(self.process.pid)
            if now != busy:
                last, busy = time.monotonic(), now
        return last - begin

    def do(self, *keys):
        """Presses a key, types texts or presses further keys, then Return: the seconds until the process is at rest, and its
        processor time."""
        self.tool("key", keys[0])
        time.sleep(0.3)
        for key in keys[1:]:
            self.tool(*(["key", key] if key == "Up" else ["type", "--delay", "1", key]))
        time.sleep(0.3)
        begin, busy = time.monotonic(), ticks(self.process.pid)
        self.tool("key", "Return")
        seconds = self.wait(begin)
        return seconds, ticks(self.process.pid) - busy

    def end(self):
        memory = peak(self.process.pid)
        self.process.terminate()
        self.process.wait()
        self.server.terminate()
        self.server.wait()
        with open(self.stats, encoding="utf-8") as file:
            return memory, json.load(file)


def find_member(value, name):
    """The first member of a name, however deep it lies."""
    if isinstance(value, dict):
        if name in value:
            return value[name]
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            found = find_member(part, name)
            if found is not None:
                return found
    return None


def row(program, work, seconds, memory=None, note=""):
    megabytes = f"{memory / 1e6:8.0f}" if memory else "       -"
    print(f"{program:12} {work:34} {seconds:8.2f} {megabytes}  {note}", flush=True)


def measure_demo(demo, path, lines, folder):
    size = os.path.getsize(path) / 1e9
    seconds, memory = run([demo, path, "--frames", "2", "--headless"])
    row("TableDemo", "read to its end", seconds, memory, f"{size / seconds:.2f} GB/s")
    window = Window(demo, path, folder)
    row("TableDemo", "window, until it is at rest", window.opening)
    seconds, busy = window.do("ampersand", "Up")
    row("TableDemo", "expression, all lines", seconds, None,
        f"{size / max(seconds, 0.01):.2f} GB/s, {busy:.2f} s of processor")
    seconds, busy = window.do("ampersand", LITERAL)
    row("TableDemo", "literal text, all lines", seconds, None,
        f"{size / max(seconds, 0.01):.2f} GB/s, {busy:.2f} s of processor")
    ends = []
    for text in FILTERS:
        window.tool("key", "Escape")
        seconds, busy = window.do("ampersand", text)
        ends.append(seconds)
        row("TableDemo", f"a further filter, {text.strip()}", seconds, None, f"{busy:.2f} s of processor")
    memory, statistics = window.end()
    limit = LEAST_MEMORY + 1.2 * lines
    row("TableDemo", "five filters", sum(ends), memory, f"{'within' if memory <= limit else 'ABOVE'} {limit / 1e6:.0f} MB")
    print(f"{'TableDemo':12} frames missed at 60 Hz in all that: {find_member(statistics, 'missed_at_60_hz')}")
    return memory <= limit


def measure_others(path):
    size = os.path.getsize(path) / 1e9
    commands = [
        ("rg", "literal text, all lines", ["rg", "--no-config", "-a", "-c", "-F", LITERAL, path], False),
        ("rg", "expression, all lines", ["rg", "--no-config", "-a", "-c", EXPRESSION, path], False),
        ("less", "to the end", ["less", "-n", "+G", path], True),
        ("less", "literal text", ["less", "-n", f"+/{LITERAL}", path], True),
        ("lnav", "to the end", ["lnav", "-n", "-c", ":goto 100%", path], False),
        ("lnav", "filter", ["lnav", "-n", "-c", f":filter-in {LITERAL}", path], False),
        ("vd", "read to its end", ["vd", "-b", "-f", "txt", path, "-o", os.devnull], False),
    ]
    missing = set()
    for program, work, command, terminal in commands:
        if not shutil.which(program):
            missing.add(program)
            continue
        seconds, memory = run(command, terminal)
        row(program, work, seconds, memory, f"{size / max(seconds, 0.01):.2f} GB/s")
    if not shutil.which("glogg"):
        missing.add("glogg")
    if missing:
        print(f"Left out, because they are not installed: {', '.join(sorted(missing))}")


def main():
    options = arguments()
    for tool in ("Xvfb", "xdotool"):
        if not shutil.which(tool):
            sys.exit(f"compare: {tool} is not installed")
    folder = tempfile.mkdtemp(prefix="anole-files-")
    try:
        path = os.path.join(folder, "large.log")
        make_log(path, options.lines)
        with open(path, "rb") as file:
            while file.read(1 << 24):
                pass
        print(f"{options.lines:,} lines, {os.path.getsize(path) / 1e6:,.0f} MB, page cache warm")
        print(f"{'program':12} {'work':34} {'seconds':>8} {'MB':>8}")
        fits = measure_demo(options.demo, path, options.lines, folder)
        measure_others(path)
    finally:
        shutil.rmtree(folder)
    sys.exit(0 if fits else 1)


main()
