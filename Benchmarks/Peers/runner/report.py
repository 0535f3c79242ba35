"""Medians of the runs, as tables in Markdown."""
import datetime
import os
import platform
import statistics

from variants import BILLION, FRAMES, VARIANTS

COLUMNS = [
    ("client", "cpu_ms", 3), ("X server", "x_cpu_ms", 3), ("sum", "sum_ms", 3), ("p50", "p50_ms", 3),
    ("p99", "p99_ms", 3), ("missed", "missed", 0), ("start", "start_ms", 0), ("private MB", "dirty_mb", 1),
    ("peak MB", "rss_mb", 0),
]


def medians(runs):
    """(key, rows, mode, paced) -> the median of each figure over the repetitions."""
    groups = {}
    for run in runs:
        run = {**run, "sum_ms": run["cpu_ms"] + run["x_cpu_ms"]}
        groups.setdefault((run["key"], run["rows"], run["mode"], run["paced"]), []).append(run)
    return {
        place: {name: statistics.median(run[name] for run in group) for name, value in group[0].items()
                if isinstance(value, (int, float)) and name not in ("rows", "paced")} | {"runs": len(group)}
        for place, group in groups.items()
    }


def machine():
    """The processor in a line."""
    model = platform.machine()
    with open("/proc/cpuinfo") as info:
        model = next((line.split(":")[1].strip() for line in info if line.startswith("model name")), model)
    system = "Linux"
    if os.path.exists("/etc/os-release"):
        with open("/etc/os-release") as release:
            names = dict(line.strip().split("=", 1) for line in release if "=" in line)
        system = names.get("PRETTY_NAME", system).strip('"')
    cores = len(os.sched_getaffinity(0))
    return f"{model}, {cores} cores, {system}"


def caption(header):
    busy, spread, runs = header["others_percent"], header.get("spread_percent"), header["repetitions"]
    return (
        f"{header['date']}, {header['machine']}, {header.get('display', 'Xvfb')}" + (f", medians of {runs}" if runs > 1 else "")
        + (f" runs, which differ by {spread:.0f} % (the median of all lists)" if spread is not None else "")
        + (f"; other programs used {busy:.0f} % of a core meanwhile" if busy >= 5 else ""))


def spread(runs):
    """How far the repetitions of a list differ, largest less smallest in percent of their median: the median over all lists.
    None for runs that were not repeated."""
    groups = {}
    for run in runs:
        groups.setdefault((run["key"], run["rows"], run["mode"], run["paced"]), []).append(run["cpu_ms"] + run["x_cpu_ms"])
    found = [
        100 * (max(group) - min(group)) / statistics.median(group) for group in groups.values()
        if len(group) > 1 and statistics.median(group) > 0]
    return statistics.median(found) if found else None


def header(runs, repetitions, display="Xvfb"):
    return {
        "display": display, "date": datetime.date.today().isoformat(), "machine": machine(), "repetitions": repetitions,
        "others_percent": statistics.median(run["others_percent"] for run in runs) if runs else 0,
        "spread_percent": spread(runs),
    }


def number(value, decimals):
    return f"{value:,.{decimals}f}"


def rows_name(rows):
    return {BILLION: "1 G"}.get(rows) or (f"{rows // 1_000_000} M" if rows >= 1_000_000 else f"{rows // 1000} k")


def full_tables(table, variants=VARIANTS, server="X server"):
    """One table for each number of rows and mode; those of paced runs last."""
    parts = []
    for paced in (False, True):
        for rows in sorted({place[1] for place in table}):
            for mode in FRAMES:
                lines = [
                    (variant, table[variant.key, rows, mode, paced]) for variant in variants
                    if (variant.key, rows, mode, paced) in table]
                if lines:
                    parts.append(_table(f"{rows_name(rows)} rows, {mode}" + (", 60 frames a second" if paced else ""), lines, paced, server))
    return "\n\n".join(parts)


def _table(title, lines, paced, server):
    columns = [(server if name == "X server" else name, key, decimals) for name, key, decimals in COLUMNS]
    if paced and any("stddev_ms" in figures for _, figures in lines):
        columns = columns[:6] + [("deviation", "stddev_ms", 3)] + columns[6:]
    text = [f"### {title}", "", "| | " + " | ".join(name for name, _, _ in columns) + " |", "|---|" + "---:|" * len(columns)]
    for variant, figures in lines:
        cells = [number(figures[key], decimals) if key in figures else "" for _, key, decimals in columns]
        text.append(f"| {variant.label} | " + " | ".join(cells) + " |")
    return "\n".join(text)


def short_table(table, variants):
    """A line a variant, for the README: the sum of client and X server."""
    places = [("1 k, slow", 1000, "slow"), ("1 M, slow", 1_000_000, "slow"), ("1 M, fast", 1_000_000, "fast"),
              ("1 M, jump", 1_000_000, "jump"), ("10 M, jump", 10_000_000, "jump"), ("1 G, jump", BILLION, "jump")]
    text = ["| CPU ms a frame | " + " | ".join(name for name, _, _ in places) + " | start ms | peak MB |",
            "|---|" + "---:|" * (len(places) + 2)]
    for variant in variants:
        found = [table.get((variant.key, rows, mode, False)) for _, rows, mode in places]
        if not variant.in_chart or not any(found):
            continue
        digits = [number(figures["sum_ms"], 2) if figures else "-" for figures in found]
        first = next(figures for figures in found if figures)
        deepest = [figures for figures in found if figures][-1]
        star = " *" if variant.fixed_rate else ""
        text.append(
            f"| {variant.label}{star} | " + " | ".join(digits)
            + f" | {_span(first['start_ms'], deepest['start_ms'])} | {_span(first['rss_mb'], deepest['rss_mb'])} |")
    return "\n".join(text)


def _span(few, many):
    """One number, or that with many rows in brackets where it is another."""
    text = number(few, 0)
    return text if many <= few * 1.25 + 2 else f"{text} ({number(many, 0)})"
