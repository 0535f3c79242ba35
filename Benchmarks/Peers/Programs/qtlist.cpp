// Qt Widgets: a QListView, or with QT_PEER_VIEW=table a QTableView, with a delegate that draws three texts.
#include <QApplication>
#include <QHeaderView>
#include <QListView>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QTimer>
#include "rowmodel.h"

static Bench bench;
static QAbstractItemView *view;
static bool scrolled;  // and not shown yet

// Runs from the event loop, when the frame has been painted and flushed.
static void shown() {
    if (bench.shown >= 0 && !scrolled) return;
    if (!bench_frame(&bench)) _exit(0);
    if (bench_is_still(&bench)) return;
    scrolled = true;
    view->verticalScrollBar()->setValue(int(bench_next(&bench)));
}

template <class View> class Watched : public View {
    void paintEvent(QPaintEvent *event) override {
        View::paintEvent(event);
        bench.count++;
        QTimer::singleShot(0, shown);
    }
};

class RowDelegate : public QStyledItemDelegate {
public:
    RowDelegate() {
        title.setPixelSize(17);
        subtitle.setPixelSize(13);
        detail.setPixelSize(15);
    }

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override { return {100, BENCH_ROW}; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override {
        QRect row = option.rect.adjusted(12, 0, -12, 0);
        QRect left(row.x(), row.y(), row.width() - 140, 0);
        painter->setPen(option.palette.color(QPalette::Text));
        painter->setFont(title);
        painter->drawText(left.adjusted(0, 9, 0, 33), Qt::AlignLeft | Qt::AlignVCenter, index.data(RowModel::Title).toString());
        painter->setFont(detail);
        painter->drawText(row, Qt::AlignRight | Qt::AlignVCenter, index.data(RowModel::Detail).toString());
        painter->setFont(subtitle);
        painter->setPen(Qt::gray);
        painter->drawText(left.adjusted(0, 33, 0, 53), Qt::AlignLeft | Qt::AlignVCenter, index.data(RowModel::Subtitle).toString());
    }

private:
    QFont title{"DejaVu Sans"}, subtitle{"DejaVu Sans"}, detail{"DejaVu Sans"};
};

int main(int argc, char **argv) {
    bool table = qgetenv("QT_PEER_VIEW") == "table";
    bench_init(&bench, argc, argv, "qt6-widgets", table ? "QTableView" : "QListView");
    QApplication application(argc, argv);
    RowModel model(int(bench.rows));
    RowDelegate delegate;
    if (table) {
        auto *rows = new Watched<QTableView>;
        rows->verticalHeader()->hide();
        rows->horizontalHeader()->hide();
        rows->setShowGrid(false);
        rows->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
        rows->verticalHeader()->setDefaultSectionSize(BENCH_ROW);
        rows->setModel(&model);
        rows->horizontalHeader()->setStretchLastSection(true);
        view = rows;
    } else {
        auto *rows = new Watched<QListView>;
        rows->setUniformItemSizes(true);
        rows->setModel(&model);
        view = rows;
    }
    view->setItemDelegate(&delegate);
    view->setFrameShape(QFrame::NoFrame);
    view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->resize(BENCH_W, BENCH_H);
    view->show();
    return application.exec();
}
