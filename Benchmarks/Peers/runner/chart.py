"""Bars in an SVG that reads on light and on dark pages: sums of client and X server, and how long input takes."""
import re
from xml.sax.saxutils import escape

from variants import VARIANTS

OURS, FLOOR, OTHERS = "#2da44e", "#bf8700", "#5b7fa6"
# Colours of words and rules, at least 4.5:1 and 3:1 on the page: light ones' first, dark ones' below.
STYLE = """<style>
text { fill: #57606a } .ours { fill: #1a7f37 } path.rule { stroke: #8c959f }
@media (prefers-color-scheme: dark) { text { fill: #a6b0bc } .ours { fill: #4ac26b } path.rule { stroke: #6e7781 } }
</style>"""
LABELS, PANEL, GAP = 196, 246, 22
LINE, BAR, TOP = 22, 13, 74
MODES = {"slow": "slow: 37 px a frame", "fast": "fast: 10,000 px a frame", "jump": "jump: a random row a frame",
         "edit": "edit: 200 changes a second"}
FONT = "font-family=\"system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif\""


def chart(table, rows, caption, what="", variants=VARIANTS, modes=("slow", "fast", "jump"), limit=3, server="X server"):
    """`table` holds medians by (key, rows, mode, paced); `rows` is the number of rows shown. Bars longer than `limit`,
    in ms, are broken."""
    lines = _lines(table, rows, variants)
    width = LABELS + len(modes) * (PANEL + GAP)
    notes = _wrapped(caption, width)
    if any(variant.fixed_rate for variant in lines):
        notes.append("* at 60 frames a second, which GTK cannot leave; the others drew as fast as they could")
    height = TOP + LINE * len(lines) + 36 + 16 * len(notes)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" {FONT}>',
        STYLE, f"<title>CPU time of a frame by toolkit, {rows:,} {what}rows</title>",
        _text(0, 20, f"CPU time of a frame, client + {server}, {rows:,} {what}rows", 16, weight=600),
        *_legend(width, 20, ((server, 0.45, 66 if server == "compositor" else 52), ("client", 1, 36))),
    ]
    cuts, bars = [], []
    for column, mode in enumerate(modes):
        left = LABELS + column * (PANEL + GAP)
        parts += [_text(left, TOP - 22, MODES[mode], 13, weight=600), *_axis(left, TOP + LINE * len(lines), limit)]
        for line, variant in enumerate(lines):
            figures = table.get((variant.key, rows, mode, False)) or _floor(table, variant)
            place = left, TOP + line * LINE
            bars += _bar(variant, figures, limit, *place)
            if figures and figures["sum_ms"] > limit:
                cuts += _cuts(*place)
    parts += _masked(cuts, bars, width, height)
    for line, variant in enumerate(lines):
        star = " *" if variant.fixed_rate else ""
        parts.append(_label(line, variant.label + star, variant.is_ours))
    parts += [_text(0, height - 6 - 16 * place, note, 11) for place, note in enumerate(reversed(notes))]
    return "\n".join([*parts, "</svg>", ""])


def latency_chart(results, caption, limit=20):
    """How long after a turn of the wheel something moves, by program: `results` as `latency.measure_all` gives them. The
    mean is solid, and pale on to the 99th percentile; longer bars than `limit`, in ms, are broken."""
    found = {}
    for result in results:
        if result["kind"] == "wheel" and result["size"] != "3840x2160":
            found.setdefault(result["label"], {})[result["phase"]] = result
    labels = sorted(found, key=lambda label: found[label].get("idle", found[label].get("motion"))["mean_ms"])
    phases = {"idle": "window at rest", "motion": "while it scrolls"}
    width = LABELS + len(phases) * (PANEL + GAP)
    height = TOP + LINE * len(labels) + 52
    title = "From the wheel to the first changed pixel"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" {FONT}>',
        STYLE, f"<title>{title}</title>", _text(0, 20, title, 16, weight=600),
        *_legend(width, 20, (("99 %", 0.45, 32), ("mean", 1, 34)))]
    cuts, bars = [], []
    for column, phase in enumerate(phases):
        left = LABELS + column * (PANEL + GAP)
        parts += [_text(left, TOP - 22, phases[phase], 13, weight=600)]
        parts += _axis(left, TOP + LINE * len(labels), limit, step=5)
        for line, label in enumerate(labels):
            place = left, TOP + line * LINE
            result = found[label].get(phase)
            colour = OURS if _is_ours(label) else OTHERS
            figures = result and (result["mean_ms"], result["p99_ms"])
            bars += _pair(figures, colour, limit, *place, digits=figures and "{:.1f} / {:.1f}".format(*figures))
            if result and result["p99_ms"] > limit:
                cuts += _cuts(*place)
    parts += _masked(cuts, bars, width, height)
    for line, label in enumerate(labels):
        parts.append(_label(line, label, _is_ours(label)))
    parts.append(_text(0, height - 8, caption, 11))
    return "\n".join([*parts, "</svg>", ""])


