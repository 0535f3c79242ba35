#!/usr/bin/python3
"""Listens to TableDemo as a screen reader does, by pyatspi, and checks what it says.

    listener.py SCENARIO PID

Runs on a session bus of its own (DBUS_SESSION_BUS_ADDRESS) beside a TableDemo in a window of DISPLAY, which has the keyboard.
Prints figures and "ok", or says on the last line what is wrong and ends with 1. Each wait has an end.
"""
import io
import os
import random
import signal
import subprocess
import sys
import time

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

PATIENCE = 20.0


class Wrong(Exception):
    pass


def expect(condition, words):
    if not condition:
        raise Wrong(words)


def session():
    return Gio.bus_get_sync(Gio.BusType.SESSION, None)


def enable(is_on=True):
    """Says on the session bus that somebody listens, as a screen reader does when it starts."""
    session().call_sync(
        "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set",
        GLib.Variant("(ssv)", ("org.a11y.Status", "IsEnabled", GLib.Variant("b", is_on))), None, 0, 10000, None)


def pump(seconds=0.0):
    """Has events delivered for a while."""
    end = time.monotonic() + seconds
    context = GLib.MainContext.default()
    while True:
        while context.iteration(False):
            pass
        if time.monotonic() >= end:
            return
        time.sleep(0.01)


def heard():
    """The last events, in words."""
    return [f"{event.type} {event.detail1} of {event.source and event.source.name}" for event in events[-8:]]


events = []


def waiting(words, body, seconds=PATIENCE):
    """The first answer that is not None or False."""
    end = time.monotonic() + seconds
    while True:
        pump()
        try:
            found = body()
        except GLib.Error:
            found = None
        if found is not None and found is not False:
            return found
        expect(time.monotonic() < end, f"waited {seconds} s in vain for {words}; heard {heard()}")
        time.sleep(0.05)


def press(*keys):
    subprocess.run(["xdotool", "key", "--delay", "60", *keys], check=True)


def descendants(node, depth=0):
    """The nodes below one, without the rows of lists."""
    yield node
    if depth > 12 or node.getState().contains(pyatspi.STATE_MANAGES_DESCENDANTS):
        return
    for index in range(node.childCount):
        child = node.getChildAtIndex(index)
        if child is not None:
            yield from descendants(child, depth + 1)


class Listener:
    """The program under test, and the events it sent."""

    def __init__(self, pid):
        self.pid = pid
        self.events = events

    def find(self):
        def look():
            desktop = pyatspi.Registry.getDesktop(0)
            for index in range(desktop.childCount):
                app = desktop.getChildAtIndex(index)
                if app is not None and app.get_process_id() == self.pid:
                    return app
            return None

        self.app = waiting("the program among those of the desktop", look)
        return self.app

    def listen(self, *names):
        pyatspi.Registry.registerEventListener(self.events.append, *names)
        pump(0.5)

    def first(self, role, among=None):
        def look():
            for node in descendants(among or self.app):
                if node.getRole() == role:
                    return node
            return None

        return waiting(f"a node of the role {role}", look)

    def heard(self, kind, name):
        """Waits until an event of a kind comes from a node with a name."""

        def look():
            for event in self.events:
                if event.type.startswith(kind) and event.source and event.source.name.startswith(name):
                    return event
            return None

        return waiting(f"{kind} of {name}", look)

    def raw(self, path, interface, member, arguments=None, timeout=5000):
        """A call past pyatspi, which keeps things."""
        return bus().call_sync(
            self.bus_name(), path, interface, member, arguments, None, 0, timeout, None)

    def bus_name(self):
        return self.app.app.bus_name


def bus():
    """A connection of this program's own to the bus of assistive tools, made once: a call by it is one way there and back."""
    global connection
    if connection is None:
        address = session().call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, 10000, None)
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        connection = Gio.DBusConnection.new_for_address_sync(address.unpack()[0], flags, None, None)
    return connection


connection = None


