"""What TableDemo's window shows, as a model: which steps lead where, and the shortest way to each state.

A step is a tuple of a word and its numbers or texts. It means something in every state, so that a path stays one whatever
steps are left out of it. `Window.after` says what a step makes of a state, `perform` does it to a window.
"""

import dataclasses
import time

# As the list of screens has them; the first nine have a digit.
SCREENS = ["reuse", "pitfalls", "letters", "selfsizing", "feed", "countries", "updates", "styles", "editing", "mail",
           "settings", "collection", "regions", "processes", "diffable", "stress", "rich", "grid", "file"]

# Screens at which no path ends, because what they show is what happened and not what is so. Paths lead through them.
LIVE = {
    "processes": "the machine's processes, each second anew",
    "reuse": "the history of its cells, and a tape that runs",
    "letters": "the history of its buttons, of which layouts on the way are a part",
    "pitfalls": "what cells keep by mistake: the mistakes are its subject",
    "collection": "how many cells were made and handed out again so far",
    "feed": "how many posts were laid out and drawn so far",
}

SIZES = [(1280, 800), (1000, 700), (900, 600), (700, 620), (420, 560), (1380, 960), (761, 480), (320, 300)]
# Steps of Control and plus, the usual size among them.
TEXT_SIZES, USUAL = 12, 3
# Below that width the list of screens is folded.
LEAST_WIDTH_BESIDE = 680
# Below that width the inspector stands at the foot of the window, over the button of the list.
LEAST_WIDTH_OF_SIDE = 640
# Of the inspector at the side of the window, beside which the screens have the rest.
WIDTH_OF_INSPECTOR = 340
FILES = ["log.txt", "table.csv", "long.txt"]

# Keys of a screen that change what it shows, and after how many presses it is as before.
KEYS = {
    "styles": {"s": 3, "h": 3, "i": 2, "l": 5, "f": 2, "t": 2, "e": 2},
    "mail": {"g": 2},
    "selfsizing": {"s": 5, "a": 2},
    "updates": {"a": 8},
}
SEARCHES = ["", "an", "united", "south a", "zzz"]
INNER = ["", "larger", "smaller", "usual", "size"]


