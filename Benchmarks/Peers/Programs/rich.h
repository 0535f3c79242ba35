/* Rich rows: a round picture, four labels of which one wraps, a switch and a progress bar, as high as they need.
 * What a row shows hangs on its number alone, and is what Anole's screen "rich" shows (RichRow.swift).
 *
 * Modes: slow and fast scroll on by 37 or 10,000 px from wherever the list is, jump shows the row that a generator
 * names, edit is slow with 200 rows a second (of 60 frames) inserted and deleted in turn, half of them anywhere and half
 * on the screen. Nothing is animated. */
#pragma once
#include "bench.h"

enum {
    RICH_PICTURE = 48, RICH_PICTURES = 24, RICH_INSET = 16, RICH_PICTURE_TOP = 12, RICH_TOP = 10, RICH_BOTTOM = 10,
    RICH_BELOW_NAME = 4, RICH_BELOW_MESSAGE = 6, RICH_TEXT_X = 80, RICH_BAR = 200, RICH_BAR_HEIGHT = 4,
    RICH_SWITCH_W = 51, RICH_SWITCH_H = 31, RICH_CHANGES = 200
};

typedef struct {
    int picture, percent, is_on;
    char name[64], time[8], message[1024], caption[48];
} RichRow;

static inline int rich_random(uint64_t *state, int bound) {
    *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)((*state >> 33) % (uint64_t)bound);
}

static inline void rich_row(RichRow *row, int64_t id) {
    static const char *given[] = {"Anna", "Bruno", "Clara", "David", "Emma", "Felix", "Greta", "Hugo",
                                  "Ida", "Jonas", "Klara", "Leo", "Marta", "Nils", "Olga", "Paul"};
    static const char *family[] = {"Adler", "Berg", "Castro", "Dahl", "Eriksen", "Fischer", "Garcia", "Hansen",
                                   "Ivanov", "Jensen", "Keller", "Larsen", "Moreau", "Novak", "Olsen", "Petit"};
    static const char *sentences[] = {
        "The ferry was an hour late, so we counted the gulls on the pier.",
        "Thank you for the plums, the jam is already on the shelf.", "Could you bring the blue folder tomorrow?",
        "I found your scarf behind the piano.",
        "We rowed out before breakfast, the lake was like glass and nobody said a word until the far bank.",
        "The cat has decided that the new chair is hers.",
        "My train gets in at ten past six, please keep some soup.",
        "No news from the insurance yet, I will call them again on Monday.",
        "She laughed so hard at the second act that the whole row turned round.",
        "The path above the mill is closed until the bridge is mended.",
        "I have read the draft twice and like the ending, but the middle could lose a page or two.",
        "Grandfather says the clock only needs oil and patience.",
        "Rain until noon, then all of a sudden the mountains.",
        "Can we move the rehearsal to Thursday, Ida has a cold.", "The tomatoes are red at last.",
        "Here are the pictures from the garden, the third one is my favourite.",
        "He walked the dog twice around the harbour and still forgot the bread.",
        "We need four more chairs and someone who can carve.",
        "It was cheaper to mend the old radio than to buy a new one, and it sounds better, too.",
        "The letter arrived today, eleven days after you posted it.", "Tell Paul that his boots are in the hall.",
        "I sat by the window and watched the snow come across the valley.",
        "The children built a raft from two doors and it floats.",
        "Our street has no light tonight, so everyone is outside talking.",
        "Please water the basil, it sulks after one dry day.",
        "They are playing the slow one again, can you hear it?",
        "The museum is free on the first Sunday of the month, shall we go early and have lunch there?",
        "Nobody wanted the last piece of cake, so I did what had to be done.",
        "Sorry about the noise, the shelf is up now and it is even straight.",
        "We missed the turn at the church and found a better road.", "The owl is back in the barn.",
        "Write when you are home."};
    uint64_t state = (uint64_t)id * 0x9E3779B97F4A7C15ULL + 0x12345678;
    row->picture = rich_random(&state, RICH_PICTURES);
    const char *first = given[rich_random(&state, 16)], *last = family[rich_random(&state, 16)];
    snprintf(row->name, sizeof row->name, "%s %s", first, last);
    int hour = rich_random(&state, 24), minute = rich_random(&state, 60);
    snprintf(row->time, sizeof row->time, "%02d:%02d", hour, minute);
    char *end = row->message;
    int left = 1 + rich_random(&state, 8), sentence = rich_random(&state, 32), step = 1 + 2 * rich_random(&state, 16);
    for (; left > 0; left--) {
        size_t length = strlen(sentences[sentence]);
        memcpy(end, sentences[sentence], length);
        end += length;
        *end++ = ' ';
        sentence = (sentence + step) % 32;
    }
    *--end = 0;
    row->percent = rich_random(&state, 101);
    snprintf(row->caption, sizeof row->caption, "%d %% of %d photos, no. %lld", row->percent,
             10 + rich_random(&state, 5000), (long long)id);
    row->is_on = rich_random(&state, 2);
}

