/* GTK 4: a GtkListView of rich rows over a list model that makes its items when asked for.
 * GSK_RENDERER chooses cairo or gl. GTK's frame clock cannot be unlocked from the display's rate. */
#include <gtk/gtk.h>
#include "rich.h"

G_DECLARE_FINAL_TYPE(RowItem, row_item, PEER, ROW_ITEM, GObject)
struct _RowItem { GObject parent; int id; };
G_DEFINE_TYPE(RowItem, row_item, G_TYPE_OBJECT)
static void row_item_class_init(RowItemClass *class) {}
static void row_item_init(RowItem *item) {}

G_DECLARE_FINAL_TYPE(Rows, rows, PEER, ROWS, GObject)
struct _Rows { GObject parent; RichList list; };
static GType rows_item_type(GListModel *model) { return row_item_get_type(); }
static guint rows_count(GListModel *model) { return PEER_ROWS(model)->list.count; }
static gpointer rows_item(GListModel *model, guint row) {
    if (row >= rows_count(model)) return NULL;
    RowItem *item = g_object_new(row_item_get_type(), NULL);
    item->id = PEER_ROWS(model)->list.ids[row];
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

static Bench bench;
static GtkWidget *window, *list;
static GtkAdjustment *position;
static Rows *rows;
static GdkTexture *pictures[RICH_PICTURES];
static gboolean scrolled;  /* and not shown yet */

/* The widgets of a row. */
typedef struct { GtkWidget *picture, *name, *time, *message, *caption, *bar, *toggle; } Parts;

static GtkWidget *label(const char *name, float align) {
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(label), align);
    gtk_widget_add_css_class(label, name);
    return label;
}

static GtkWidget *line(GtkWidget *left, GtkWidget *right) {
    GtkWidget *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    gtk_widget_set_hexpand(left, TRUE);
    gtk_box_append(GTK_BOX(line), left);
    gtk_box_append(GTK_BOX(line), right);
    return line;
}

static void set_up(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
    Parts *parts = g_new0(Parts, 1);
    parts->picture = gtk_image_new();
    gtk_image_set_pixel_size(GTK_IMAGE(parts->picture), RICH_PICTURE);
    gtk_widget_set_valign(parts->picture, GTK_ALIGN_START);
    gtk_widget_set_margin_top(parts->picture, RICH_PICTURE_TOP - RICH_TOP);
    parts->name = label("name", 0);
    parts->time = label("small", 1);
    gtk_widget_set_valign(parts->time, GTK_ALIGN_BASELINE);
    gtk_widget_set_valign(parts->name, GTK_ALIGN_BASELINE);
    parts->message = label("message", 0);
    gtk_label_set_wrap(GTK_LABEL(parts->message), TRUE);
    gtk_widget_set_margin_top(parts->message, RICH_BELOW_NAME);
    gtk_widget_set_margin_bottom(parts->message, RICH_BELOW_MESSAGE);
    parts->caption = label("small", 0);
    parts->bar = gtk_progress_bar_new();
    gtk_widget_set_size_request(parts->bar, RICH_BAR, -1);
    gtk_widget_set_valign(parts->bar, GTK_ALIGN_CENTER);
    parts->toggle = gtk_switch_new();
    gtk_widget_set_valign(parts->toggle, GTK_ALIGN_CENTER);

    GtkWidget *text = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_widget_set_hexpand(text, TRUE);
    gtk_box_append(GTK_BOX(text), line(parts->name, parts->time));
    gtk_box_append(GTK_BOX(text), parts->message);
    gtk_box_append(GTK_BOX(text), line(parts->caption, parts->bar));
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, RICH_INSET);
    gtk_box_append(GTK_BOX(row), parts->picture);
    gtk_box_append(GTK_BOX(row), text);
    gtk_box_append(GTK_BOX(row), parts->toggle);
    g_object_set_data_full(G_OBJECT(row), "parts", parts, g_free);
    g_object_set_data(G_OBJECT(row), "item", item);
    gtk_list_item_set_child(item, row);
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
    Parts *parts = g_object_get_data(G_OBJECT(gtk_list_item_get_child(item)), "parts");
    RichRow row;
    rich_row(&row, PEER_ROW_ITEM(gtk_list_item_get_item(item))->id);
    gtk_image_set_from_paintable(GTK_IMAGE(parts->picture), GDK_PAINTABLE(pictures[row.picture]));
    gtk_label_set_text(GTK_LABEL(parts->name), row.name);
    gtk_label_set_text(GTK_LABEL(parts->time), row.time);
    gtk_label_set_text(GTK_LABEL(parts->message), row.message);
    gtk_label_set_text(GTK_LABEL(parts->caption), row.caption);
    gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(parts->bar), row.percent / 100.0);
    gtk_switch_set_active(GTK_SWITCH(parts->toggle), row.is_on);
}

