/* What both lists of GTK 4 share: a GtkListView over a list model that makes its items when asked for, its window, and
 * the frames. A list says what its rows are by the functions declared here, and begins with gtk_peer().
 * GSK_RENDERER chooses cairo or gl. GTK's frame clock cannot be unlocked from the display's rate. */
#pragma once
#include <gtk/gtk.h>
#include "bench.h"

/* Rows there are. */
static guint row_count(void);
/* The number that a row keeps when others come and go above it. */
static int row_id(guint row);
/* Gives an item its widgets. */
static void set_up_row(GtkListItem *item);
/* Shows a row in them. */
static void bind_row(GtkListItem *item, int id);
/* Moves the list on by one frame. */
static void step_list(void);

static Bench bench;
static GtkWidget *window, *list;
static GListModel *rows;
static GtkAdjustment *position;
static gboolean scrolled;  /* and not shown yet */

G_DECLARE_FINAL_TYPE(RowItem, row_item, PEER, ROW_ITEM, GObject)
struct _RowItem { GObject parent; int id; };
G_DEFINE_TYPE(RowItem, row_item, G_TYPE_OBJECT)
static void row_item_class_init(RowItemClass *class) {}
static void row_item_init(RowItem *item) {}

G_DECLARE_FINAL_TYPE(Rows, rows, PEER, ROWS, GObject)
struct _Rows { GObject parent; };
static GType rows_item_type(GListModel *model) { return row_item_get_type(); }
static guint rows_count(GListModel *model) { return row_count(); }
static gpointer rows_item(GListModel *model, guint row) {
    if (row >= row_count()) return NULL;
    RowItem *item = g_object_new(row_item_get_type(), NULL);
    item->id = row_id(row);
    return item;
}
static void rows_list_model_init(GListModelInterface *interface) {
    interface->get_item_type = rows_item_type;
    interface->get_n_items = rows_count;
    interface->get_item = rows_item;
}
G_DEFINE_TYPE_WITH_CODE(Rows, rows, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, rows_list_model_init))
static void rows_class_init(RowsClass *class) {}
static void rows_init(Rows *rows) {}

/* A label of a row, with a class of the style sheet. */
static GtkWidget *label(const char *name, float align) {
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(label), align);
    gtk_widget_add_css_class(label, name);
    return label;
}

static void set_up(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) { set_up_row(item); }

static void bind(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
    bind_row(item, PEER_ROW_ITEM(gtk_list_item_get_item(item))->id);
}

static gboolean tick(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
    if (bench.shown >= 0 && !scrolled) {
        scrolled = TRUE;
        step_list();
    }
    return G_SOURCE_CONTINUE;
}

static void painted(GdkFrameClock *clock, gpointer data) {
    if (bench.shown >= 0 && bench_is_still(&bench)) return;
    if (bench.shown < 0) {
        if (!gtk_widget_get_mapped(list) || gtk_widget_get_height(list) < 10) return;
        bench_renderer(&bench, G_OBJECT_TYPE_NAME(gtk_native_get_renderer(GTK_NATIVE(window))));
        bench_frame(&bench);
    } else if (scrolled) {
        scrolled = FALSE;
        if (!bench_frame(&bench)) _exit(0);
    }
}

static void realized(GtkWidget *widget, gpointer data) {
    g_signal_connect(gtk_widget_get_frame_clock(widget), "after-paint", G_CALLBACK(painted), NULL);
}

/* Opens the window and runs; never returns. */
static void gtk_peer(const char *style) {
    GtkCssProvider *css = gtk_css_provider_new();
    gtk_css_provider_load_from_data(css, style, -1);
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(css),
                                               GTK_STYLE_PROVIDER_PRIORITY_USER);
    rows = G_LIST_MODEL(g_object_new(rows_get_type(), NULL));
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
    list = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(rows)), factory);
    GtkWidget *scroller = gtk_scrolled_window_new();
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), list);
    position = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller));

    window = gtk_window_new();
    gtk_window_set_decorated(GTK_WINDOW(window), FALSE);
    gtk_window_set_default_size(GTK_WINDOW(window), BENCH_W, BENCH_H);
    gtk_window_set_child(GTK_WINDOW(window), scroller);
    g_signal_connect(window, "realize", G_CALLBACK(realized), NULL);
    if (!bench_is_still(&bench)) gtk_widget_add_tick_callback(list, tick, NULL, NULL);
    gtk_window_present(GTK_WINDOW(window));
    g_main_loop_run(g_main_loop_new(NULL, FALSE));
}
