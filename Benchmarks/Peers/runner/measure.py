"""Runs one program once and gives what it cost, as a dictionary with the keys of bench.h."""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "Programs"))
from bench import x_cpu, x_cpu_at_rest  # noqa: E402

PACE = 1000 / 60
# All programs draw with one font, whatever the desktop's own is.
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <match target="pattern">
    <test name="family"><string>sans-serif</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>DejaVu Sans</string></edit>
  </match>
</fontconfig>
"""


class Failed(Exception):
    """A run that gave no result; says why in a line."""


class Machine:
    """Where the programs run: the folder of the built peers, TableDemo, and an X server of their own."""

    def __init__(self, folder, demo, timeout=300, screen="1920x1080x24"):
        self.folder, self.demo, self.timeout = folder, demo, timeout
        numbers, write = os.pipe()
        screen = ["-screen", "0", screen]
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), *screen, "-nolisten", "tcp", "-noreset"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(numbers) as answer:
            number = answer.readline().strip()
        if not number:
            raise Failed("Xvfb did not start")
        cache = os.path.join(folder, "cache")
        os.makedirs(cache, mode=0o700, exist_ok=True)
        self.environment = {
            **os.environ, "DISPLAY": f":{number}", "SDL_VIDEODRIVER": "x11", "QT_QPA_PLATFORM": "xcb", "GDK_BACKEND": "x11",
            "XDG_CACHE_HOME": cache, "XDG_RUNTIME_DIR": cache, "KIVY_HOME": os.path.join(cache, "kivy"),
            "BENCH_XPID": str(self.server.pid)}
        self.environment["FONTCONFIG_FILE"] = os.path.join(folder, "fonts.conf")
        with open(self.environment["FONTCONFIG_FILE"], "w") as file:
            file.write(FONTS)
        for name in ("WAYLAND_DISPLAY", "BENCH_T0", "BENCH_PACE", "BENCH_SHOT"):
            self.environment.pop(name, None)

    def close(self):
        self.server.terminate()
        self.server.wait()

    @property
    def display_server(self):
        """Process id of what shows the windows."""
        return self.server.pid

    def command(self, variant):
        if variant.program == "kivy":
            return [os.path.join(self.folder, "kivy", "bin", "python"),
                    os.path.join(os.path.dirname(__file__), "..", "Programs", "kvlist.py")]
        return [self.demo] if variant.is_ours else [os.path.join(self.folder, variant.program)]

    def run(self, variant, rows, mode, frames, paced=False, picture=None):
        """Measures a run, and how busy other programs kept the machine meanwhile."""
        busy, ours, began = _machine_cpu(), _children_cpu() + x_cpu(self.display_server), time.monotonic()
        measure = self._run_ours if variant.is_ours else self._run_peer
        result = measure(variant, rows, mode, frames, paced, picture)
        seconds = time.monotonic() - began
        others = _machine_cpu() - busy - (_children_cpu() + x_cpu(self.display_server) - ours)
        return {**result, "others_percent": max(0.0, others / seconds / 10), "key": variant.key, "rows": rows,
                "mode": mode, "paced": paced}

    def _run_peer(self, variant, rows, mode, frames, paced, picture):
        environment = dict(variant.environment)
        if paced and not variant.fixed_rate:
            environment["BENCH_PACE"] = str(PACE)
        if picture:
            environment["BENCH_SHOT"] = picture
        output, _ = self._start([*self.command(variant), str(rows), mode, str(frames)], environment)
        line = next((line for line in output.splitlines() if line.startswith("{")), None)
        if line is None:
            raise Failed("printed no result")
        return json.loads(line)

    def _run_ours(self, variant, rows, mode, frames, paced, picture):
        """TableDemo does not know of the X server. What a run of one frame costs there is taken from what the
        whole run costs there: left is the cost of the frames after the first, which are those measured."""
        motion = {"slow": ["--scroll", "37"], "fast": ["--scroll", "10000"], "jump": ["--jump"],
                  "edit": ["--scroll", "37", "--changes", "200"]}[mode]
        arguments = ["--screen", variant.screen, "--rows", str(rows), "--size", "1280x800", "--appearance", "light",
                     *variant.arguments, *motion, *(["--paced"] if paced else [])]
        start_up = statistics.median(self._demo(variant, arguments, 1)["x_ms"] for _ in range(3))
        if picture:
            self._demo(variant, [*arguments, "--screenshot", picture], frames // 2 + 1)
        run = self._demo(variant, arguments, frames + 1)
        figures = run["figures"]
        return {
            "peer": "anole", "renderer": figures["renderer"], "frames": frames,
            "cpu_ms": figures["cpu_ms_per_frame"], "x_cpu_ms": (run["x_ms"] - start_up) / frames,
            "wall_ms": figures["interval_ms"]["mean"], "p50_ms": figures["interval_ms"]["p50"],
            "p99_ms": figures["interval_ms"]["p99"], "stddev_ms": figures["interval_ms"]["stddev"],
            "missed": figures["missed_at_60_hz"], "start_ms": figures["first_frame_at_ms"] - run["t0"],
            "rss_mb": figures["peak_rss_mb"], "dirty_mb": figures["private_dirty_mb"],
        }

    def _demo(self, variant, arguments, frames):
        with tempfile.NamedTemporaryFile(suffix=".json") as file:
            before = x_cpu_at_rest(self.display_server)
            _, t0 = self._start([self.demo, *arguments, "--frames", str(frames), "--stats", file.name], variant.environment)
            used = x_cpu_at_rest(self.display_server) - before
            figures = json.load(open(file.name))
        if figures["frames"] != frames:
            raise Failed(f"drew {figures['frames']} frames instead of {frames}")
        return {"figures": figures, "x_ms": used, "t0": t0}

    def _start(self, command, environment):
        """Runs to the end; gives the output and the time of the start in ms of CLOCK_MONOTONIC."""
        t0 = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        try:
            done = subprocess.run(
                command, env={**self.environment, **environment, "BENCH_T0": str(t0)}, timeout=self.timeout,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        except subprocess.TimeoutExpired:
            raise Failed(f"took longer than {self.timeout:g} s") from None
        except OSError as error:
            raise Failed(f"cannot be started: {error.strerror}") from None
        if done.returncode != 0:
            reason = (done.stderr.strip().splitlines() or [""])[-1]
            raise Failed(f"ended with {done.returncode}: {reason[:200]}")
        return done.stdout, t0 / 1e6


class WaylandMachine(Machine):
    """The same with a Wayland compositor in a window of the X server: weston, which draws in memory (pixman). Its CPU time
    stands in the place of the X server's; that of the X server below it is not counted."""

    def __init__(self, folder, demo, **options):
        super().__init__(folder, demo, **options)
        self.runtime = tempfile.TemporaryDirectory(prefix="anole-peers-")
        socket = os.path.join(self.runtime.name, "peers-0")
        self.environment["XDG_RUNTIME_DIR"] = self.runtime.name
        self.weston = subprocess.Popen(
            ["weston", "--no-config", "--backend=x11-backend.so", "--shell=kiosk-shell.so", "--use-pixman", "--idle-time=0",
             "--socket=peers-0", "--width=1280", "--height=800"],
            env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        limit = time.monotonic() + 10
        while not os.path.exists(socket):
            if self.weston.poll() is not None or time.monotonic() > limit:
                self.close()
                raise Failed("weston did not start")
            time.sleep(0.05)
        self.below = dict(self.environment)
        del self.environment["DISPLAY"]
        self.environment.update({
            "WAYLAND_DISPLAY": "peers-0", "XDG_SESSION_TYPE": "wayland", "SDL_VIDEODRIVER": "wayland",
            "QT_QPA_PLATFORM": "wayland", "GDK_BACKEND": "wayland", "BENCH_XPID": str(self.weston.pid)})

    @property
    def display_server(self):
        return self.weston.pid

    def input(self, *arguments):
        """Has xdotool make input for the compositor's window, and so for the program in it."""
        subprocess.run(["xdotool", *arguments], env=self.below, check=False, stdout=subprocess.DEVNULL)

    def close(self):
        self.weston.terminate()
        self.weston.wait()
        super().close()
        self.runtime.cleanup()


def _machine_cpu():
    """CPU ms used by everything on the machine so far."""
    with open("/proc/stat") as stat:
        user, nice, system, _, _, irq, softirq = map(int, stat.readline().split()[1:8])
    return (user + nice + system + irq + softirq) * 1000 / os.sysconf("SC_CLK_TCK")


def _children_cpu():
    times = os.times()
    return (times.children_user + times.children_system + times.user + times.system) * 1000