@dataclasses.dataclass
class Window:
    """What is known of a window without looking at it."""
    size: tuple
    screen: str = "countries"
    text: int = USUAL
    is_dark: bool = False
    is_list_wanted: bool = True
    is_list_open: bool = False
    has_files: bool = False
    overlay: bool = False
    inspector: bool = False
    past: tuple = ()
    future: tuple = ()
    # Presses of keys by screen and key, modulo what they repeat after.
    presses: dict = dataclasses.field(default_factory=dict)
    search: str = ""
    editing: str = ""
    tab: int = 0

    @property
    def is_wide(self):
        beside = WIDTH_OF_INSPECTOR if self.inspector and self.size[0] >= LEAST_WIDTH_OF_SIDE else 0
        return self.size[0] - beside >= LEAST_WIDTH_BESIDE

    @property
    def is_list_beside(self):
        return self.is_wide and self.is_list_wanted

    @property
    def is_list_button_covered(self):
        return self.inspector and self.size[0] < LEAST_WIDTH_OF_SIDE

    @property
    def file(self):
        return FILES[self.tab] if self.has_files else None

    def after(self, step):
        """The state that a step leads to."""
        new = dataclasses.replace(self, presses=dict(self.presses))
        kind, *words = step
        if kind == "screen":
            new.go(words[0])
            if words[0] not in SCREENS[:9] and new.is_wide:
                # Control and K show the list.
                new.is_list_wanted = True
        elif kind in ("next", "previous"):
            place = SCREENS.index(self.screen) + (1 if kind == "next" else -1)
            if 0 <= place < len(SCREENS):
                new.go(SCREENS[place])
        elif kind == "back" and self.past:
            new.past, new.future = self.past[:-1], self.future + (self.screen,)
            new.screen = self.past[-1]
        elif kind == "back" and not self.is_wide:
            # Back to the list, where no screen was shown before.
            new.is_list_open = True
        elif kind == "forward" and self.future:
            new.future, new.past = self.future[:-1], self.past + (self.screen,)
            new.screen = self.future[-1]
        elif kind in ("larger", "smaller", "usual"):
            new.scale(kind)
        elif kind in ("size", "hidden size"):
            new.resize(words[0])
        elif kind == "list" and not self.is_list_button_covered:
            if self.is_wide:
                new.is_list_wanted = not self.is_list_wanted
            else:
                new.is_list_open = not self.is_list_open
        elif kind == "find":
            # Escape leaves the list, and closes one that is over the screen, whatever opened it.
            new.is_list_open = False
            if self.is_wide:
                new.is_list_wanted = True
        elif kind == "overlay":
            new.overlay = not self.overlay
        elif kind == "inspector":
            new.inspector = not self.inspector
            if new.is_wide:
                new.is_list_open = False
        elif kind == "dark":
            new.go("styles")
            new.is_dark = not self.is_dark
        elif kind == "key" and words[0] in KEYS.get(self.screen, {}):
            count = new.presses.get((self.screen, words[0]), 0) + 1
            new.presses[self.screen, words[0]] = count % KEYS[self.screen][words[0]]
        elif kind == "search" and self.screen == "countries":
            new.search = words[0]
        elif kind == "edit rows" and self.screen == "editing":
            new.editing = {"e": {"": "e"}, "s": {"": "s", "e": "s"}}[words[0]].get(self.editing, "")
        elif kind == "wrap" and self.file in ("log.txt", "long.txt") and self.screen == "file":
            new.presses["wrap", self.file] = 1 - new.presses.get(("wrap", self.file), 0)
        elif kind == "tab" and self.screen == "file" and self.has_files:
            new.tab = (self.tab + words[0]) % len(FILES)
        elif kind in ("menu", "sheet", "edit cell"):
            if kind == "menu" and self.screen != "countries" or kind == "edit cell" and self.screen != "grid" or (
                    kind == "sheet" and self.screen in ("grid", "file", "processes")):
                return new
            if words[0] == "size":
                new.resize(words[1])
            elif words[0] and kind != "menu":
                new.scale(words[0])
        return new

    def go(self, screen):
        if screen != self.screen:
            self.past, self.future = self.past + (self.screen,), ()
            self.screen = screen
        self.is_list_open = False

    def scale(self, kind):
        self.text = USUAL if kind == "usual" else min(max(self.text + (1 if kind == "larger" else -1), 0), TEXT_SIZES - 1)

    def resize(self, number):
        self.size = SIZES[number % len(SIZES)]
        if self.is_wide:
            self.is_list_open = False

    # The shortest way

    def arguments(self, folder):
        """The command line of a program that shows the state, as far as there are options for it."""
        size = ["--size", f"{self.size[0]}x{self.size[1]}", "--appearance", "dark" if self.is_dark else "light"]
        if self.screen == "file" and self.has_files:
            return size + [f"{folder}/{name}" for name in FILES]
        return size + ([] if self.screen == "file" else ["--screen", self.screen])

    def shortest_way(self):
        """Steps to the state from a program started so."""
        steps = []
        if self.screen == "file" and not self.has_files:
            steps.append(("screen", "file"))
        distance = self.text - USUAL
        steps += [("larger" if distance > 0 else "smaller",)] * abs(distance)
        if self.is_wide and not self.is_list_wanted:
            steps.append(("list",))
        if self.screen == "file" and self.has_files:
            steps += {1: [("tab", 1)], 2: [("tab", -1)]}.get(self.tab, [])
            if self.presses.get(("wrap", self.file)):
                steps.append(("wrap",))
        for screen, key in sorted(self.presses):
            if screen == self.screen:
                steps += [("key", key)] * self.presses[screen, key]
        if self.screen == "countries" and self.search:
            steps.append(("search", self.search))
        if self.screen == "editing" and self.editing:
            steps.append(("edit rows", self.editing))
        return steps

    def rest(self):
        """Steps that take away what is live or left open, and bring lists to their beginnings."""
        steps = []
        if self.overlay:
            steps.append(("overlay",))
        if self.inspector:
            steps.append(("inspector",))
        if self.is_list_open:
            steps.append(("list",))
        return steps


def random_path(random, count):
    """Steps as people take them, and some that they do not."""
    steps = []
    for _ in range(count):
        steps.append(random_step(random))
        if random.random() < 0.4:
            steps.append(("wait", random.choice([5, 20, 60, 150, 300])))
    return steps


def random_step(random):
    screen, size = random.choice(SCREENS), random.randrange(len(SIZES))
    kinds = [
        (10, lambda: ("screen", screen)), (3, lambda: (random.choice(["next", "previous"]),)),
        (3, lambda: (random.choice(["back", "back", "forward"]),)),
        (8, lambda: (random.choice(["larger", "larger", "smaller", "usual"]),)),
        (5, lambda: ("size", size)), (2, lambda: ("hidden size", size)), (2, lambda: ("hide", random.choice([10, 100]))),
        (3, lambda: ("list",)), (2, lambda: ("find",)), (2, lambda: ("overlay",)), (2, lambda: ("inspector",)),
        (2, lambda: ("dark",)), (4, lambda: ("key", random.choice("shilftega"))),
        (3, lambda: ("search", random.choice(SEARCHES))), (3, lambda: ("edit rows", random.choice("es"))),
        (2, lambda: ("wrap",)), (4, lambda: ("tab", random.choice([1, 1, -1]))),
        (6, lambda: ("scroll", random.choice(["End", "Home", "Next", "Prior", "Down", "Up"]))),
        (4, lambda: ("wheel", random.choice([-30, -3, 3, 30]))),
        (2, lambda: ("menu", random.choice(["", "size"]), size)), (2, lambda: ("sheet", random.choice(INNER), size)),
        (2, lambda: ("edit cell", random.choice(INNER[:4]))),
    ]
    return random.choices([make for _, make in kinds], [weight for weight, _ in kinds])[0]()