static int first_visible(void) {
    GtkWidget *at = gtk_widget_pick(list, 200, 2, GTK_PICK_INSENSITIVE);
    for (; at; at = gtk_widget_get_parent(at)) {
        GtkListItem *item = g_object_get_data(G_OBJECT(at), "item");
        if (item) return (int)gtk_list_item_get_position(item);
    }
    return 0;
}

static gboolean tick(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
    if (bench.shown < 0 || scrolled) return G_SOURCE_CONTINUE;
    scrolled = TRUE;
    RichStep step = rich_step(&bench);
    for (int i = 0; i < step.changes; i++) {
        RichChange change = rich_change(&bench, first_visible(), rows->list.count);
        if (change.is_insert) rich_list_insert(&rows->list, change.row);
        else rich_list_delete(&rows->list, change.row);
        g_list_model_items_changed(G_LIST_MODEL(rows), change.row, !change.is_insert, change.is_insert);
    }
    if (step.row >= 0) gtk_widget_activate_action(list, "list.scroll-to-item", "u", (guint)step.row);
    else gtk_adjustment_set_value(position, gtk_adjustment_get_value(position) + step.points);
    gtk_widget_queue_draw(list);
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

int main(int argc, char **argv) {
    bench_init(&bench, argc, argv, "gtk4", "");
    gtk_init();
    g_object_set(gtk_settings_get_default(), "gtk-enable-animations", FALSE, NULL);
    GtkCssProvider *css = gtk_css_provider_new();
    gtk_css_provider_load_from_data(css,
        "label { font-family: 'DejaVu Sans'; } .name { font-size: 17px; font-weight: bold; } .message { font-size: 15px; }"
        ".small { font-size: 13px; color: #777; }"
        "listview > row { padding: 10px 16px; margin: 0; border: 0; border-bottom: 1px solid #d8d8d8; }"
        "progressbar > trough, progressbar > trough > progress { min-height: 4px; min-width: 0; margin: 0; border: 0; border-radius: 2px; }"
        "progressbar > trough { background: #e4e4e4; } progressbar > trough > progress { background: #007aff; }"
        "switch { min-width: 51px; min-height: 31px; padding: 0; border: 0; border-radius: 16px; background: #e4e4e4; }"
        "switch:checked { background: #34c759; } switch image { opacity: 0; }"
        "switch > slider { min-width: 25px; min-height: 27px; margin: 2px; border: 0; border-radius: 14px; background: white; }",
        -1);
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(css),
                                               GTK_STYLE_PROVIDER_PRIORITY_USER);
    for (int number = 0; number < RICH_PICTURES; number++) {
        unsigned char rgba[RICH_PICTURE * RICH_PICTURE * 4];
        rich_picture(rgba, number);
        GBytes *bytes = g_bytes_new(rgba, sizeof rgba);
        pictures[number] = gdk_memory_texture_new(RICH_PICTURE, RICH_PICTURE, GDK_MEMORY_R8G8B8A8, bytes, RICH_PICTURE * 4);
        g_bytes_unref(bytes);
    }
    rows = g_object_new(rows_get_type(), NULL);
    rich_list_init(&rows->list, (int)bench.rows);
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(set_up), NULL);
    g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
    list = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(G_LIST_MODEL(rows))), factory);
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
