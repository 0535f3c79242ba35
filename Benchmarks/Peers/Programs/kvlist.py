"""Kivy: a RecycleView whose rows are three Labels, over an ordinary list of dictionaries."""
import os
import sys

from bench import HEIGHT, ROW, WIDTH, Bench, texts

bench = Bench(sys.argv, "kivy", "opengl")
sys.argv = sys.argv[:1]
os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1", KIVY_NO_FILELOG="1")

from kivy.config import Config  # noqa: E402

settings = dict(width=WIDTH, height=HEIGHT, maxfps=0, vsync=0, multisamples=0, resizable=0, position="custom", left=0, top=0)
for key, value in settings.items():
    Config.set("graphics", key, str(value))

import kivy.metrics  # noqa: E402,F401
from kivy.app import App  # noqa: E402
from kivy.clock import Clock  # noqa: E402
from kivy.core.window import Window  # noqa: E402
from kivy.lang import Builder  # noqa: E402
from kivy.properties import StringProperty  # noqa: E402
from kivy.uix.boxlayout import BoxLayout  # noqa: E402
from kivy.uix.label import Label  # noqa: E402,F401
from kivy.uix.recycleview import RecycleView  # noqa: E402
from kivy.uix.recycleview.views import RecycleDataViewBehavior  # noqa: E402

Window.clearcolor = (1, 1, 1, 1)
Builder.load_string(f"""
<RowLabel@Label>:
    font_name: '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'
    color: 0, 0, 0, 1
    text_size: self.size
    halign: 'left'
    valign: 'middle'
<Row>:
    padding: 12, 8
    BoxLayout:
        orientation: 'vertical'
        RowLabel:
            text: root.title
            font_size: '17px'
        RowLabel:
            text: root.subtitle
            font_size: '13px'
            color: .47, .47, .47, 1
    RowLabel:
        size_hint_x: None
        width: 128
        text: root.detail
        font_size: '15px'
        halign: 'right'
<Rows>:
    viewclass: 'Row'
    bar_width: 6
    RecycleBoxLayout:
        orientation: 'vertical'
        default_size: None, {ROW}
        default_size_hint: 1, None
        size_hint_y: None
        height: self.minimum_height
""")


class Row(RecycleDataViewBehavior, BoxLayout):
    title = StringProperty()
    subtitle = StringProperty()
    detail = StringProperty()

    def refresh_view_attrs(self, view, index, data):
        bench.count += 1
        return super().refresh_view_attrs(view, index, data)


class Rows(RecycleView):
    pass


class PeerApp(App):
    def build(self):
        self.rows = Rows()
        self.rows.data = [texts(row) for row in range(bench.rows)]
        self.shown = False
        Window.bind(on_flip=self.flip)
        Clock.schedule_interval(self.tick, 0)
        return self.rows

    def flip(self, *_):
        self.shown = True

    def tick(self, _):
        """The start of a frame: the one before has been shown."""
        if not self.shown or bench.shown < 0 and len(self.rows.layout_manager.children) < 6:
            return
        if not bench.frame():
            os._exit(0)
        if bench.mode == "still":
            return False
        self.shown = False
        self.rows.scroll_y = 1 - bench.next() / bench.max_offset
        Window.canvas.ask_update()


PeerApp().run()