def perform(step, state, client):
    """Does a step to a window in a state."""
    kind, *words = step
    simple = {"next": "alt+Down", "previous": "alt+Up", "back": "alt+Left", "forward": "alt+Right", "larger": "ctrl+=",
              "smaller": "ctrl+-", "usual": "ctrl+0", "overlay": "F1", "inspector": "F12"}
    if kind in simple:
        client.key(simple[kind])
    elif kind == "wait":
        time.sleep(words[0] / 1000)
    elif kind == "screen":
        show(words[0], client)
    elif kind == "size":
        client.resize(*SIZES[words[0] % len(SIZES)])
        wait_for_size()
    elif kind == "hidden size":
        client.hide()
        client.resize(*SIZES[words[0] % len(SIZES)])
        client.show()
        wait_for_size()
    elif kind == "hide":
        client.hide()
        time.sleep(words[0] / 1000)
        client.show()
    elif kind == "list" and not state.is_list_button_covered:
        client.move(50, state.size[1] - 18)
        client.click()
        park(client)
    elif kind == "find":
        client.key("ctrl+k")
        client.type("st")
        client.key("ctrl+a")
        client.key("BackSpace")
        client.key("Escape")
    elif kind == "dark":
        show("styles", client)
        client.key("d")
    elif kind == "key" and words[0] in KEYS.get(state.screen, {}):
        client.key(words[0])
    elif kind == "search" and state.screen == "countries":
        client.key("ctrl+f")
        if words[0]:
            client.type(words[0])
            client.key("Return")
        else:
            # A search that is left empty goes on until it is cancelled.
            client.key("BackSpace")
            client.key("Escape")
    elif kind == "edit rows" and state.screen == "editing":
        client.key(words[0])
    elif kind == "wrap" and state.screen == "file" and state.file in ("log.txt", "long.txt"):
        client.key("w")
    elif kind == "tab" and state.screen == "file":
        client.key("ctrl+Tab" if words[0] > 0 else "ctrl+shift+Tab")
    elif kind == "scroll":
        grids = state.screen == "grid" or state.screen == "file" and state.file == "table.csv"
        client.key(("ctrl+" if grids and words[0] in ("Home", "End") else "") + words[0])
    elif kind == "wheel" and (state.screen != "mail" or words[0] > 0):
        # Back beyond its beginning a mailbox is pulled, and writes a draft, which stays.
        client.move(state.size[0] - 60, state.size[1] // 2)
        client.click(5 if words[0] > 0 else 4, abs(words[0]))
        park(client)
    elif kind in ("menu", "sheet", "edit cell"):
        perform_inside(kind, words, state, client)


def perform_inside(kind, words, state, client):
    """A step while a menu, the sheet of keys or the field of a cell is open."""
    applies = {"menu": state.screen == "countries", "sheet": state.screen not in ("grid", "file", "processes"),
               "edit cell": state.screen == "grid"}[kind]
    if not applies:
        return
    client.key({"menu": "Menu", "sheet": "?", "edit cell": "q"}[kind])
    if words[0] == "size":
        perform(("size", words[1]), state, client)
    elif words[0] and kind != "menu":
        perform((words[0],), state, client)
    client.key("Escape")


def show(screen, client):
    """Shows a screen by its digit, or by its name."""
    if screen in SCREENS[:9]:
        client.key(f"ctrl+{SCREENS.index(screen) + 1}")
    else:
        client.key("ctrl+k")
        client.type(screen)
        client.key("Return")


def park(client):
    """Takes the pointer out of the window."""
    client.move(1398, 998)


def wait_for_size():
    """What follows may count on the size: a click is meant for what stands there."""
    time.sleep(0.03)


def hide_ring(state, client):
    """Hides the ring of the keyboard by a press where nothing is, in the corner beside the button of the list.

    The ring says how the user went last, by keys or by the pointer: that is past, and no state.
    """
    client.move(3, state.size[1] - 3)
    client.click()
    park(client)


def bring_to_rest(state, client):
    """Scrolls the list that is shown, and that of the screens, to its beginning, and takes the pointer away."""
    hide_ring(state, client)
    if state.is_list_beside:
        client.move(160, 200)
        client.click(4, 80)
    perform(("scroll", "Home"), state, client)
    park(client)
