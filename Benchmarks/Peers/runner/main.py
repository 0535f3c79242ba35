"""Measures the variants one after another and writes tables and chart; `compare` builds, then calls this."""
import argparse
import json
import os
import re
import statistics
import sys

import chart
import latency
import measure
import report
import wayland_latency
from variants import FRAMES, RICH_VARIANTS, SHORT_VARIANTS, VARIANTS, WAYLAND_RICH_VARIANTS, WAYLAND_VARIANTS

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
ROWS_OF_CHART = 1_000_000
ROWS_OF_PACED = 1_000_000
ROWS_OF_RICH = 100_000


def arguments():
    parser = argparse.ArgumentParser(prog="compare", description="Compares Anole with other toolkits' lists.")
    parser.add_argument("repetitions", nargs="?", type=int, default=3, metavar="REPS", help="runs of each, for medians (3)")
    parser.add_argument("--paced", action="store_true", help="also measure all at 60 frames a second, GTK's rate")
    parser.add_argument("--latency", nargs="?", type=int, const=200, metavar="EVENTS",
                        help="measure instead how long after input something moves: so many events of each kind (200)")
    parser.add_argument("--rich", action="store_true",
                        help="measure instead rows of random height with picture, four labels, switch and progress bar")
    parser.add_argument("--wayland", action="store_true",
                        help="measure on a Wayland compositor (weston) instead: those that speak Wayland")
    parser.add_argument("--all", action="store_true", help="measure plain rows, rich rows and latency, one after another")
    parser.add_argument("--only", default="", metavar="REGEX", help="only the variants whose key this matches")
    parser.add_argument("--rows", type=int, action="append", metavar="N", help="only this many rows; may be repeated")
    parser.add_argument("--frames", type=int, metavar="N", help="frames a run, instead of 600 (slow) and 300")
    parser.add_argument("--publish", action="store_true", help="also write chart and tables into README and Documentation")
    parser.add_argument("--again", action="store_true", help="measure nothing: tables and chart of the last runs")
    parser.add_argument("--pictures", metavar="FOLDER", help="measure nothing: a picture of each variant half way through")
    parser.add_argument("--install", action="store_true", help="install the peers' packages first (Debian, Ubuntu; Kivy by pip)")
    parser.add_argument("--folder", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--demo", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--built", required=True, help=argparse.SUPPRESS)
    return parser.parse_args()


def plan(options, variants):
    """The runs of one repetition: variant, rows, mode, whether paced."""
    for variant in variants:
        for rows in variant.rows:
            for mode in variant.modes:
                if not options.rows or rows in options.rows or variant.program in ("floor", "floorwl"):
                    yield variant, rows, mode, False
        if options.paced:
            yield variant, ROWS_OF_PACED, "slow", True


def measure_all(options, variants, machine):
    runs, broken = [], set()
    steps = [step for _ in range(options.repetitions) for step in plan(options, variants)]
    for index, (variant, rows, mode, paced) in enumerate(steps, 1):
        name = f"{variant.label}, {rows:,} rows, {mode}{', paced' if paced else ''}"
        if (variant.key, rows, mode) in broken:
            continue
        if sys.stderr.isatty():
            print(f"\r\033[K{index}/{len(steps)} {name}", end="", file=sys.stderr, flush=True)
        try:
            runs.append(machine.run(variant, rows, mode, options.frames or variant.frames.get(mode) or FRAMES[mode], paced))
        except measure.Failed as failure:
            broken.add((variant.key, rows, mode))
            print(f"\r{name}: left out, {failure}", file=sys.stderr)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    return runs


def take_pictures(options, variants, machine):
    os.makedirs(options.pictures, exist_ok=True)
    for variant in variants:
        path = os.path.join(os.path.abspath(options.pictures), variant.key + ".png")
        try:
            machine.run(variant, variant.rows[-1], "slow", 60, picture=path)
        except measure.Failed as failure:
            print(f"{variant.label}: left out, {failure}", file=sys.stderr)


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


COMPARISON = os.path.join(ROOT, "Documentation", "comparison.md")
RICH_TITLE, LATENCY_TITLE = "## Rich rows", "## From input to pixel"
WAYLAND_TITLE, WAYLAND_RICH_TITLE = "## On Wayland", "## Rich rows on Wayland"
WAYLAND_LATENCY_TITLE = "## From input to commit on Wayland"
TITLES = (RICH_TITLE, WAYLAND_TITLE, WAYLAND_RICH_TITLE, LATENCY_TITLE, WAYLAND_LATENCY_TITLE)


def sections():
    """Documentation/comparison.md: the tables of plain rows, and what follows under each title of its own."""
    with open(COMPARISON) as file:
        first, *others = re.split(r"^(?=## )", file.read(), flags=re.MULTILINE)
    return first, {text.splitlines()[0]: text for text in others}


def publish_sections(first, others):
    texts = [first, *(others[title] for title in TITLES if title in others)]
    write(COMPARISON, "\n\n".join(text.strip() for text in texts) + "\n")


def publish_section(text):
    """Puts a section in its place, and leaves the others as they are."""
    first, others = sections()
    publish_sections(first, {**others, text.splitlines()[0]: text})


def publish_short(head, table):
    """Puts the short table between two marks in the README."""
    readme = os.path.join(ROOT, "README.md")
    with open(readme) as file:
        text = file.read()
    marked = re.compile(r"(<!-- comparison -->\n).*?(<!-- end of comparison -->)", re.DOTALL)
    if not marked.search(text):
        sys.exit("compare: README.md has no place for the comparison")
    block = f"{report.short_table(table, SHORT_VARIANTS)}\n\n{report.caption(head)}.\n"
    write(readme, marked.sub(lambda found: found[1] + block + found[2], text))