def ask_for_rows(listener, path, numbers, depth=32):
    """Asks a list for rows by their numbers, with several calls under way at once.

    Returns the rows' paths and the seconds that each answer took.
    """
    context = GLib.MainContext.default()
    paths, taken, errors = [], [], []
    under_way = 0

    def answered(connection, result, start):
        nonlocal under_way
        under_way -= 1
        try:
            paths.append(connection.call_finish(result).unpack()[0][1])
            taken.append(time.perf_counter() - start)
        except GLib.Error as error:
            errors.append(error)

    for number in numbers:
        while under_way >= depth:
            context.iteration(True)
        if errors:
            break
        bus().call(
            listener.bus_name(), path, "org.a11y.atspi.Accessible", "GetChildAtIndex", GLib.Variant("(i)", (number,)),
            None, 0, 5000, None, answered, time.perf_counter())
        under_way += 1
    while under_way:
        context.iteration(True)
    if errors:
        raise errors[0]
    return paths, taken


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))]


# MARK: Scenarios


def longest_list(listener):
    """The list with the most rows: beside it may stand one of all screens. One with very many is a table."""

    def look():
        lists = [node for node in descendants(listener.app) if node.getRole() in (pyatspi.ROLE_LIST, pyatspi.ROLE_TABLE)]
        return max(lists, key=lambda node: node.childCount, default=None)

    return waiting("a list", look)


