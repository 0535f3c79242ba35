"""Has screens be pushed and popped, and sheets come and go, and a table scroll below a bar with and without a large title, in a
window of 1280 by 800 points on Xvfb, and prints the processor time of the frames, that of the X server included."""
import argparse
import os
import signal
import statistics
import subprocess
import sys

FIGURES = ["client", "server", "mean", "median", "tenth", "most", "first", "drawn", "shown"]
# Milliseconds of the client and the server in a frame of a push or a sheet, and the cost of a frame in which a large title
# collapses against that of one below a bar without: aimed at.
AIM = 1.5
TITLE_AIM = 1.3


def arguments():
    parser = argparse.ArgumentParser(prog="compare", description="Measures the frames of pushes and sheets.")
    parser.add_argument("--probe", action="append", required=True, metavar="NAME=PATH",
                        help="a FrameProbe that is built, instead of one of this tree; several are run by turns")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="runs of each, of which the median counts (5)")
    parser.add_argument("--frames", type=int, default=200, metavar="N", help="frames of a run (200)")
    return parser.parse_args()


def start_server():
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as answer:
        return server, ":" + answer.readline().strip()


def run(path, movement, frames, server, display):
    environment = dict(os.environ, DISPLAY=display, SDL_VIDEODRIVER="x11")
    environment.pop("WAYLAND_DISPLAY", None)
    words = subprocess.run(
        [path, "--screens", movement, "--frames", str(frames), "--server", str(server)], env=environment, check=True,
        capture_output=True, text=True).stdout.split()
    return {name: float(number) for name, number in zip(words[::2], words[1::2])}


def main():
    options = arguments()
    probes = dict(probe.split("=", 1) for probe in options.probe)
    server, display = start_server()
    try:
        print("milliseconds of a frame".ljust(28) + "".join(name.rjust(9) for name in FIGURES))
        missed = False
        for movements in [["push"], ["sheet"], ["bar", "title"]]:
            runs = {(movement, name): [] for movement in movements for name in probes}
            for _ in range(options.rounds):
                for movement, name in runs:
                    runs[movement, name].append(run(probes[name], movement, options.frames, server.pid, display))
            means = {}
            for (movement, name), found in runs.items():
                figures = {figure: statistics.median(each.get(figure, 0) for each in found) for figure in FIGURES}
                print(f"{movement}, {name}".ljust(28) + "".join(f"{figures[figure]:9.3f}" for figure in FIGURES))
                means[movement, name] = figures["mean"]
            if "title" not in movements:
                missed = missed or max(means.values()) > AIM
                continue
            for name in probes:
                ratio = means["title", name] / means["bar", name]
                print(f"title against bar, {name}".ljust(28) + f"{ratio:9.2f}")
                missed = missed or ratio > TITLE_AIM
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
