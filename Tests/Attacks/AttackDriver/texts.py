"""Attacks on the text of files: expressions over bytes that are no characters, and text of thousands of characters."""

import json
import os
import time

from run import in_window, patience

# Seconds that a window may give no answer, on a machine that has nothing else to do.
LONGEST_STILLNESS = 0.3


# Expressions, and the simplest matcher for them

# A byte that belongs to no character is a lone surrogate in decoded text: nothing matches it, and nothing looks beyond it.
ALPHABET = "abB \u00e9\u20ac\U0001f600."


def is_word(letter):
    return letter.isalpha() or letter.isnumeric() or letter == "_"


class Any:
    text = "."

    def ends(self, line, place):
        return {place + 1} if place < line.end else set()


class Word:
    text = "\\w"

    def ends(self, line, place):
        return {place + 1} if place < line.end and is_word(line.letter(place)) else set()


class Letter:
    def __init__(self, letter):
        self.letter, self.text = letter, "\\." if letter == "." else letter

    def ends(self, line, place):
        return {place + 1} if place < line.end and line.letter(place) == self.letter else set()


class Letters:
    def __init__(self, letters, is_negated):
        self.letters, self.is_negated = letters, is_negated
        self.text = f"[{'^' if is_negated else ''}{''.join(letters)}]"

    def ends(self, line, place):
        return {place + 1} if place < line.end and (line.letter(place) in self.letters) != self.is_negated else set()


class Edge:
    """The beginning or the end of the line."""

    def __init__(self, is_end):
        self.is_end, self.text = is_end, "$" if is_end else "^"

    def ends(self, line, place):
        is_there = line.is_last and place == line.end if self.is_end else line.is_first and place == line.start
        return {place} if is_there else set()


class Sequence:
    def __init__(self, parts):
        self.parts, self.text = parts, "".join(part.text for part in parts)

    def ends(self, line, place):
        places = {place}
        for part in self.parts:
            places = set().union(*(part.ends(line, each) for each in places))
        return places


class Either:
    def __init__(self, one, other):
        self.one, self.other, self.text = one, other, f"({one.text}|{other.text})"

    def ends(self, line, place):
        return self.one.ends(line, place) | self.other.ends(line, place)


class Many:
    def __init__(self, part, least, is_lazy):
        self.part, self.least = part, least
        body = part.text if isinstance(part, Any) else f"(?:{part.text})"
        self.text = body + ("+" if least else "*") + ("?" if is_lazy else "")

    def ends(self, line, place):
        found = set() if self.least else {place}
        places = {place}
        while places:
            places = set().union(*(self.part.ends(line, each) for each in places)) - found
            found |= places
        return found


class Look:
    """What stands ahead, or a character behind."""

    def __init__(self, part, is_ahead, is_negated):
        self.part, self.is_ahead, self.is_negated = part, is_ahead, is_negated
        self.text = f"(?{'' if is_ahead else '<'}{'!' if is_negated else '='}{part.text})"

    def ends(self, line, place):
        if self.is_ahead:
            is_there = bool(self.part.ends(line, place))
        else:
            is_there = place > line.start and place in self.part.ends(line, place - 1)
        return {place} if is_there != self.is_negated else set()


class Fragment:
    """A part of a line between two bytes that belong to no character."""

    def __init__(self, line, start, end):
        self.line, self.start, self.end = line, start, end
        self.is_first, self.is_last = start == 0, end == len(line)

    def letter(self, place):
        return self.line[place]


def fragments(line):
    start = 0
    for place, letter in enumerate(line + "\udc80"):
        if "\udc80" <= letter <= "\udcff":
            yield Fragment(line, start, place)
            start = place + 1


def matches(expression, line):
    """Whether a line of bytes has a match."""
    text = line.decode("utf-8", "surrogateescape")
    return any(
        expression.ends(fragment, place) for fragment in fragments(text) for place in range(fragment.start, fragment.end + 1))


def character(random):
    kind = random.randrange(4)
    if kind == 0:
        return random.choice([Any(), Word()])
    if kind == 1:
        return Letters(random.sample(ALPHABET[:-1], 3), random.random() < 0.5)
    return Letter(random.choice(ALPHABET))


def part(random, depth):
    kind = random.randrange(8 if depth else 2)
    if kind <= 1:
        return character(random)
    if kind == 2:
        return Many(part(random, depth - 1), random.randrange(2), random.random() < 0.3)
    if kind == 3:
        return Look(part(random, depth - 1), True, random.random() < 0.5)
    if kind == 4:
        return Look(character(random), False, random.random() < 0.5)
    if kind == 5:
        return Either(part(random, depth - 1), part(random, depth - 1))
    return Sequence([part(random, depth - 1) for _ in range(random.randint(1, 3))])


