/* The rows as a Qt model: texts are made when asked for. */
#pragma once
#include <QAbstractListModel>
#include "bench.h"

class RowModel : public QAbstractListModel {
public:
    enum Role { Title = Qt::DisplayRole, Subtitle = Qt::UserRole + 1, Detail };

    explicit RowModel(int rows) : rows(rows) {}
    int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : rows; }

    QVariant data(const QModelIndex &index, int role) const override {
        char text[96];
        switch (role) {
        case Title: bench_title(text, sizeof text, index.row()); break;
        case Subtitle: bench_subtitle(text, sizeof text, index.row()); break;
        case Detail: bench_detail(text, sizeof text, index.row()); break;
        default: return {};
        }
        return QString::fromLatin1(text);
    }

    QHash<int, QByteArray> roleNames() const override {
        return {{Title, "title"}, {Subtitle, "subtitle"}, {Detail, "detail"}};
    }

private:
    int rows;
};
