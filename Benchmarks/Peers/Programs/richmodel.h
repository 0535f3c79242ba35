/* Rich rows as a Qt model: texts are made when asked for. */
#pragma once
#include <QAbstractListModel>
#include <QImage>
#include "rich.h"

class RichModel : public QAbstractListModel {
public:
    enum Role { Name = Qt::DisplayRole, Id = Qt::UserRole + 1, Picture, Time, Message, Caption, Progress, IsOn };

    explicit RichModel(int rows) { rich_list_init(&list, rows); }
    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : list.count; }

    QVariant data(const QModelIndex &index, int role) const override {
        int id = list.ids[index.row()];
        if (role == Id) return id;
        if (id != latest) rich_row(&row, latest = id);  // asked for role by role
        switch (role) {
        case Name: return QString::fromLatin1(row.name);
        case Picture: return row.picture;
        case Time: return QString::fromLatin1(row.time);
        case Message: return QString::fromLatin1(row.message);
        case Caption: return QString::fromLatin1(row.caption);
        case Progress: return row.percent / 100.0;
        case IsOn: return bool(row.is_on);
        default: return {};
        }
    }

    QHash<int, QByteArray> roleNames() const override {
        return {{Name, "name"}, {Picture, "picture"}, {Time, "time"}, {Message, "message"}, {Caption, "caption"},
                {Progress, "done"}, {IsOn, "isOn"}};
    }

    void change(Bench *bench, int visible) {
        RichChange change = rich_change(bench, visible, list.count);
        if (change.is_insert) {
            beginInsertRows({}, change.row, change.row);
            rich_list_insert(&list, change.row);
            endInsertRows();
        } else {
            beginRemoveRows({}, change.row, change.row);
            rich_list_delete(&list, change.row);
            endRemoveRows();
        }
    }

    static QImage picture(int number) {
        QImage image(RICH_PICTURE, RICH_PICTURE, QImage::Format_RGBA8888);
        rich_picture(image.bits(), number);
        return image.convertToFormat(QImage::Format_ARGB32_Premultiplied);
    }

private:
    RichList list;
    mutable RichRow row;
    mutable int latest = -1;
};
