/* GTK 4: rich rows. */
#include "gtkpeer.h"
#include "rich.h"

static RichList rich;
static GdkTexture *pictures[RICH_PICTURES];

static guint row_count(void) { return (guint)rich.count; }
static int row_id(guint row) { return rich.ids[row]; }

/* The widgets of a row. */
typedef struct { GtkWidget *picture, *name, *time, *message, *caption, *bar, *toggle; } Parts;

static GtkWidget *line(GtkWidget *left, GtkWidget *right) {
    GtkWidget *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    gtk_widget_set_hexpand(left, TRUE);
    gtk_box_append(GTK_BOX(line), left);
    gtk_box_append(GTK_BOX(line), right);
    return line;
}

static void set_up_row(GtkListItem *item) {
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

static void bind_row(GtkListItem *item, int id) {
    Parts *parts = g_object_get_data(G_OBJECT(gtk_list_item_get_child(item)), "parts");
    RichRow row;
    rich_row(&row, id);
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

static void step_list(void) {
    RichStep step = rich_step(&bench);
    for (int i = 0; i < step.changes; i++) {
        RichChange change = rich_change(&bench, first_visible(), rich.count);
        if (change.is_insert) rich_list_insert(&rich, change.row);
        else rich_list_delete(&rich, change.row);
        g_list_model_items_changed(rows, change.row, !change.is_insert, change.is_insert);
    }
    if (step.row >= 0) gtk_widget_activate_action(list, "list.scroll-to-item", "u", (guint)step.row);
    else gtk_adjustment_set_value(position, gtk_adjustment_get_value(position) + step.points);
    gtk_widget_queue_draw(list);
}

int main(int argc, char **argv) {
    bench_init(&bench, argc, argv, "gtk4", "");
    gtk_init();
    g_object_set(gtk_settings_get_default(), "gtk-enable-animations", FALSE, NULL);
    for (int number = 0; number < RICH_PICTURES; number++) {
        unsigned char rgba[RICH_PICTURE * RICH_PICTURE * 4];
        rich_picture(rgba, number);
        GBytes *bytes = g_bytes_new(rgba, sizeof rgba);
        pictures[number] = gdk_memory_texture_new(RICH_PICTURE, RICH_PICTURE, GDK_MEMORY_R8G8B8A8, bytes, RICH_PICTURE * 4);
        g_bytes_unref(bytes);
    }
    rich_list_init(&rich, (int)bench.rows);
    gtk_peer(
        "label { font-family: 'DejaVu Sans'; } .name { font-size: 17px; font-weight: bold; } .message { font-size: 15px; }"
        ".small { font-size: 13px; color: #777; }"
        "listview > row { padding: 10px 16px; margin: 0; border: 0; border-bottom: 1px solid #d8d8d8; }"
        "progressbar > trough, progressbar > trough > progress { min-height: 4px; min-width: 0; margin: 0; border: 0; border-radius: 2px; }"
        "progressbar > trough { background: #e4e4e4; } progressbar > trough > progress { background: #007aff; }"
        "switch { min-width: 51px; min-height: 31px; padding: 0; border: 0; border-radius: 16px; background: #e4e4e4; }"
        "switch:checked { background: #34c759; } switch image { opacity: 0; }"
        "switch > slider { min-width: 25px; min-height: 27px; margin: 2px; border: 0; border-radius: 14px; background: white; }");
}
