/* GTK 4: rows of three labels. */
#include "gtkpeer.h"

static guint row_count(void) { return (guint)bench.rows; }
static int row_id(guint row) { return (int)row; }

static GtkWidget *named(GtkListItem *item, const char *name, float align) {
    GtkWidget *made = label(name, align);
    g_object_set_data(G_OBJECT(item), name, made);
    return made;
}

static void set_up_row(GtkListItem *item) {
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8), *left = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_widget_set_hexpand(left, TRUE);
    gtk_widget_set_valign(left, GTK_ALIGN_CENTER);
    gtk_box_append(GTK_BOX(left), named(item, "title", 0));
    gtk_box_append(GTK_BOX(left), named(item, "subtitle", 0));
    gtk_box_append(GTK_BOX(row), left);
    gtk_box_append(GTK_BOX(row), named(item, "detail", 1));
    gtk_list_item_set_child(item, row);
}

static void bind_row(GtkListItem *item, int id) {
    char text[96];
    bench_title(text, sizeof text, id);
    gtk_label_set_text(g_object_get_data(G_OBJECT(item), "title"), text);
    bench_subtitle(text, sizeof text, id);
    gtk_label_set_text(g_object_get_data(G_OBJECT(item), "subtitle"), text);
    bench_detail(text, sizeof text, id);
    gtk_label_set_text(g_object_get_data(G_OBJECT(item), "detail"), text);
    bench.count++;
}

static void step_list(void) { gtk_adjustment_set_value(position, (double)bench_next(&bench)); }

int main(int argc, char **argv) {
    bench_init(&bench, argc, argv, "gtk4", "");
    gtk_init();
    gtk_peer(
        "label { font-family: 'DejaVu Sans'; } .title { font-size: 17px; } .detail { font-size: 15px; }"
        ".subtitle { font-size: 13px; color: #777; }"
        "listview > row { min-height: 60px; padding: 0 12px; margin: 0; border: 0; }");
}