/* The picture: a head and shoulders on a disc, 48 x 48 pixels of red, green, blue and alpha, not premultiplied. */
static inline void rich_picture(unsigned char *rgba, int number) {
    double hue = 6.0 * number / RICH_PICTURES, color[3];
    for (int i = 0; i < 3; i++) {
        double k = hue + 5 - 2 * i;
        while (k >= 6) k -= 6;
        double part = k < 4 - k ? k : 4 - k;
        part = part < 0 ? 0 : part > 1 ? 1 : part;
        color[i] = 0.75 - 0.75 * 0.55 * part;
    }
    for (int y = 0; y < RICH_PICTURE; y++) {
        for (int x = 0; x < RICH_PICTURE; x++) {
            int disc = 0, white = 0;
            for (int part = 0; part < 64; part++) {
                double px = x + (part % 8 + 0.5) / 8, py = y + (part / 8 + 0.5) / 8;
                double dx = px - 24, dy = py - 24, hx = (px - 24) / 9, hy = (py - 18) / 9, sx = (px - 24) / 16, sy = (py - 46) / 16;
                if (dx * dx + dy * dy > 24 * 24) continue;
                disc++;
                white += hx * hx + hy * hy <= 1 || sx * sx + sy * sy <= 1;
            }
            double light = disc ? 0.85 * white / disc : 0;
            unsigned char *pixel = rgba + 4 * (y * RICH_PICTURE + x);
            for (int i = 0; i < 3; i++) pixel[i] = (unsigned char)(255 * (color[i] * (1 - light) + light) + 0.5);
            pixel[3] = (unsigned char)(255 * disc / 64.0 + 0.5);
        }
    }
}

/* The numbers of the rows, in their order. */
typedef struct { int *ids, count, capacity, next_id; } RichList;

static inline void rich_list_init(RichList *list, int rows) {
    list->capacity = rows + 1000;
    list->ids = (int *)malloc(list->capacity * sizeof *list->ids);
    for (int row = 0; row < rows; row++) list->ids[row] = row;
    list->count = list->next_id = rows;
}

static inline void rich_list_insert(RichList *list, int row) {
    if (list->count == list->capacity) {
        list->capacity *= 2;
        list->ids = (int *)realloc(list->ids, list->capacity * sizeof *list->ids);
    }
    memmove(list->ids + row + 1, list->ids + row, (list->count++ - row) * sizeof *list->ids);
    list->ids[row] = list->next_id++;
}

static inline void rich_list_delete(RichList *list, int row) {
    memmove(list->ids + row, list->ids + row + 1, (--list->count - row) * sizeof *list->ids);
}

/* What the list does for the next frame. */
typedef struct {
    int points;         /* to scroll on, in px */
    int row;            /* to show; -1 when none is to be */
    int changes;        /* to make with rich_change() */
} RichStep;

static inline RichStep rich_step(Bench *b) {
    RichStep step = {37, -1, 0};
    if (!strcmp(b->mode, "jump")) step.row = rich_random(&b->random, (int)b->rows);
    if (!strcmp(b->mode, "fast")) step.points = 10000;
    b->step++;
    if (!strcmp(b->mode, "edit")) step.changes = (int)(b->step * RICH_CHANGES / 60 - (b->step - 1) * RICH_CHANGES / 60);
    return step;
}

typedef struct { int row, is_insert; } RichChange;

/* One change of a list of so many rows; `visible` is the uppermost row on the screen. Make it before asking for the next. */
static inline RichChange rich_change(Bench *b, int visible, int count) {
    RichChange change;
    change.is_insert = b->count++ % 2 == 0;
    change.row = rich_random(&b->random, 2) == 0 ? visible + rich_random(&b->random, 8) : rich_random(&b->random, count);
    if (change.row > count - !change.is_insert) change.row = count - !change.is_insert;
    return change;
}