def publish(head, table, drawing):
    """Chart and full tables go to Documentation, the short table to the README."""
    write(os.path.join(ROOT, "Documentation", "comparison.svg"), drawing)
    title = f"# Comparison\n\n{report.caption(head)}. What is compared, and how: `Benchmarks/Peers/README.md`.\n\n"
    publish_sections(title + report.full_tables(table), sections()[1])
    publish_short(head, table)


def publish_rich(head, table, drawing):
    write(os.path.join(ROOT, "Documentation", "comparison-rich.svg"), drawing)
    publish_section(
        f"{RICH_TITLE}\n\nRows of random height with a round picture, four labels of which one wraps, a switch and a progress"
        f" bar. {report.caption(head)}.\n\n![CPU time of a frame by toolkit, rich rows](comparison-rich.svg)\n\n"
        + report.full_tables(table, RICH_VARIANTS))


def publish_wayland(head, table, drawing, is_rich):
    name = "comparison-wayland-rich.svg" if is_rich else "comparison-wayland.svg"
    write(os.path.join(ROOT, "Documentation", name), drawing)
    variants = WAYLAND_RICH_VARIANTS if is_rich else WAYLAND_VARIANTS
    publish_section(
        f"{WAYLAND_RICH_TITLE if is_rich else WAYLAND_TITLE}\n\n{report.caption(head)}.\n\n"
        f"![CPU time of a frame by toolkit on Wayland]({name})\n\n" + report.full_tables(table, variants, "compositor"))


def measure_latency(options, variants):
    """Prints, and publishes, how long after input something moves in each program."""
    file = os.path.join(options.folder, "latency.json")
    if not options.again:
        machine = measure.Machine(options.folder, options.demo, screen="3840x2160x24")
        try:
            write(file, json.dumps(latency.measure_all(machine, variants, options.latency), indent=1))
        finally:
            machine.close()
    with open(file) as saved:
        data = json.load(saved)
    print(latency.section(data))
    drawing = chart.latency_chart(data["results"], latency.caption(data))
    write(os.path.join(options.folder, "comparison-latency.svg"), drawing)
    if options.publish:
        write(os.path.join(ROOT, "Documentation", "comparison-latency.svg"), drawing)
        publish_section(latency.section(data))


def measure_wayland_latency(options, variants):
    """Prints, and publishes, how long after input each program commits a frame on Wayland."""
    file = os.path.join(options.folder, "wayland-latency.json")
    if not options.again:
        machine = measure.WaylandMachine(options.folder, options.demo)
        try:
            write(file, json.dumps(wayland_latency.measure_all(machine, variants, options.latency), indent=1))
        finally:
            machine.close()
    with open(file) as saved:
        data = json.load(saved)
    print(wayland_latency.section(data))
    if options.publish:
        publish_section(wayland_latency.section(data))


def main():
    options = arguments()
    if not options.all:
        return measure_part(options)
    for is_rich, events in ((False, None), (True, None), (False, options.latency or 200)):
        measure_part(argparse.Namespace(**{**vars(options), "rich": is_rich, "latency": events}))


def measure_part(options):
    """One of plain rows, rich rows and latency."""
    built = set(options.built.split())
    of_workload = RICH_VARIANTS if options.rich and not options.latency else VARIANTS
    if options.wayland:
        of_workload = WAYLAND_RICH_VARIANTS if options.rich else WAYLAND_VARIANTS
    variants = [variant for variant in of_workload if variant.program in built and re.search(options.only, variant.key)]
    if options.latency:
        return (measure_wayland_latency if options.wayland else measure_latency)(options, variants)
    place = "wayland-" if options.wayland else ""
    name = "comparison-" + place + "rich" if options.rich else "comparison" + ("-wayland" if options.wayland else "")
    file = os.path.join(options.folder, place + ("rich.json" if options.rich else "runs.json"))
    if not options.again:
        machine = (measure.WaylandMachine if options.wayland else measure.Machine)(options.folder, options.demo)
        try:
            if options.pictures:
                return take_pictures(options, variants, machine)
            runs = measure_all(options, variants, machine)
        finally:
            machine.close()
        write(file, json.dumps({"head": report.header(runs, options.repetitions, "weston in Xvfb" if options.wayland else "Xvfb"), "runs": runs}, indent=1))
    with open(file) as saved:
        data = json.load(saved)
    table = report.medians(data["runs"])
    caption = report.caption(data["head"])
    server = "compositor" if options.wayland else "X server"
    if options.rich:
        drawing = chart.chart(table, ROWS_OF_RICH, caption, "rich ", of_workload, ("slow", "fast", "jump", "edit"), limit=6,
                              server=server)
    else:
        drawing = chart.chart(table, ROWS_OF_CHART, caption, variants=of_workload, server=server)
    write(os.path.join(options.folder, name + ".svg"), drawing)
    print(f"{caption}\n\n{report.full_tables(table, of_workload, server)}\n")
    print(f"Chart: {os.path.relpath(os.path.join(options.folder, name + '.svg'))}")
    if options.publish and options.wayland:
        publish_wayland(data["head"], table, drawing, options.rich)
    elif options.publish:
        (publish_rich if options.rich else publish)(data["head"], table, drawing)


if __name__ == "__main__":
    try:
        main()
    except measure.Failed as failure:
        sys.exit(f"compare: {failure}")
