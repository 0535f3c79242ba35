// Qt Quick: rows of an Image, four Text items, a Switch and a ProgressBar (richquick.qml).
#include <QQuickImageProvider>
#include "quickpeer.h"
#include "richmodel.h"

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
    quick_init(argc, argv);
    QGuiApplication application(argc, argv);
    RichModel model(int(bench.rows));
    QQmlApplicationEngine engine;
    engine.addImageProvider("people", new People);
    return quick_run(application, engine, model, "richquick.qml", [&](QQuickItem *list) {
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
    });
}
