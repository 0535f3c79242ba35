// Qt Quick: a ListView that reuses its delegates, of an Image, four Text items, a Switch and a ProgressBar (richquick.qml).
#include <QGuiApplication>
#include <QQmlApplicationEngine>
#include <QQmlContext>
#include <QQuickImageProvider>
#include <QQuickItem>
#include <QQuickWindow>
#include <QSGRendererInterface>
#include <QSurfaceFormat>
#include "richmodel.h"

static Bench bench;

class People : public QQuickImageProvider {
public:
    People() : QQuickImageProvider(QQuickImageProvider::Image) {}
    QImage requestImage(const QString &id, QSize *size, const QSize &) override {
        QImage image = RichModel::picture(id.toInt());
        if (size) *size = image.size();
        return image;
    }
};

int main(int argc, char **argv) {
    bench_init(&bench, argc, argv, "qt6-quick", "");
    QSurfaceFormat format = QSurfaceFormat::defaultFormat();
    format.setSwapInterval(0);
    QSurfaceFormat::setDefaultFormat(format);
    QGuiApplication application(argc, argv);
    RichModel model(int(bench.rows));
    QQmlApplicationEngine engine;
    engine.addImageProvider("people", new People);
    engine.rootContext()->setContextProperty("richModel", &model);
    engine.load(QUrl::fromLocalFile(QCoreApplication::applicationDirPath() + "/richquick.qml"));
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
        RichStep step = rich_step(&bench);
        double y = list->property("contentY").toDouble();
        for (int i = 0; i < step.changes; i++) {
            int visible = 0;
            QMetaObject::invokeMethod(list, "indexAt", Q_RETURN_ARG(int, visible), Q_ARG(qreal, 100), Q_ARG(qreal, y + 1));
            model.change(&bench, qMax(0, visible));
        }
        if (step.row >= 0) {
            QMetaObject::invokeMethod(list, "positionViewAtIndex", Q_ARG(int, step.row), Q_ARG(int, 0));  // ListView.Beginning
        } else {
            list->setProperty("contentY", list->property("contentY").toDouble() + step.points);
        }
        window->update();
    };
    QObject::connect(window, &QQuickWindow::frameSwapped, &application, shown, Qt::QueuedConnection);
    return application.exec();
}
