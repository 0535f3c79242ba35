// Qt Quick: a ListView that reuses its delegates, of three Text items each (quicklist.qml).
#include <QGuiApplication>
#include <QQmlApplicationEngine>
#include <QQmlContext>
#include <QQuickItem>
#include <QQuickWindow>
#include <QSGRendererInterface>
#include <QSurfaceFormat>
#include "rowmodel.h"

static Bench bench;

int main(int argc, char **argv) {
    bench_init(&bench, argc, argv, "qt6-quick", "");
    QSurfaceFormat format = QSurfaceFormat::defaultFormat();
    format.setSwapInterval(0);
    QSurfaceFormat::setDefaultFormat(format);
    QGuiApplication application(argc, argv);
    RowModel model(int(bench.rows));
    QQmlApplicationEngine engine;
    engine.rootContext()->setContextProperty("rowModel", &model);
    engine.load(QUrl::fromLocalFile(QCoreApplication::applicationDirPath() + "/quicklist.qml"));
    if (engine.rootObjects().isEmpty()) return 1;
    auto *window = qobject_cast<QQuickWindow *>(engine.rootObjects().first());
    auto *list = window->findChild<QQuickItem *>("list");
    auto shown = [&] {
        if (bench.shown < 0) {
            bool software = window->rendererInterface()->graphicsApi() == QSGRendererInterface::Software;
            bench_renderer(&bench, software ? "software" : "opengl");
        }
        if (!bench_frame(&bench)) _exit(0);
        if (bench_is_still(&bench)) return;
        list->setProperty("contentY", double(bench_next(&bench)));
        window->update();
    };
    QObject::connect(window, &QQuickWindow::frameSwapped, &application, shown, Qt::QueuedConnection);
    return application.exec();
}
