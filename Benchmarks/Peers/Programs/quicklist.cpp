// Qt Quick: rows of three Text items (quicklist.qml).
#include "quickpeer.h"
#include "rowmodel.h"

int main(int argc, char **argv) {
    quick_init(argc, argv);
    QGuiApplication application(argc, argv);
    RowModel model(int(bench.rows));
    QQmlApplicationEngine engine;
    return quick_run(application, engine, model, "quicklist.qml", [](QQuickItem *list) {
        list->setProperty("contentY", double(bench_next(&bench)));
    });
}