def stress(listener):
    """A list of 1,000,000,000 rows: places, names, keys, actions, selection, scrolling, dead objects, times."""
    rows = 1_000_000_000
    table = longest_list(listener)
    expect(table.childCount == rows, f"the list has {table.childCount} rows")
    far = table.getChildAtIndex(rows - 1)
    expect(far.getIndexInParent() == rows - 1, f"the last row is number {far.getIndexInParent()}")
    expect(far.getRole() == pyatspi.ROLE_TABLE_ROW, "a row is no row of a table")
    attributes = dict(a.split(":", 1) for a in far.getAttributes())
    expect(attributes["posinset"] == "1000000000" and attributes["setsize"] == "1000000000", f"{attributes}")
    expect("1,000,000,000" in far.name or "999,999,999" in far.name, f"the last row is called {far.name}")
    expect(not far.getState().contains(pyatspi.STATE_SHOWING), "the last row is on screen")

    listener.listen("object:state-changed:focused", "object:active-descendant-changed", "object:selection-changed")
    expect(table.queryComponent().grabFocus(), "the list does not take the keyboard")
    press("Home")
    press("Down", "Down")
    third = table.getChildAtIndex(2)
    event = listener.heard("object:state-changed:focused", third.name)
    expect(event.source.getIndexInParent() == 2, "the row with the keyboard is another")
    expect(third.getState().contains(pyatspi.STATE_FOCUSED), "the third row does not say that it has the keyboard")
    waiting("the active descendant", lambda: any(e.type.startswith("object:active-desc") for e in listener.events))

    fifth = table.getChildAtIndex(4)
    action = fifth.queryAction()
    expect(action.nActions >= 2 and action.getName(0) == "activate", "the first action is another")
    expect(action.doAction(0), "a row was not activated")
    waiting("the selection", lambda: table.querySelection().isChildSelected(4))
    expect(table.querySelection().getSelectedChild(0).getIndexInParent() == 4, "another row is selected")
    expect(fifth.getState().contains(pyatspi.STATE_SELECTED), "the row does not say that it is selected")

    expect(far.queryComponent().scrollTo(0), "the last row was not scrolled to")
    waiting("the last row on screen", lambda: far.getState().contains(pyatspi.STATE_SHOWING))
    box, outer = far.queryComponent().getExtents(0), table.queryComponent().getExtents(0)
    expect(box.y + box.height <= outer.y + outer.height and box.height > 10, f"the last row is at {box.y}")
    hit = table.queryComponent().getAccessibleAtPoint(box.x + 5, box.y + box.height // 2, 0)
    expect(hit.getIndexInParent() == rows - 1, "another row is hit")

    children = listener.raw(PATH(table), "org.a11y.atspi.Accessible", "GetChildren").unpack()[0]
    expect(0 < len(children) < 200, f"{len(children)} children are told")
    walk(listener, table, rows)
    dead(listener, table)


def walk(listener, table, rows):
    """How long calls take, over places at random."""
    path = PATH(table)
    draw = random.Random(1)
    taken = []
    for _ in range(2000):
        number = draw.randrange(rows)
        start = time.perf_counter()
        reference = listener.raw(
            path, "org.a11y.atspi.Accessible", "GetChildAtIndex", GLib.Variant("(i)", (number,))).unpack()[0]
        middle = time.perf_counter()
        name = listener.raw(
            reference[1], "org.freedesktop.DBus.Properties", "Get",
            GLib.Variant("(ss)", ("org.a11y.atspi.Accessible", "Name"))).unpack()[0]
        end = time.perf_counter()
        expect(name, "a row without a name")
        index = listener.raw(reference[1], "org.a11y.atspi.Accessible", "GetIndexInParent").unpack()[0]
        expect(index == number, f"row {number} says that it is {index}")
        taken += [middle - start, end - middle]
    print(f"call p50 {percentile(taken, 0.5) * 1e3:.2f} ms, p99 {percentile(taken, 0.99) * 1e3:.2f} ms")
    print(f"names p50 {percentile(taken[1::2], 0.5) * 1e3:.2f} ms, p99 {percentile(taken[1::2], 0.99) * 1e3:.2f} ms")
    # The same way without the program: the registry answers a ping at once.
    pings = []
    for _ in range(1000):
        start = time.perf_counter()
        bus().call_sync("org.a11y.atspi.Registry", "/org/a11y/atspi/registry", "org.freedesktop.DBus.Peer", "Ping", None,
                        None, 0, 5000, None)
        pings.append(time.perf_counter() - start)
    print(f"ping p50 {percentile(pings, 0.5) * 1e3:.2f} ms, p99 {percentile(pings, 0.99) * 1e3:.2f} ms")
    expect(percentile(taken, 0.5) < 0.02, "calls take long")


def rows(listener):
    """Asks a list of a billion rows for one after another, as many as there are answers for, while a window scrolls."""
    table = longest_list(listener)
    print("asking", flush=True)
    end = time.monotonic() + 6

    def numbers():
        number = 0
        while time.monotonic() < end:
            yield number
            number += 1

    paths, taken = ask_for_rows(listener, PATH(table), numbers())
    print(f"{len(taken)} rows, an answer with 32 calls under way p50 {percentile(taken, 0.5) * 1e3:.1f} ms, "
          f"p99 {percentile(taken, 0.99) * 1e3:.1f} ms, at most {max(taken) * 1e3:.1f} ms")
    expect(len(set(paths)) == len(paths) > 1000, f"{len(paths)} rows with {len(set(paths))} names")
    # The answers to 32 calls, between frames of a busy machine.
    expect(max(taken) < 1, f"an answer took {max(taken)} s")


def follow(listener):
    """Listens and asks as a screen reader does when it starts and when it hears of something, until it is killed; for figures."""
    listener.listen(
        "object:state-changed:focused", "object:state-changed:showing", "object:active-descendant-changed",
        "object:selection-changed", "object:children-changed", "object:property-change", "object:text-changed",
        "object:text-caret-moved", "object:visible-data-changed", "window:activate")
    for node in descendants(listener.app):
        (node.name, node.description, node.getState())
    print("listening", flush=True)
    context = GLib.MainContext.default()
    while True:
        # Asleep until something comes: a tool that looks about is felt in the caches of the program.
        context.iteration(True)
        while events:
            source = events.pop(0).source
            try:
                (source and source.name, source and source.getState())
            except GLib.Error:
                pass


def dead(listener, table):
    """Objects that are not there give errors, and the program goes on."""
    path = PATH(table)
    base = "/org/a11y/atspi/accessible/"
    for name in ("v99999", "v1_r", path.rsplit("/", 1)[1] + "_r123456789012", "x", "root_1", "_"):
        try:
            listener.raw(base + name, "org.a11y.atspi.Accessible", "GetRole")
            raise Wrong(f"{name} has a role")
        except GLib.Error as error:
            expect("gone" in str(error) or "Unknown" in str(error), str(error))
    for interface, member, arguments in (
        ("org.a11y.atspi.Accessible", "Nonsense", None),
        ("org.a11y.atspi.Component", "GetExtents", GLib.Variant("(s)", ("x",))),
        ("org.freedesktop.DBus.Properties", "Get", None),
        ("org.freedesktop.DBus.Properties", "Set", GLib.Variant("(ssv)", ("a", "b", GLib.Variant("s", "c")))),
        ("org.a11y.atspi.Table", "GetAccessibleAt", GLib.Variant("(ii)", (-1, -1))),
        ("org.a11y.atspi.Selection", "SelectChild", GLib.Variant("(i)", (-1,))),
    ):
        try:
            listener.raw(path, interface, member, arguments)
        except GLib.Error:
            pass
    expect(table.childCount == 1_000_000_000, "the list is another after calls without sense")


def field(listener):
    """A search field is found, edited as by hand, and its text, caret and results are told."""
    table = longest_list(listener)
    before = table.childCount
    press("ctrl+f")

    def focused():
        for node in descendants(listener.app):
            if node.getRole() == pyatspi.ROLE_ENTRY and node.getState().contains(pyatspi.STATE_FOCUSED):
                return node
        return None

    entry = waiting("a field with the keyboard", focused)
    listener.listen("object:text-changed:insert", "object:text-caret-moved", "object:state-changed:focused")
    expect(entry.queryComponent().grabFocus(), "the field does not take the keyboard")
    waiting("the keyboard in the field", lambda: entry.getState().contains(pyatspi.STATE_FOCUSED))
    subprocess.run(["xdotool", "type", "--delay", "60", "iceland"], check=True)
    text = entry.queryText()
    waiting("the text", lambda: text.getText(0, -1) == "iceland")
    waiting("what was typed", lambda: any(e.type.startswith("object:text-changed:insert") for e in listener.events))
    expect(text.caretOffset == 7, f"the caret is at {text.caretOffset}")
    waiting("one row", lambda: table.childCount == 1)
    editable = entry.queryEditableText()
    expect(editable.setTextContents("burkina"), "the text was not set")
    waiting("the other row", lambda: table.childCount == 1 and "Burkina" in table.getChildAtIndex(0).name)
    expect(text.setSelection(0, 0, 3) and text.getSelection(0) == (0, 3), "three characters are not selected")
    expect(editable.deleteText(0, 7), "the text was not deleted")
    waiting("all rows", lambda: table.childCount == before)


def press_listening(*arguments):
    """Presses keys by xdotool, and hears of them meanwhile."""
    process = subprocess.Popen(["xdotool", *arguments])
    waiting("the keys", lambda: process.poll() is not None)
    expect(process.returncode == 0, f"xdotool {arguments} failed")


def keys(listener):
    """A tool hears of keys before the program, which does not get those that the tool takes; a registry that stands still
    stops no key."""
    told = []

    def hear(event):
        told.append((event.type, event.event_string, event.hw_code, event.id))
        return event.event_string == "x"

    pyatspi.Registry.registerKeystrokeListener(
        hear, mask=0, kind=(pyatspi.KEY_PRESSED_EVENT, pyatspi.KEY_RELEASED_EVENT))
    pump(0.5)
    press_listening("key", "ctrl+f")
    entry = waiting("a field with the keyboard", lambda: next(
        (node for node in descendants(listener.app) if node.getRole() == pyatspi.ROLE_ENTRY
         and node.getState().contains(pyatspi.STATE_FOCUSED)), None))
    text = entry.queryText()

    def typed(letters, expected):
        """Types until no answer comes too late, as on a busy machine: a key does not wait longer than a moment."""
        for _ in range(5):
            press_listening("type", "--delay", "150", letters)
            pump(0.5)
            if text.getText(0, -1) == expected:
                return
            pump(1)
            entry.queryEditableText().setTextContents(expected[:-1])
            letters = letters[-2:]
        raise Wrong(f"the text is {text.getText(0, -1)}, and the tool heard {told}")

    typed("ixcxe", "ice")
    press_listening("key", "--delay", "150", "Left")
    waiting("the caret where Left has led it", lambda: text.caretOffset == 2)
    (down, up) = (pyatspi.KEY_PRESSED_EVENT, pyatspi.KEY_RELEASED_EVENT)
    for key in (("i", 31, 0x69), ("x", 53, 0x78), ("Left", 113, 0xFF51)):
        expect((down, *key) in told and (up, *key) in told, f"{key} was not told: {told}")
    registry = bus().call_sync(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
        GLib.Variant("(s)", ("org.a11y.atspi.Registry",)), None, 0, 5000, None).unpack()[0]
    os.kill(registry, signal.SIGSTOP)
    try:
        start = time.monotonic()
        subprocess.run(["xdotool", "key", "--delay", "30", "End", "l", "a"], check=True)
        waiting("the text", lambda: text.getText(0, -1) == "icela", 5)
        print(f"{time.monotonic() - start:.2f} s for three keys while the registry stands still")
    finally:
        os.kill(registry, signal.SIGCONT)
    # What the registry answers late counts no more; what it is asked from now on does.
    pump(0.5)
    typed("xnx", "icelan")


def changes(listener):
    """Rows that come and go while a client walks them: places stay those of the same rows, and nothing breaks."""
    table = longest_list(listener)
    path = PATH(table)
    end = time.monotonic() + 4
    (answered, gone) = (0, 0)
    while time.monotonic() < end:
        for number in range(0, 40):
            try:
                reference = listener.raw(
                    path, "org.a11y.atspi.Accessible", "GetChildAtIndex", GLib.Variant("(i)", (number,))).unpack()[0]
                listener.raw(
                    reference[1], "org.freedesktop.DBus.Properties", "Get",
                    GLib.Variant("(ss)", ("org.a11y.atspi.Accessible", "Name")))
                answered += 1
            except GLib.Error:
                gone += 1
    print(f"{answered} rows named, {gone} gone meanwhile")
    expect(answered > 100, f"only {answered} rows could be named")


def names(listener):
    """Whatever can be pressed or edited has a name, and no instrument is told."""
    unnamed = []
    for node in descendants(listener.app):
        role = node.getRole()
        if role in (pyatspi.ROLE_PUSH_BUTTON, pyatspi.ROLE_CHECK_BOX, pyatspi.ROLE_ENTRY, pyatspi.ROLE_SLIDER):
            if not node.name:
                unnamed.append(f"{node.getRoleName()} at {node.queryComponent().getExtents(1)}")
        expect(node.getRole() != pyatspi.ROLE_INVALID, "a node without a role")
    expect(not unnamed, f"without a name: {unnamed}")
    buttons = [node for node in descendants(listener.app) if node.getRole() == pyatspi.ROLE_PUSH_BUTTON]
    found = matches(listener, listener.app[0], roles={pyatspi.ROLE_PUSH_BUTTON})
    expect(found == [node.path for node in buttons], f"{len(buttons)} buttons are walked to, and {len(found)} found")
    expect(matches(listener, listener.app[0], roles={pyatspi.ROLE_PUSH_BUTTON}, count=1) == found[:1], "one is not one")
    expect(not matches(listener, listener.app[0], roles={pyatspi.ROLE_DOCUMENT_WEB}), "there is a web page")


def matches(listener, node, roles, count=0):
    """The paths of the nodes below one that have one of some roles, as the interface Collection finds them."""
    words = [0] * 4
    for role in roles:
        words[int(role) // 32] |= 1 << int(role) % 32
    words = [word - (1 << 32) if word >= 1 << 31 else word for word in words]
    rule = ([0, 0], 1, {}, 1, words, 2, [], 1, False)
    arguments = GLib.Variant("((aiia{ss}iaiiasib)uib)", (rule, 1, count, True))
    answer = listener.raw(node.path, "org.a11y.atspi.Collection", "GetMatches", arguments)
    return [path for _, path in answer.unpack()[0]]


def show(listener):
    """Prints the tree; for people."""
    for node in descendants(listener.app):
        depth = 0
        above = node
        while above is not None and above != listener.app and depth < 20:
            above = above.parent
            depth += 1
        print("  " * depth + f"{node.getRoleName()} \"{node.name}\" {node.childCount}")
        if node.getState().contains(pyatspi.STATE_MANAGES_DESCENDANTS):
            for index in range(min(3, node.childCount)):
                print("  " * (depth + 1) + f"{node.getChildAtIndex(index).name}")


def grid(listener):
    """A grid is a table whose cells tell their row and column."""
    table = listener.first(pyatspi.ROLE_TABLE)
    interface = table.queryTable()
    expect(interface.nRows > 10 and interface.nColumns > 2, f"{interface.nRows} x {interface.nColumns}")
    cell = interface.getAccessibleAt(1, 1)
    expect(cell.getRole() == pyatspi.ROLE_TABLE_CELL and cell.name, f"a cell is called {cell.name}")
    attributes = dict(a.split(":", 1) for a in cell.getAttributes())
    expect(attributes["rowindex"] == "2" and attributes["colindex"] == "2", f"{attributes}")
    listener.listen("object:state-changed:focused")
    expect(cell.queryComponent().grabFocus(), "a cell does not take the keyboard")
    press("Right")
    waiting("the next cell", lambda: any(e.source == interface.getAccessibleAt(1, 2) for e in listener.events))


def dogtail(listener):
    """The countries by a second library, dogtail: found, dumped, typed into, selected, and clicked at their places."""
    from dogtail.config import config
    (config.checkForA11y, config.logDebugToStdOut, config.logDebugToFile) = (False, False, False)
    # It heeds its limit only once.
    config.childrenLimit = 1000
    from dogtail import dump, tree

    app = tree.root.application(listener.app.name)
    expect(app.get_process_id() == listener.pid, "another program is found")
    countries = app.child(roleName="list")
    count = len(countries.children)
    expect(count > 150, f"{count} countries are found")
    words = io.StringIO()
    dump.plain(app.children[0], output=words)
    expect("[entry |" in words.getvalue() and "[action | activate |" in words.getvalue(), words.getvalue()[:2000])

    entry = app.child(roleName="entry")
    entry.text = "burkina"
    waiting("one country", lambda: len(countries.children) == 1 and entry.text == "burkina")
    row = countries.findChild(lambda node: node.name.startswith("Burkina"))
    expect("activate" in row.actions, f"a country has the actions {list(row.actions)}")
    entry.text = ""
    waiting("all countries", lambda: len(countries.children) == count)

    first, third = countries.children[0], countries.children[2]
    expect(first.showing and first.sensitive and not first.selected, "the first country is hidden or selected")
    first.doActionNamed("activate")
    waiting("the first country selected", lambda: first.selected)
    third.click()
    waiting("the third country selected", lambda: third.selected and not first.selected)


def press_by_tool(node, action="activate"):
    """Carries out an action of a node by its name."""
    actions = node.queryAction()
    for number in range(actions.nActions):
        if actions.getName(number) == action:
            expect(actions.doAction(number), f"{node.name} did not {action}")
            return
    raise Wrong(f"{node.name} has no action {action}: {[actions.getName(n) for n in range(actions.nActions)]}")


def named(listener, name, role=None):
    """The node with a name, once there is one."""

    def look():
        for node in descendants(listener.app):
            if node.name == name and role in (None, node.getRole()):
                return node
        return None

    return waiting(f"a node called {name}", look)


def speech(listener):
    """An app for iOS (`Tests/EndToEnd/SpeechProbe`) announces, leads to elements, asks and shows another screen."""
    named(listener, "Listened to")
    listener.listen(
        "object:announcement", "object:state-changed:focused", "object:state-changed:showing",
        "object:children-changed:add", "object:property-change:accessible-name")

    def announced(text):
        waiting(
            f"the announcement {text}",
            lambda: any(e.type.startswith("object:announcement") and e.any_data == text for e in listener.events))

    press_by_tool(named(listener, "Announce"))
    announced("Saved")
    press_by_tool(named(listener, "Other"))
    announced("Nothing is here")
    press_by_tool(named(listener, "Lead"))
    result = listener.heard("object:state-changed:focused", "3 files saved").source
    expect(result.getState().contains(pyatspi.STATE_FOCUSED), "the label does not say that tools are at it")
    press_by_tool(named(listener, "Bar"))
    bar = listener.heard("object:state-changed:focused", "Tuesday, 2 hours").source
    expect(bar.getState().contains(pyatspi.STATE_FOCUSED), "the bar does not say that tools are at it")
    expect(not result.getState().contains(pyatspi.STATE_FOCUSED), "two nodes have the focus")
    expect(bar.parent.childCount == 3 and bar.getIndexInParent() == 1, "the bar is another")

    rating = waiting("the rating", lambda: next(
        (node for node in descendants(listener.app) if node.name.startswith("Rating")), None))
    expect(rating.getRole() == pyatspi.ROLE_SLIDER, f"the rating is a {rating.getRoleName()}")
    press_by_tool(rating, "increment")
    expect(rating_value(rating) == "3 stars", f"the rating is {rating_value(rating)}")
    press_by_tool(rating, "Clear")
    expect(rating_value(rating) == "0 stars", f"the rating is {rating_value(rating)}")

    del listener.events[:]
    press_by_tool(named(listener, "Ask"))
    alert = listener.heard("object:state-changed:focused", "Delete the draft?").source
    expect(alert.getRole() == pyatspi.ROLE_ALERT, f"the question is a {alert.getRoleName()}")
    expect(any(node.name == "It cannot be undone." for node in descendants(alert)), "the message is not told")
    expect(not any(node.name == "Announce" for node in descendants(listener.app)), "the screen is not hidden")
    press_by_tool(named(listener, "Delete"))
    named(listener, "The draft is deleted")
    named(listener, "Announce")

    press_by_tool(named(listener, "Next"))
    listener.heard("object:state-changed:focused", "A text of the second screen")
    listener.heard("object:property-change:accessible-name", "Second")
    press_by_tool(named(listener, "Speech", pyatspi.ROLE_PUSH_BUTTON))
    named(listener, "Announce")


def rating_value(node):
    """The value of an adjustable node, which is told by an attribute or behind the name."""
    attributes = dict(a.split(":", 1) for a in node.getAttributes())
    return attributes.get("valuetext") or node.name.rsplit(", ", 1)[-1]


def actions(listener):
    """Mail by ear: actions of rows, menus, alerts, the way to a message and back."""
    table = longest_list(listener)
    count = table.childCount
    listener.listen("object:state-changed:focused", "object:announcement", "object:state-changed:showing")
    first = table.getChildAtIndex(0)
    names = [first.queryAction().getName(n) for n in range(first.queryAction().nActions)]
    print(names)
    archive = next((name for name in names if name in ("Archive", "Delete")), None)
    expect(archive is not None, f"the first message has no swipe action: {names}")
    press_by_tool(first, archive)
    waiting("a message less", lambda: table.childCount == count - 1)
    press_by_tool(table.getChildAtIndex(0), "activate")
    press_by_tool(waiting("the command to open", lambda: next(
        (n for n in descendants(listener.app) if n.getRole() == pyatspi.ROLE_PUSH_BUTTON and n.name.startswith("Open")
         and n.getState().contains(pyatspi.STATE_ENABLED)),
        None)))

    def message():
        lists = [node for node in descendants(listener.app) if node.getRole() == pyatspi.ROLE_LIST]
        return any(node.childCount and node.getChildAtIndex(0).name.startswith(("From", "To")) for node in lists)

    waiting("the message", message)
    # The list slides away, with a command to delete of its own.
    waiting("the list gone", lambda: not any(
        n.getRole() == pyatspi.ROLE_PUSH_BUTTON and n.name.startswith("Open") for n in descendants(listener.app)))
    press_by_tool(named(listener, "Delete", pyatspi.ROLE_PUSH_BUTTON))
    alert = waiting("a question", lambda: next(
        (n for n in descendants(listener.app) if n.getRole() == pyatspi.ROLE_ALERT), None))
    expect(alert.name, "the question has no name")
    press_by_tool(named(listener, "Cancel"))
    waiting("the question gone", lambda: not any(
        n.getRole() == pyatspi.ROLE_ALERT for n in descendants(listener.app)))
    del listener.events[:]
    press("alt+Left")
    waiting("the list again", lambda: longest_list(listener).childCount == count - 1)


def restart(listener):
    """The bus of assistive tools is killed and comes again; the program goes on, and is found anew."""
    table = longest_list(listener)
    path = PATH(table)
    connection_to_bus = bus()
    connection_to_bus.set_exit_on_close(False)
    os.kill(bus_process(), 9)
    time.sleep(1)
    os.kill(listener.pid, 0)
    press("Down")
    try:
        listener.raw(path, "org.a11y.atspi.Accessible", "GetRole")
        raise Wrong("the bus was not killed")
    except GLib.Error:
        pass
    again = subprocess.run([sys.executable, __file__, "found", str(listener.pid)], timeout=40, capture_output=True, text=True)
    expect(again.returncode == 0, f"{again.stdout}{again.stderr}")


def bus_process():
    """The process of the bus of assistive tools."""
    return bus().call_sync(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
        GLib.Variant("(s)", ("org.freedesktop.DBus",)), None, 0, 5000, None).unpack()[0]


def hang(listener):
    """Has the bus of assistive tools stand still, with a tool in the middle of a flood of calls, and leaves it so."""
    flood(listener, longest_list(listener))
    process = bus_process()
    print(process)
    os.kill(process, signal.SIGSTOP)


def flood(listener, table):
    """A tool that calls thousands of times and dies without an answer."""
    code = (
        "import os, sys\n"
        "from gi.repository import Gio, GLib\n"
        "flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION\n"
        "bus = Gio.DBusConnection.new_for_address_sync(sys.argv[1], flags, None, None)\n"
        "for number in range(3000):\n"
        "    bus.call(sys.argv[2], sys.argv[3], 'org.a11y.atspi.Accessible', 'GetChildAtIndex',\n"
        "        GLib.Variant('(i)', (number,)), None, 0, -1, None, None)\n"
        "bus.flush_sync(None)\n"
        "os._exit(9)\n")
    address = session().call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, 10000, None)
    subprocess.run([sys.executable, "-c", code, address.unpack()[0], listener.bus_name(), PATH(table)], timeout=30)
    waiting("an answer after a flood", lambda: table.childCount > 0)


def connections(on, pid):
    """How many connections a process has to a bus."""

    def ask(member, kind=None, *arguments):
        return on.call_sync(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member,
            GLib.Variant(kind, arguments) if kind else None, None, 0, 5000, None).unpack()[0]

    found = 0
    for name in ask("ListNames"):
        try:
            found += name.startswith(":") and ask("GetConnectionUnixProcessID", "(s)", name) == pid
        except GLib.Error:
            pass
    return found


def late(listener):
    """A reader that starts after the program is heard, and one that ends leaves no connection."""
    time.sleep(1)
    before = connections(session(), listener.pid)
    enable(False)
    time.sleep(0.5)
    expect(connections(bus(), listener.pid) == 0, "there is a connection although nobody listens")
    enable()
    waiting("the connection", lambda: connections(bus(), listener.pid) == 1)
    waiting("the session bus left alone", lambda: connections(session(), listener.pid) == before)
    listener.find()
    expect(longest_list(listener).childCount > 1000, "the list is another")
    enable(False)
    waiting("the end of the connection", lambda: connections(bus(), listener.pid) == 0)


def found(listener):
    """The program is on the bus with its list."""
    expect(longest_list(listener).childCount > 1000, "the list is another")


def PATH(node):
    """The path of a node's object."""
    return node.path


def main():
    scenario, pid = sys.argv[1], int(sys.argv[2])
    if scenario != "late":
        enable()
    global pyatspi
    import pyatspi as module

    pyatspi = module
    listener = Listener(pid)
    try:
        if scenario != "late":
            listener.find()
        globals()[scenario](listener)
    except Exception as error:  # dogtail has errors of its own, and logs those that are not caught instead of printing them
        print(f"{scenario}: {type(error).__name__}: {error}")
        return 1
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
