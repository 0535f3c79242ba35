import QtQuick
import QtQuick.Window

Window {
    width: 1280
    height: 800
    visible: true
    color: "white"

    ListView {
        objectName: "list"
        anchors.fill: parent
        reuseItems: true
        model: rows

        delegate: Item {
            id: row
            required property string title
            required property string subtitle
            required property string detail
            width: ListView.view.width
            height: 60

            Text {
                x: 12
                y: 9
                text: row.title
                font { family: "DejaVu Sans"; pixelSize: 17 }
            }
            Text {
                x: 12
                y: 33
                text: row.subtitle
                color: "#777"
                font { family: "DejaVu Sans"; pixelSize: 13 }
            }
            Text {
                anchors { right: parent.right; rightMargin: 12; verticalCenter: parent.verticalCenter }
                text: row.detail
                font { family: "DejaVu Sans"; pixelSize: 15 }
            }
        }
    }
}
