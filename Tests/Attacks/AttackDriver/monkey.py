"""Takes random paths through TableDemo, then compares its window with that of a program started anew and brought to the same
state by the shortest way: monkey.py ATTACK --demo TableDemo --seed N --seconds S [--programs N] [--keep DIR]

Runs in processes and, started by `main.py`, a PID namespace of its own: the screen of processes sends signals to what it
shows. Prints what the probe prints: how many paths were taken, then what was found.
"""

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time

import screens
import x11
from run import Failure, Run, Scratch, at_rest, end, xvfb

# How long two pictures may take to become equal: animations, carets that blink, files that are read.
PATIENCE = 6.0
# Paths that are tried to make one that fails shorter.
TRIES = 40


class Pair:
    """Two X servers: one for the program that takes the path, one for that started anew."""

    def __enter__(self):
        self.scratch = Scratch().__enter__()
        self.servers = [xvfb(self.scratch) for _ in range(2)]
        self.clients = [x11.Client(name) for _, name in self.servers]
        self.folder = self.scratch.file("files")
        os.mkdir(self.folder)
        write_files(self.folder)
        return self

    def __exit__(self, *_):
        for server, _ in self.servers:
            end(server)
        self.scratch.__exit__()

    def start(self, place, demo, arguments):
        environment = {
            "DISPLAY": self.servers[place][1], "DBUS_SESSION_BUS_ADDRESS": "none:", "GTK_THEME": "",
            "XDG_CONFIG_HOME": self.scratch.path, "XDG_CACHE_HOME": self.scratch.file("cache")}
        # A new state folder for each start: what a window remembers, recent files too, is no part of the state.
        environment["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix=f"state-{place}-", dir=self.scratch.path)
        return Run([demo] + arguments, self.scratch, environment)


def write_files(folder):
    with open(f"{folder}/log.txt", "w") as file:
        file.writelines(f"{number:05} a line of the log, as long as some are and no longer\n" for number in range(400))
    with open(f"{folder}/table.csv", "w") as file:
        file.write("name,count,place\n")
        file.writelines(f"item {number},{number * 37 % 1000},shelf {number % 9}\n" for number in range(300))
    with open(f"{folder}/long.txt", "w") as file:
        file.writelines("word " * (number * 13 % 90) + f"end of {number}\n" for number in range(200))


def equal_pictures(clients, runs, last):
    """Waits until both windows show the same. Gives the last two pictures, and whether they are equal."""
    deadline = time.monotonic() + PATIENCE
    pause = 0.03
    # A file has no row or cell to lead to before it is read: what leads to the first is pressed again.
    may_be_early = last.screen == "file"
    while True:
        pictures = [client.picture() for client in clients]
        if all(pictures) and pictures[0].is_like(pictures[1]):
            return pictures, True
        for run in runs:
            if not run.is_running():
                raise run.failure("ended on the way")
        if may_be_early and time.monotonic() > deadline - PATIENCE / 2:
            may_be_early = False
            for client in clients:
                screens.bring_to_rest(last, client)
        if time.monotonic() > deadline:
            return pictures, False
        time.sleep(pause)
        pause = min(pause * 1.5, 0.3)


def take(path, state, client):
    """Takes a path; gives the state it leads to."""
    for step in path:
        screens.perform(step, state, client)
        state = state.after(step)
    return state


class Difference(Exception):
    """Two pictures that should be equal."""

    def __init__(self, words, pictures):
        super().__init__(words)
        self.pictures = pictures


# The attacks

def monkey(pair, demo, path, begin):
    """The window after a path beside that of a program started anew."""
    last = begin
    for step in path:
        last = last.after(step)
    closing = last.rest()
    for step in closing:
        last = last.after(step)
    if last.screen in screens.LIVE:
        step = ("screen", "countries")
        closing.append(step)
        last = last.after(step)
    runs = []
    try:
        runs.append(pair.start(0, demo, begin.arguments(pair.folder)))
        # It comes up while the path is taken.
        runs.append(pair.start(1, demo, last.arguments(pair.folder)))
        for client, run in zip(pair.clients, runs):
            client.find_window(run.is_running)
            screens.park(client)
        take(path + closing, begin, pair.clients[0])
        fresh = screens.Window(
            size=last.size, screen=last.screen, has_files=last.has_files and last.screen == "file", is_dark=last.is_dark)
        if last.screen == "file" and not last.has_files:
            fresh.screen = "countries"
        take(last.shortest_way(), fresh, pair.clients[1])
        for client in pair.clients:
            screens.bring_to_rest(last, client)
        pictures, are_equal = equal_pictures(pair.clients, runs, last)
        if not are_equal:
            raise Difference(f"another picture than that of a program started anew: {describe(last)}", pictures)
        stop(runs)
    finally:
        for run in runs:
            run.kill()


def returns(pair, demo, path, begin):
    """The window before a journey that ends where it began, beside that after it: nothing has moved.

    The path leads to where the journey begins; it goes from its last screen, scrolled somewhere, and comes back.
    """
    there = [step for step in path if step[0] == "journey"]
    path = [step for step in path if step[0] != "journey"]
    run = pair.start(0, demo, begin.arguments(pair.folder))
    client = pair.clients[0]
    try:
        client.find_window(run.is_running)
        screens.park(client)
        state = take(path, begin, client)
        if state.screen in screens.LIVE:
            state = take([("screen", "countries")], state, client)
        state = take(state.rest() + [("wheel", 3)], state, client)
        # The list of screens scrolls to keep the chosen one in view while text is larger, and stays there. In the room that it
        # leaves a sheet at its end keeps its place, as long as text has its size: so the screen scrolls anew.
        if state.is_list_beside and any(name in ("larger", "smaller", "screen") for _, name, _ in there):
            scrolls = [step for step in path if step[0] == "scroll"]
            state = take([("list",), ("wait", 400), ("scroll", "Home")] + scrolls, state, client)
        # A click on the button of the list hides it, too.
        screens.hide_ring(state, client)
        before = at_rest(client, run)
        for _, name, number in there:
            state = take(journey(name, number, state), state, client)
            after = at_rest(client, run)
            deadline = time.monotonic() + PATIENCE / 2
            while not after.is_like(before) and time.monotonic() < deadline:
                time.sleep(0.1)
                after = client.picture() or after
            if not after.is_like(before):
                raise Difference(f"another picture after a journey there and back ({name}): {describe(state)}", [after, before])
        stop([run])
    finally:
        run.kill()


JOURNEYS = ["larger", "smaller", "size", "hidden", "screen", "list", "overlay", "inspector"]


def journey(name, number, state):
    """Steps there and back."""
    if name in ("larger", "smaller"):
        back = "smaller" if name == "larger" else "larger"
        room = screens.TEXT_SIZES - 1 - state.text if name == "larger" else state.text
        count = min(1 + number % 3, room)
        return [(name,)] * count + [("wait", 400)] + [(back,)] * count
    if name == "size":
        return [("size", number), ("wait", 300), ("size", screens.SIZES.index(state.size))]
    if name == "hidden":
        return [("hide", 50)]
    if name == "screen":
        other = [screen for screen in screens.SCREENS[:9] if screen not in (state.screen, "styles")][number % 7]
        return [("screen", other), ("larger",), ("smaller",), ("back",)] if state.text < screens.TEXT_SIZES - 1 else [
            ("screen", other), ("back",)]
    return [(name,), ("wait", 300), (name,)]


ATTACKS = {"monkey": monkey, "returns": returns}


def program(attack, seed):
    """The path of a seed, and the state it begins in."""
    generator = random.Random(seed)
    begin = screens.Window(size=generator.choice(screens.SIZES), has_files=generator.random() < 0.35)
    begin.screen = "file" if begin.has_files else generator.choice(screens.SCREENS[:-1])
    begin.is_dark = generator.random() < 0.3
    path = screens.random_path(generator, generator.choice([3, 6, 10, 18]))
    if attack is returns:
        path = [("screen", generator.choice([name for name in screens.SCREENS if name not in screens.LIVE]))] + path[:4]
        path += [("scroll", generator.choice(["End", "Next", "Next", "Home"])) for _ in range(generator.randint(1, 4))]
        path += [("journey", generator.choice(JOURNEYS), generator.randrange(8)) for _ in range(3)]
    return path, begin


def describe(state):
    words = [state.screen, f"{state.size[0]}x{state.size[1]}", f"text {state.text - screens.USUAL:+}"]
    words += ["dark"] if state.is_dark else []
    words += [] if state.is_list_wanted else ["list folded"]
    return ", ".join(words)


def stop(runs):
    for run in runs:
        run.send(signal.SIGTERM)
    for run in runs:
        run.wait(12)


# Finding out

def fault(attack, pair, demo, path, begin):
    """What a path does wrong; None when all is well."""
    try:
        attack(pair, demo, path, begin)
    except (Difference, Failure) as found:
        return found
    except x11.Error as error:
        return Failure(str(error))
    return None


def shrink(attack, pair, demo, path, begin, deadline):
    """Leaves out steps, from halves down to single ones, while the path fails."""
    tries, length = TRIES, max(1, len(path) // 2)
    while True:
        stop_at = len(path)
        while stop_at > 0:
            begin_at = max(0, stop_at - length)
            shorter = path[:begin_at] + path[stop_at:]
            if tries <= 0 or time.monotonic() > deadline:
                return path
            tries -= 1
            if fault(attack, pair, demo, shorter, begin):
                path = shorter
            stop_at = begin_at
        if length == 1:
            return path
        length //= 2


def report(name, pair, demo, seed, path, begin, found, keep, patience):
    """Shrinks a path that fails, leaves its pictures, and says what is known of it; None when it does not fail again."""
    attack = ATTACKS[name]
    again = fault(attack, pair, demo, path, begin)
    lines = [f"{name}, seed {seed}: {found}"]
    if again is None:
        lines.append("  It did not fail again.")
    else:
        found = again
        whole = len(path)
        path = shrink(attack, pair, demo, path, begin, time.monotonic() + patience)
        found = fault(attack, pair, demo, path, begin) or found
        lines.append(f"  path ({len(path)} of {whole} steps): TableDemo {' '.join(begin.arguments('FILES'))}")
        lines += [f"    {' '.join(str(word) for word in step)}" for step in path]
        lines.append(f"  {found}")
    if isinstance(found, Difference) and all(found.pictures):
        first, second = found.pictures
        base = os.path.join(keep, f"{name}-{seed}")
        picture, frame = first.difference(second)
        for what, image in (("path", first), ("anew" if attack is monkey else "before", second), ("difference", picture)):
            image.write(f"{base}-{what}.png")
        lines.append(f"  they differ within {frame}: {base}-*.png")
        with open(f"{base}.json", "w") as file:
            json.dump([list(step) for step in path], file)
    lines.append(f"  again: scripts/attack 0 {seed} {name}")
    return "\n".join(lines), again is not None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("attack", choices=sorted(ATTACKS))
    parser.add_argument("--demo", required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--programs", type=int, default=1 << 62)
    parser.add_argument("--keep", default=".")
    parser.add_argument("--patience", type=float, default=120, help="seconds to make a path that fails shorter")
    options = parser.parse_args()
    attack = ATTACKS[options.attack]
    deadline = time.monotonic() + options.seconds
    count, failure, notes = 0, None, []
    with Pair() as pair:
        while count < options.programs:
            seed = options.seed + count
            path, begin = program(attack, seed)
            count += 1
            found = fault(attack, pair, options.demo, path, begin)
            if found:
                words, is_certain = report(
                    options.attack, pair, options.demo, seed, path, begin, found, options.keep, options.patience)
                if is_certain:
                    failure = words
                    break
                notes.append(words)
            if time.monotonic() > deadline:
                break
    print(f"{options.attack} {count} paths from seed {options.seed}")
    for words in notes:
        print(words)
    if failure:
        print(failure)
        sys.exit(1)


if __name__ == "__main__":
    main()
