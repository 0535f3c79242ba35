import QtQuick
import QtQuick.Controls.Basic
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
        ScrollBar.vertical: ScrollBar { }

        delegate: Item {
            id: row
            required property int picture
            required property string name
            required property string time
            required property string message
            required property string caption
            required property real done
            required property bool isOn
            width: ListView.view.width
            height: captionText.y + captionText.height + 10 + 1

            Image {
                x: 16
                y: 12
                source: "image://people/" + row.picture
            }
            Text {
                id: nameText
                x: 80
                y: 10
                text: row.name
                font { family: "DejaVu Sans"; pixelSize: 17; bold: true }
            }
            Text {
                anchors { right: messageText.right; baseline: nameText.baseline }
                text: row.time
                color: "#777"
                font { family: "DejaVu Sans"; pixelSize: 13 }
            }
            Text {
                id: messageText
                anchors { top: nameText.bottom; topMargin: 4; left: nameText.left; right: onSwitch.left; rightMargin: 16 }
                text: row.message
                wrapMode: Text.WordWrap
                font { family: "DejaVu Sans"; pixelSize: 15 }
            }
            Text {
                id: captionText
                anchors { top: messageText.bottom; topMargin: 6; left: nameText.left }
                text: row.caption
                color: "#777"
                font { family: "DejaVu Sans"; pixelSize: 13 }
            }
            ProgressBar {
                id: bar
                width: 200
                padding: 0
                anchors { right: messageText.right; verticalCenter: captionText.verticalCenter }
                value: row.done
                background: Rectangle {
                    implicitHeight: 4
                    radius: 2
                    color: "#e4e4e4"
                }
                contentItem: Item {
                    implicitHeight: 4
                    Rectangle {
                        width: bar.visualPosition * parent.width
                        height: 4
                        radius: 2
                        color: "#007aff"
                    }
                }
            }
            Switch {
                id: onSwitch
                width: 51
                height: 31
                padding: 0
                anchors { right: parent.right; rightMargin: 16; verticalCenter: parent.verticalCenter }
                checked: row.isOn
                indicator: Rectangle {
                    width: 51
                    height: 31
                    radius: 15.5
                    color: onSwitch.checked ? "#34c759" : "#e4e4e4"
                    Rectangle {
                        x: onSwitch.checked ? 22 : 2
                        y: 2
                        width: 27
                        height: 27
                        radius: 13.5
                        color: "white"
                    }
                }
            }
            Rectangle {
                anchors { left: nameText.left; right: parent.right; bottom: parent.bottom }
                height: 1
                color: "#d8d8d8"
            }
        }
    }
}
