// What both lists of Qt Quick share: a ListView that reuses its delegates, its window, and the frames.
#pragma once
#include <QAbstractListModel>
#include <QGuiApplication>
#include <QQmlApplicationEngine>
#include <QQmlContext>
#include <QQuickItem>
#include <QQuickWindow>
#include <QSGRendererInterface>
#include <QSurfaceFormat>
#include "bench.h"

static Bench bench;

/* To be called before there is an application. */
static inline void quick_init(int argc, char **argv) {
    bench_init(&bench, argc, argv, "qt6-quick", "");
    QSurfaceFormat format = QSurfaceFormat::defaultFormat();
    format.setSwapInterval(0);
    QSurfaceFormat::setDefaultFormat(format);
}

/* Shows the list of a QML file that lies beside the program, and calls `step` with it before each further frame. */
template <class Step>
int quick_run(QGuiApplication &application, QQmlApplicationEngine &engine, QAbstractListModel &model, const char *file, Step step) {
    engine.rootContext()->setContextProperty("rows", &model);
    engine.load(QUrl::fromLocalFile(QCoreApplication::applicationDirPath() + "/" + file));
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
        step(list);
        window->update();
    };
    QObject::connect(window, &QQuickWindow::frameSwapped, &application, shown, Qt::QueuedConnection);
    return application.exec();
}