def expression(random):
    """One whose matches have a character at least: PCRE2 looks for no others at each invalid byte."""
    parts = [part(random, 2), character(random)] + ([part(random, 1)] if random.random() < 0.5 else [])
    if random.random() < 0.4:
        parts.insert(0, Many(Any(), random.randrange(2), random.random() < 0.3))
    if random.random() < 0.15:
        parts.insert(0, Edge(False))
    if random.random() < 0.15:
        parts.append(Edge(True))
    return Sequence(parts)


def damaged_line(random, number):
    pieces = [f"{number}:".encode()]
    for _ in range(random.randint(0, 24)):
        is_damaged = random.random() < 0.2
        pieces.append(bytes([random.randint(0x80, 0xFF)]) if is_damaged else random.choice(ALPHABET).encode())
    return b"".join(pieces)


def expressions(demo, random):
    """Filters by random expressions show the lines that a naive matcher finds, whatever bytes stand in them."""
    while True:
        lines = [damaged_line(random, number) for number in range(random.choice([5, 40, 120]))]
        wanted = [expression(random) for _ in range(random.choice([1, 1, 2]))]
        found = [line for line in lines if all(matches(each, line) for each in wanted)]
        # What lets all lines pass, or none, tells little.
        if 0 < len(found) < len(lines):
            break
    with in_window(demo) as scene:
        path = scene.scratch.file("damaged.log")
        with open(path, "wb") as file:
            file.write(b"\n".join(lines) + b"\n")
        # The history of searches offers them: keyboards have no such letters.
        os.makedirs(scene.scratch.file("TableDemo"), exist_ok=True)
        with open(scene.scratch.file("TableDemo/searches"), "w") as file:
            json.dump([{"text": each.text, "isExpression": True, "matchesCase": True, "matchesWords": False}
                       for each in wanted], file)
        run, client = scene.start([path, "--size", "900x600"])
        for number in range(len(wanted)):
            client.key("ctrl+shift+f")
            time.sleep(0.3 * patience())
            # The pattern that was used last is the first.
            for _ in range(len(wanted) if number else 1):
                client.key("Up")
            client.key("Return")
            time.sleep(0.1 * patience())
        end = time.monotonic() + 6 * patience()
        while True:
            client.key("ctrl+a")
            client.key("ctrl+c")
            time.sleep(0.15)
            text = client.clipboard()
            shown = [line.split(":")[0] for line in (text or "").splitlines()]
            if shown == [line.split(b":")[0].decode() for line in found]:
                break
            if time.monotonic() > end:
                raise run.failure(
                    f"the filters {[each.text for each in wanted]} show the lines {shown[:20]}, and not "
                    f"{[line.split(b':')[0].decode() for line in found][:20]} of {lines}")
        scene.finish()


# Thousands of characters

def glyph_text(random):
    """Text of which each character is looked for, measured and drawn for the first time."""
    kind = random.choice(["han", "han lines", "hangul", "all", "utf-16", "clusters", "invalid"])
    if kind == "han":
        return "".join(map(chr, range(0x4E00, 0x4E00 + random.choice([3000, 20_000])))).encode() + b"\n"
    if kind == "han lines":
        letters = list(map(chr, range(0x4E00, 0x9FA0)))
        random.shuffle(letters)
        text = "".join(letters)
        return "\n".join(text[place:place + 60] for place in range(0, len(text), 60)).encode()
    if kind == "hangul":
        return "".join(map(chr, range(0xAC00, 0xD7A4))).encode() + b"\n"
    if kind == "all":
        return "".join(chr(code) for code in range(0x20, 0x30000, 7) if not 0xD800 <= code < 0xE000).encode() + b"\n"
    if kind == "utf-16":
        return b"\xff\xfe" + random.randbytes(random.choice([20_000, 1 << 20, 2 << 20]) + random.randrange(2))
    if kind == "clusters":
        return "".join(
            chr(random.randint(0x61, 0x7A)) + "".join(chr(random.randint(0x300, 0x36F)) for _ in range(random.randint(0, 4)))
            for _ in range(30_000)).encode() + b"\n"
    return random.randbytes(random.choice([5000, 300_000]))


def glyphs(demo, random):
    """The window goes on while it shows text of thousands of distinct characters, wrapped and cut, in every size."""
    with in_window(demo) as scene:
        path = scene.scratch.file("glyphs.txt")
        with open(path, "wb") as file:
            file.write(glyph_text(random))
        run, client = scene.start([path, "--size", "1000x800"])
        limit = LONGEST_STILLNESS * patience()
        steps = ["w"] + random.choices(
            ["w", "End", "Home", "Next", "Next", "Prior", "ctrl+=", "ctrl+minus", "ctrl+Right", "ctrl+Left", "Down", "size"],
            k=random.randint(2, 7))
        for number, step in enumerate(steps):
            if step == "size":
                client.resize(random.choice([500, 800, 1200]), random.choice([400, 900]))
            else:
                client.key(step)
            if client.longest_stillness(run.is_running, random.choice([0.3, 1.5]), limit) >= limit:
                raise run.failure(f"the window stands still for {limit:.1f} s after {steps[:number + 1]}")
            if not run.is_running():
                break
        scene.finish()
