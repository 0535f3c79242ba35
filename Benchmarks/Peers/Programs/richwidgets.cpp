// Qt Widgets: a QListView whose delegate draws rich rows and says how high they are; heights are kept by row.
#include <QApplication>
#include <QListView>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QTimer>
#include <unordered_map>
#include "richmodel.h"

static Bench bench;
static QListView *view;
static RichModel *model;
static bool scrolled;  // and not shown yet

// Runs from the event loop, when the frame has been painted and flushed.
static void shown() {
    if (bench.shown >= 0 && !scrolled) return;
    if (!bench_frame(&bench)) _exit(0);
    if (bench_is_still(&bench)) return;
    scrolled = true;
    RichStep step = rich_step(&bench);
    for (int i = 0; i < step.changes; i++) model->change(&bench, qMax(0, view->indexAt({100, 1}).row()));
    if (step.row >= 0) view->scrollTo(model->index(step.row), QAbstractItemView::PositionAtTop);
    else view->verticalScrollBar()->setValue(view->verticalScrollBar()->value() + step.points);
}

class Watched : public QListView {
    void paintEvent(QPaintEvent *event) override {
        QListView::paintEvent(event);
        QTimer::singleShot(0, shown);
    }
};

class RichDelegate : public QStyledItemDelegate {
public:
    RichDelegate() {
        name.setPixelSize(17);
        name.setBold(true);
        small.setPixelSize(13);
        message.setPixelSize(15);
        for (int number = 0; number < RICH_PICTURES; number++) pictures[number] = QPixmap::fromImage(RichModel::picture(number));
    }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override {
        int id = index.data(RichModel::Id).toInt();
        int &height = heights[id];
        if (!height) {
            QRect room(0, 0, textWidth(view->width() - view->verticalScrollBar()->sizeHint().width()), 100000);
            int wrapped = QFontMetrics(message).boundingRect(room, wrap, index.data(RichModel::Message).toString()).height();
            height = RICH_TOP + QFontMetrics(name).height() + RICH_BELOW_NAME + wrapped + RICH_BELOW_MESSAGE +
                     QFontMetrics(small).height() + RICH_BOTTOM + 1;
        }
        return {100, height};
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override {
        QRect row = option.rect;
        painter->drawPixmap(row.x() + RICH_INSET, row.y() + RICH_PICTURE_TOP, pictures[index.data(RichModel::Picture).toInt()]);
        QFontMetrics names(name), smalls(small);
        QRect text(row.x() + RICH_TEXT_X, row.y() + RICH_TOP, textWidth(row.width()), names.height());
        painter->setPen(option.palette.color(QPalette::Text));
        painter->setFont(name);
        painter->drawText(text, Qt::AlignLeft | Qt::AlignTop, index.data(RichModel::Name).toString());
        painter->setFont(message);
        QRect body(text.x(), text.bottom() + 1 + RICH_BELOW_NAME, text.width(), 0);
        QRect caption(text.x(), row.bottom() - RICH_BOTTOM - smalls.height(), text.width(), smalls.height());
        body.setBottom(caption.y() - RICH_BELOW_MESSAGE - 1);
        painter->drawText(body, wrap, index.data(RichModel::Message).toString());
        painter->setFont(small);
        painter->setPen(QColor(0x77, 0x77, 0x77));
        painter->drawText(text.adjusted(0, names.ascent() - smalls.ascent(), 0, 0), Qt::AlignRight | Qt::AlignTop,
                          index.data(RichModel::Time).toString());
        painter->drawText(caption, Qt::AlignLeft | Qt::AlignTop, index.data(RichModel::Caption).toString());
        painter->fillRect(row.x() + RICH_TEXT_X, row.bottom(), row.width() - RICH_TEXT_X, 1, QColor(0xd8, 0xd8, 0xd8));

        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        double done = index.data(RichModel::Progress).toDouble();
        QRectF bar(caption.right() + 1 - RICH_BAR, caption.center().y() - 1, RICH_BAR, RICH_BAR_HEIGHT);
        capsule(painter, bar, QColor(0xe4, 0xe4, 0xe4));
        if (done > 0) capsule(painter, {bar.topLeft(), QSizeF(bar.width() * done, bar.height())}, QColor(0x00, 0x7a, 0xff));
        bool isOn = index.data(RichModel::IsOn).toBool();
        QRectF track(row.right() + 1 - RICH_INSET - RICH_SWITCH_W, row.center().y() - RICH_SWITCH_H / 2, RICH_SWITCH_W, RICH_SWITCH_H);
        capsule(painter, track, isOn ? QColor(0x34, 0xc7, 0x59) : QColor(0xe4, 0xe4, 0xe4));
        double side = track.height() - 4;
        painter->setBrush(Qt::white);
        painter->drawEllipse(QRectF(isOn ? track.right() - 2 - side : track.x() + 2, track.y() + 2, side, side));
        painter->setRenderHint(QPainter::Antialiasing, false);
    }

private:
    static const int wrap = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
    static int textWidth(int width) { return width - RICH_TEXT_X - RICH_SWITCH_W - 2 * RICH_INSET; }
    static void capsule(QPainter *painter, const QRectF &rect, const QColor &color) {
        painter->setBrush(color);
        painter->drawRoundedRect(rect, rect.height() / 2, rect.height() / 2);
    }
    QFont name{"DejaVu Sans"}, small{"DejaVu Sans"}, message{"DejaVu Sans"};
    QPixmap pictures[RICH_PICTURES];
    mutable std::unordered_map<int, int> heights;
};

int main(int argc, char **argv) {
    bench_init(&bench, argc, argv, "qt6-widgets", "QListView");
    QApplication application(argc, argv);
    RichModel rows(int(bench.rows));
    RichDelegate delegate;
    model = &rows;
    view = new Watched;
    view->resize(BENCH_W, BENCH_H);
    view->setItemDelegate(&delegate);
    view->setModel(model);
    view->setFrameShape(QFrame::NoFrame);
    view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    view->show();
    return application.exec();
}
