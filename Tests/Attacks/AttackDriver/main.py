"""Runs all attacks in turn: main.py --probe AttackProbe --demo TableDemo --minutes M --seed N [--only NAME]

Called by scripts/attack. Ends with 1 when an attack found a fault; all go on until the time is over, but for those that
found several. Attacks within AttackProbe run beside those on TableDemo's windows, which mostly wait, and these beside those of
hands at random. With --short no attack runs more programs than SHORT says: those are the same ones whatever the machine,
unless its time is over before.
"""

import argparse
import concurrent.futures
import os
import random
import shutil
import subprocess
import sys
import time

import desktop
import outside
import storage
from run import Failure


# Programs of the short form, as many as run in some two minutes altogether.
SHORT = {"table": 3000, "grid": 400, "navigation": 1500, "diffable": 4000, "image": 18_000, "text": 300, "font": 90,
         "view": 400, "numbers": 180, "collection": 200, "pending-table": 600, "pending-grid": 600, "files": 8,
         "signals": 8, "display": 8, "manager": 4, "hands": 3, "limits": 15, "words": 30, "delimited": 6, "stalls": 3, "fonts": 6, "memories": 6,
         "portals": 3, "buses": 4, "drops": 4, "monkey": 30}

OUTSIDE = outside.ATTACKS + storage.ATTACKS + desktop.ATTACKS

# Attacks of monkey.py, in a PID namespace: the screen of processes sends signals to what it shows. Those that SHORT does not
# count run by name and in the long form only.
MONKEYS = ["monkey", "returns"]

# Faults of one attack after which it is given up: they are probably one.
FAULTS = 3


class Probe:
    """An attack of AttackProbe, or of a program that is called like it, which counts its own seeds."""

    def __init__(self, command, name, seed, keep, most=None):
        """`command` is the program and the words before the attack's name."""
        self.name, self.count, self.seed = name, 0, seed
        self.command, self.keep, self.most = command, keep, most

    @property
    def is_over(self):
        return self.most is not None and self.count >= self.most

    def turn(self, seconds):
        """Runs for that long; gives a report when a program failed."""
        command = self.command + [self.name, "--seed", str(self.seed + self.count), "--seconds", f"{seconds:.1f}",
                   "--keep", self.keep]
        if self.most is not None:
            command += ["--programs", str(self.most - self.count)]
        result = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        lines = result.stdout.splitlines()
        words = lines[0].split() if lines else []
        if result.returncode not in (0, 1) or len(words) < 2:
            return f"{self.name}: the probe ended with {result.returncode}: {result.stderr.strip()[:1000]}"
        self.count += int(words[1])
        if not result.returncode and lines[1:]:
            # What did not happen again.
            print("\n".join(lines[1:]), flush=True)
        return "\n".join(lines[1:]) if result.returncode else None


class Outside:
    """An attack on TableDemo, of which each run has a seed."""

    def __init__(self, attack, demo, seed, most=None):
        self.name, self.count, self.seed = attack.__name__, 0, seed
        self.attack, self.demo, self.most = attack, demo, most

    @property
    def is_over(self):
        return self.most is not None and self.count >= self.most

    def turn(self, seconds):
        deadline = time.monotonic() + seconds
        while True:
            seed = self.seed + self.count
            try:
                self.attack(self.demo, random.Random(seed))
            except Failure as failure:
                self.count += 1
                return f"{self.name}, seed {seed}: {failure}\n  again: scripts/attack 0 {seed} {self.name}"
            self.count += 1
            if self.is_over or time.monotonic() > deadline:
                return None


def namespace():
    """The words that start a program in a PID namespace; None where that is not allowed."""
    for user in ([], ["--user", "--map-root-user"]):
        words = ["unshare", *user, "--pid", "--fork", "--mount-proc", "--kill-child"]
        try:
            if subprocess.run([*words, "true"], capture_output=True, check=False).returncode == 0:
                return words
        except OSError:
            pass
    return None


def take_turns(attacks, deadline):
    """Runs attacks one after the other, again and again: the attacks that found a fault, once for each."""
    # Two turns for each attack at least, so that no attack has the end of the time for itself.
    share = min(20, max(1, (deadline - time.monotonic()) / max(1, len(attacks)) / 2))
    failed = []
    waiting = list(attacks)
    while waiting:
        attack = waiting.pop(0)
        failure = attack.turn(min(share, max(0.1, deadline - time.monotonic())))
        if failure:
            failed.append(attack)
            print(failure, flush=True)
        if failed.count(attack) < FAULTS and not attack.is_over:
            waiting.append(attack)
        if time.monotonic() > deadline:
            break
    return failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--probe", required=True)
    parser.add_argument("--demo", required=True)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--keep", required=True, help="where programs are kept that failed")
    parser.add_argument("--only", help="the name of one attack")
    parser.add_argument("--short", action="store_true", help="what scripts/test runs")
    options = parser.parse_args()
    missing = [tool for tool in ("Xvfb", "openbox", "xdotool", "dbus-daemon") if not shutil.which(tool)]
    if missing:
        sys.exit(f"attack: {', '.join(missing)} not installed: apt install xvfb openbox xdotool dbus-daemon")
    os.makedirs(options.keep, exist_ok=True)

    names = subprocess.run([options.probe, "--list"], capture_output=True, text=True, check=True).stdout.split()
    most = SHORT if options.short else {}
    # Those that SHORT does not count run by name and in the long form only.
    attacks = [Probe([options.probe], name, options.seed, options.keep, most.get(name)) for name in names
               if not options.short or name in SHORT]
    attacks += [Outside(attack, options.demo, options.seed, most.get(attack.__name__)) for attack in OUTSIDE]
    monkeys = [name for name in MONKEYS if name in most or not options.short]
    isolated = namespace()
    if isolated:
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "monkey.py")
        command = [*isolated, sys.executable, script, "--demo", options.demo]
        attacks += [Probe(command, name, options.seed, options.keep, most.get(name)) for name in monkeys]
    else:
        print(f"attack: no PID namespace is allowed here: {', '.join(monkeys)} do not run", flush=True)
    if options.only:
        attacks = [attack for attack in attacks if attack.name == options.only]
        if not attacks:
            sys.exit(f"attack: none is named {options.only}: {' '.join(names + [a.__name__ for a in OUTSIDE] + MONKEYS)}")

    groups = {}
    for attack in attacks:
        group = "probe" if attack.name in names else "hands" if attack.name in monkeys else "demo"
        groups.setdefault(group, []).append(attack)
    deadline = time.monotonic() + options.minutes * 60
    with concurrent.futures.ThreadPoolExecutor() as pool:
        failures = sum(pool.map(lambda group: take_turns(group, deadline), groups.values()), [])

    for attack in attacks:
        print(f"{attack.name:10} {attack.count:9} programs from seed {attack.seed}")
    if failures:
        sys.exit(f"attack: {len(failures)} faults, found by {', '.join(sorted({attack.name for attack in failures}))}")


if __name__ == "__main__":
    main()
