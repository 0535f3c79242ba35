"""Attacks on TableDemo from outside: files, signals, displays, window managers, limits, devices, command lines.

Each is a function of the program's path and a random generator; it raises `Failure`. What it does follows from the
generator alone, though not how the processes interleave.
"""

import itertools
import os
import resource
import shutil
import signal
import subprocess
import threading
import time

import texts
from run import EXITS, Failure, Run, Scratch, end, xvfb

# "processes" sends signals to what it shows: never with random input here.
SCREENS = ["countries", "stress", "reuse", "pitfalls", "updates", "letters", "styles", "editing", "mail", "selfsizing", "rich",
           "settings", "feed", "diffable", "grid"]


# Files that change under their reader

def lines(random, count, longest):
    word = random.choice(["x", "row ", "ä", "漢", "\t", "a\u0301", "0123456789"])
    return "".join(word * random.randint(0, max(1, longest // len(word))) + "\n" for _ in range(count)).encode()


def change(random, path):
    """One change of the file, as editors, loggers and mistakes make them."""
    kind = random.choice(
        ["truncate", "empty", "grow", "rewrite", "rewrite", "replace", "delete", "directory", "bytes", "sparse", "touch"])
    content = lines(random, random.randint(0, 3000), random.choice([1, 10, 200, 5000]))
    try:
        if os.path.isdir(path):
            os.rmdir(path)
        if kind == "delete":
            os.remove(path)
        elif kind == "directory":
            os.remove(path)
            os.mkdir(path)
        elif kind == "replace":
            with open(path + ".new", "wb") as file:
                file.write(content)
            os.replace(path + ".new", path)
        elif kind == "rewrite" or not os.path.exists(path):
            with open(path, "wb") as file:
                file.write(content)
        elif kind == "touch":
            os.utime(path)
        else:
            with open(path, "r+b") as file:
                size = os.path.getsize(path)
                if kind == "truncate":
                    file.truncate(random.randint(0, size))
                elif kind == "empty":
                    file.truncate(0)
                elif kind == "sparse":
                    file.truncate(size + random.randint(0, 1 << 26))
                elif kind == "grow":
                    file.seek(0, os.SEEK_END)
                    file.write(content)
                else:
                    file.seek(random.randint(0, size))
                    file.write(random.randbytes(random.randint(0, 5000)))
    except OSError:
        pass


def files(demo, random):
    """A text file changes under its reader; or its lines are searched, or its characters shown."""
    random.choice([changed_files, changed_files, texts.expressions, texts.glyphs])(demo, random)


def changed_files(demo, random):
    """A text file is rewritten, cut, replaced and removed while it is indexed, shown and scrolled."""
    with Scratch() as scratch:
        path = scratch.file("text.txt")
        with open(path, "wb") as file:
            file.write(lines(random, random.choice([0, 1, 100, 10_000, 100_000]), random.choice([1, 10, 80])))
        arguments = [path, "--headless", "--frames", str(random.choice([20, 200, 1000]))]
        arguments += random.choice([["--jump"], ["--scroll", str(random.choice([1, 37, 5000]))], []])
        if random.random() < 0.3:
            arguments += ["--paced"]
            arguments[3] = str(random.randint(5, 60))
        if random.random() < 0.05:
            arguments[0] = random.choice(["/proc/self/maps", "/proc/self/status", "/dev/zero", "/dev/null", "/proc/kmsg"])
        pause = random.choice([0, 0.001, 0.01, 0.05])
        run = Run([demo] + arguments, scratch)
        for _ in range(2000):
            if not run.is_running():
                break
            change(random, path)
            time.sleep(pause)
        run.wait(40)


# Signals

def signals(demo, random):
    """Signals at random moments of a run in a window."""
    with Scratch() as scratch:
        server, display = xvfb(scratch)
        try:
            statistics = scratch.file("stats.json")
            run = Run([demo, "--screen", random.choice(SCREENS), "--stats", statistics], scratch, {"DISPLAY": display})
            time.sleep(random.choice([0, 0.02, 0.1, 0.5, 1]) * random.random())
            for _ in range(random.randint(0, 4)):
                number = random.choice([signal.SIGSTOP, signal.SIGCONT, signal.SIGWINCH, signal.SIGCHLD, signal.SIGPIPE])
                run.send(number)
                time.sleep(0.1 * random.random())
            last = random.choice([signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
            for _ in range(random.choice([1, 1, 2, 5])):
                run.send(last)
                time.sleep(0.05 * random.random())
            run.send(signal.SIGCONT)
            run.wait(12)
        finally:
            end(server)


def display(demo, random):
    """The X server stops, dies, or stops and dies; a stopped one does not keep the program from ending."""
    with Scratch() as scratch:
        server, name = xvfb(scratch)
        try:
            run = Run([demo, "--screen", random.choice(SCREENS)], scratch, {"DISPLAY": name})
            time.sleep(random.choice([0.05, 0.3, 1]) * random.random())
            for _ in range(random.randint(0, 3)):
                os.kill(server.pid, signal.SIGSTOP)
                time.sleep(0.1 * random.random())
                os.kill(server.pid, signal.SIGCONT)
                time.sleep(0.1 * random.random())
            way = random.choice(["die", "die politely", "stop", "stop and die"])
            if way.startswith("stop"):
                os.kill(server.pid, signal.SIGSTOP)
                time.sleep(0.3 * random.random())
            if way == "stop":
                run.send(signal.SIGTERM)
            else:
                server.send_signal(signal.SIGTERM if way == "die politely" else signal.SIGKILL)
                os.kill(server.pid, signal.SIGCONT)
            run.wait(15)
        finally:
            end(server)


def manager(demo, random):
    """A window manager starts beside the program, stops, goes on, dies; then its windows are resized and killed."""
    with Scratch() as scratch:
        server, name = xvfb(scratch)
        helper = None
        environment = dict(os.environ, DISPLAY=name, HOME=scratch.path)

        def start():
            return subprocess.Popen(
                ["openbox"], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, start_new_session=True)

        try:
            if random.random() < 0.5:
                helper = start()
                time.sleep(random.choice([0, 0.05, 0.3]) * random.random())
            if helper and random.random() < 0.4:
                os.kill(helper.pid, signal.SIGSTOP)
            run = Run([demo, "--screen", random.choice(SCREENS)], scratch, {"DISPLAY": name})
            if not helper:
                time.sleep(0.3 * random.random())
                helper = start()
            for _ in range(random.randint(0, 6)):
                time.sleep(0.15 * random.random())
                what = random.choice(["stop", "go", "size", "iconify", "size", "kill", "move"])
                if what == "stop":
                    os.kill(helper.pid, signal.SIGSTOP)
                elif what == "go":
                    os.kill(helper.pid, signal.SIGCONT)
                else:
                    touch_window(what, run, random, environment)
            run.send(signal.SIGTERM)
            run.wait(12)
        finally:
            if helper:
                end(helper)
            end(server)


def touch_window(what, run, random, environment):
    """Does something to the program's windows, as another client may."""

    def tool(*words):
        return subprocess.run(
            ["xdotool", *words], env=environment, capture_output=True, text=True, timeout=10, check=False).stdout

    try:
        for window in tool("search", "--pid", str(run.pid)).split()[:3]:
            if what == "size":
                tool("windowsize", window, str(random.randint(1, 1400)), str(random.randint(1, 1000)))
            elif what == "move":
                tool("windowmove", window, str(random.randint(-500, 1400)), str(random.randint(-500, 1000)))
            elif what == "iconify":
                tool("windowminimize", window)
            elif what == "kill" and random.random() < 0.3:
                tool("windowkill", window)
    except subprocess.TimeoutExpired:
        pass


def hands(demo, random):
    """Random keys, clicks and wheel turns on a screen."""
    with Scratch() as scratch:
        server, name = xvfb(scratch)
        environment = dict(os.environ, DISPLAY=name)
        try:
            # A program that leaves figures shows one screen alone: from the list, hands would find the processes.
            statistics = scratch.file("stats.json")
            run = Run([demo, "--screen", random.choice(SCREENS), "--stats", statistics], scratch, {"DISPLAY": name})
            time.sleep(0.4)
            keys = ["Down", "Up", "Next", "Prior", "Home", "End", "space", "Return", "Escape", "Tab", "Delete", "BackSpace",
                    "ctrl+a", "ctrl+z", "shift+Down", "F1", "Menu", "a", "d", "e", "u", "t", "slash", "alt+Up"]
            for _ in range(random.randint(3, 12)):
                words = []
                for _ in range(random.randint(1, 10)):
                    words += random.choice([
                        ["key", random.choice(keys)],
                        ["mousemove", str(random.randint(0, 1399)), str(random.randint(0, 999))],
                        ["click", str(random.choice([1, 1, 3, 4, 5, 6, 7]))],
                        ["click", "--repeat", str(random.randint(2, 20)), "--delay", "5", str(random.choice([1, 4, 5]))],
                        ["mousedown", "1"], ["mouseup", "1"],
                    ])
                try:
                    subprocess.run(["xdotool", *words], env=environment, capture_output=True, timeout=20, check=False)
                except subprocess.TimeoutExpired:
                    pass
                if not run.is_running():
                    break
            run.send(signal.SIGTERM)
            run.wait(12)
        finally:
            end(server)


# Machines without room

def loader_end(demo, megabytes):
    """How the system's loader ends that only maps the program and its libraries, in so much address space.

    Other than 0 it is how the program ends too, before a line of it runs: 127, or a signal where not even the loader has
    room.
    """
    # Listing what it loaded instead of calling it, as `ldd -r` has it.
    environment = dict(os.environ, LD_TRACE_LOADED_OBJECTS="1", LD_WARN="yes", LD_BIND_NOW="1")
    return subprocess.run(
        [demo], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20)),
        timeout=30, check=False).returncode


def limits(demo, random):
    """Too few descriptors, too little memory, standard descriptors closed, devices that are full."""
    with Scratch() as scratch:
        arguments = ["--headless", "--frames", str(random.randint(1, 30)), "--screen", random.choice(SCREENS)]
        bounds = []
        closed = random.choice(list(itertools.chain(*(itertools.combinations(range(3), n) for n in range(4)))))
        stdout = None
        kind = random.choice(["descriptors", "memory", "closed", "full", "file size"])
        unloaded = 0
        if kind == "descriptors":
            bounds = [(resource.RLIMIT_NOFILE, random.randint(10, 40))]
        elif kind == "memory":
            megabytes = random.choice([random.randint(40, 130), random.randint(40, 600)])
            bounds = [(resource.RLIMIT_AS, megabytes << 20)]
            # The environment takes some of it too: what fails with a little less may fail.
            unloaded = loader_end(demo, megabytes) or loader_end(demo, megabytes - 1)
        elif kind == "file size":
            # Room for the word why, which goes to a file, too. Children of subprocess do not ignore SIGXFSZ as Python does.
            bounds = [(resource.RLIMIT_FSIZE, random.choice([1024, 4096]))]
            arguments += ["--screenshot", scratch.file("picture.png")]
        elif kind == "full":
            stdout = "/dev/full" if random.random() < 0.5 else None
            option = random.choice(["--screenshot", "--stats", "--trace"])
            arguments += random.choice([[option, "/dev/full"], ["--stats", "-"]])
            if random.random() < 0.2:
                arguments = [random.choice(["--list-screens", "--help", "--version"])]
        run = Run([demo] + arguments, scratch, limits=bounds, closed=closed if kind == "closed" else (), stdout=stdout)
        if kind == "closed" and 2 in closed:
            run.sent.add(2)
        if unloaded < 0:
            run.sent.add(-unloaded)
        run.wait(30, EXITS | {unloaded} if unloaded > 0 else EXITS)
        if kind == "full" and run.status == 0 and "/dev/full" in arguments:
            raise run.failure("wrote to a full device and said nothing")


def words(demo, random):
    """Senseless command lines."""
    with Scratch() as scratch:
        numbers = ["0", "1", "-1", "1e9", "9223372036854775807", "9223372036854775808", "0x10", "", " ", "٣", "1_000", "NaN"]
        pieces = [
            ["--screen", random.choice(SCREENS + ["", "nowhere", "file", "\u202e"])],
            ["--rows", random.choice(numbers + ["1000000000"])],
            ["--size", random.choice(["1x1", "0x0", "320x240", "16384x16", "x", "-1x5", "99999999999x2", "1x1x1"])],
            ["--scroll", random.choice(numbers + ["1000000000", "-37"])],
            ["--appearance", random.choice(["light", "dark", "auto", "blue"])],
            ["--renderer", random.choice(["auto", "software", "accelerated"])],
            ["--screenshot", random.choice([scratch.file("a.png"), "/", "", scratch.path])],
            ["--stats", random.choice(["-", scratch.file("s.json"), "/nowhere/s.json"])],
            ["--trace", random.choice([scratch.file("t.json"), "/nowhere/t.json"])],
            ["--fps"], ["--jump"], ["--paced"], ["--no-such-option"], ["--"], ["-"], ["/usr"], ["/nowhere"], ["/dev/null"],
        ]
        chosen = random.sample(pieces, random.randint(0, 5))
        arguments = ["--headless", "--frames", str(random.randint(0, 20))] + [word for piece in chosen for word in piece]
        Run([demo] + arguments, scratch).wait(40)


ATTACKS = [files, signals, display, manager, hands, limits, words]