def _wrapped(caption, width):
    """The lines of a caption, broken behind commas and semicolons, where 11 px take some 6 px a letter."""
    lines = [""]
    for part in re.split(r"(?<=[,;]) ", caption):
        if len(lines[-1]) + len(part) > width / 6 and lines[-1]:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + part
    return lines


def _is_ours(label):
    return any(variant.is_ours and variant.label == label for variant in VARIANTS)


def _masked(cuts, bars, width, height):
    return [
        f'<mask id="cuts" maskUnits="userSpaceOnUse" x="0" y="0" width="{width}" height="{height}">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>', *cuts, "</mask>",
        '<g mask="url(#cuts)">', *bars, "</g>"]


def _lines(table, rows, variants):
    """The variants measured, cheapest slow scrolling first."""
    found = []
    for variant in variants:
        figures = table.get((variant.key, rows, "slow", False)) or _floor(table, variant)
        if variant.in_chart and figures:
            found.append((figures["sum_ms"], variant))
    return [variant for _, variant in sorted(found, key=lambda pair: pair[0])]


def _floor(table, variant):
    """Rows and mode mean nothing to the floor: it stands in every panel."""
    return table.get((variant.key, 1000, "slow", False)) if variant.program in ("floor", "floorwl") else None


def _x(left, value, limit):
    return left + min(value, limit) / limit * (PANEL - 44)


def _bar(variant, figures, limit, left, top):
    colour = OURS if variant.is_ours else FLOOR if variant.program == "floor" else OTHERS
    return _pair(figures and (max(0, figures["cpu_ms"]), figures["sum_ms"]), colour, limit, left, top)


def _pair(values, colour, limit, left, top, digits=None):
    """A bar to the first value, pale on to the second, which stands behind it; a dash where there are none."""
    if not values:
        return [_text(left + 4, top + BAR - 2, "-", 11)]
    client, total = values
    middle, end = _x(left, client, limit), _x(left, total, limit)
    parts = [_rect(left, top, middle - left, colour, 1), _rect(middle, top, end - middle, colour, 0.45)]
    digits = digits or _digits(total)
    parts.append(_text(end + 4, top + BAR - 2, digits, 11, is_ours=colour == OURS))
    return parts


def _digits(total):
    return f"{total:.2f}" if total < 10 else f"{total:.1f}" if total < 100 else f"{total:.0f}"


def _cuts(left, top):
    """Two slanted cuts say that a bar goes on."""
    end = _x(left, 1, 1)
    return [
        f'<path d="M{x:.1f} {top + BAR + 2} l5 {-BAR - 4}" stroke="#000" stroke-width="2.5" fill="none"/>'
        for x in (end - 15, end - 9)]


def _label(line, name, is_ours):
    return _text(LABELS - 8, TOP + line * LINE + BAR - 2, name, 12, "end", 600 if is_ours else 400, is_ours)


def _axis(left, bottom, limit, step=1):
    """A line where the bars begin, and marks below them: lines across would run through the numbers."""
    parts = []
    for value in range(0, limit + 1, step):
        x = _x(left, value, limit)
        top = bottom - 3 if value else TOP - 6
        parts.append(f'<path class="rule" d="M{x:.1f} {top} V{bottom + 1}" stroke-width="1" fill="none"/>')
        label = f"{value}" if value < limit else f"{value} ms"
        parts.append(_text(x, bottom + 13, label, 10, "middle"))
    return parts


def _legend(right, baseline, entries=(("X server", 0.45, 52), ("client", 1, 36))):
    parts, x = [], right
    for name, opacity, width in entries:
        parts.append(_text(x, baseline, name, 12, "end"))
        parts.append(
            f'<rect x="{x - width - 16}" y="{baseline - 10}" width="11" height="11" rx="2" fill="{OTHERS}" fill-opacity="{opacity}"/>')
        x -= width + 34
    return parts


def _rect(x, y, width, colour, opacity):
    return f'<rect x="{x:.1f}" y="{y}" width="{max(0, width):.1f}" height="{BAR}" fill="{colour}" fill-opacity="{opacity}"/>'


def _text(x, y, text, size, anchor="start", weight=400, is_ours=False):
    ours = ' class="ours"' if is_ours else ""
    return (
        f'<text{ours} x="{x:.1f}" y="{y}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}">'
        f"{escape(text)}</text>")
