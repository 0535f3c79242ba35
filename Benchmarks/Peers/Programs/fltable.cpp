// FLTK 1.3: an Fl_Table of one column whose cells draw three texts.
#include <FL/Fl.H>
#include <FL/Fl_Double_Window.H>
#include <FL/Fl_Table.H>
#include <FL/fl_draw.H>
#include <FL/x.H>
#include <X11/Xlib.h>
#include "bench.h"

static Bench bench;

class Table : public Fl_Table {
public:
    bool drawn = false;

    explicit Table(int count) : Fl_Table(0, 0, BENCH_W, BENCH_H) {
        end();
        box(FL_NO_BOX);  // a filled one is painted over the scroll bar
        table_box(FL_NO_BOX);
        cols(1);
        col_header(0);
        row_header(0);
        // New rows take the height of the last one; row_height_all() would be quadratic.
        rows(1);
        row_height(0, BENCH_ROW);
        rows(count);
        col_width(0, BENCH_W - Fl::scrollbar_size());
    }

    void scroll_to(int64_t offset) {
        vscrollbar->Fl_Slider::value(double(offset));
        table_scrolled();
        redraw();
    }

    void draw() override {
        Fl_Table::draw();
        drawn = true;
    }

    void draw_cell(TableContext context, int row, int, int x, int y, int w, int h) override {
        if (context != CONTEXT_CELL) return;
        bench.count++;
        char text[96];
        fl_push_clip(x, y, w, h);
        fl_color(FL_WHITE);
        fl_rectf(x, y, w, h);
        fl_color(FL_BLACK);
        fl_font(FL_HELVETICA, 17);
        bench_title(text, sizeof text, row);
        fl_draw(text, x + 12, y + 9, w - 140, 24, FL_ALIGN_LEFT);
        fl_font(FL_HELVETICA, 15);
        bench_detail(text, sizeof text, row);
        fl_draw(text, x, y, w - 12, h, FL_ALIGN_RIGHT);
        fl_font(FL_HELVETICA, 13);
        fl_color(119, 119, 119);
        bench_subtitle(text, sizeof text, row);
        fl_draw(text, x + 12, y + 33, w - 140, 20, FL_ALIGN_LEFT);
        fl_pop_clip();
    }
};

int main(int argc, char **argv) {
    bench_init(&bench, argc, argv, "fltk", "Xft");
    Fl::set_font(FL_HELVETICA, " DejaVu Sans");
    Fl_Double_Window window(0, 0, BENCH_W, BENCH_H, "fltk");
    Table table(int(bench.rows));
    window.end();
    window.border(0);
    window.show();
    for (;;) {
        do Fl::check(); while (!table.drawn);
        table.drawn = false;
        XSync(fl_display, False);  // the frame is shown when the server has drawn it
        if (!bench_frame(&bench)) _exit(0);
        if (bench_is_still(&bench)) return Fl::run();
        table.scroll_to(bench_next(&bench));
    }
}
