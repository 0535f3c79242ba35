extension Symbols {
  /// Arrows and chevrons.
  static let arrowSymbols: StaticString = """
    arrow.up circle square
     line M12 20V4.2M5.2 11L12 4.2L18.8 11
    arrow.down circle square
     use arrow.up turn 180
    arrow.left circle square
     use arrow.up turn 270
    arrow.right circle square
     use arrow.up turn 90
    arrow.backward = arrow.left
    arrow.forward = arrow.right
    arrow.up.right circle square
     line M6 18L17.8 6.2M8.4 6H18V15.6
    arrow.up.left circle square
     use arrow.up.right turn 270
    arrow.down.right circle square
     use arrow.up.right turn 90
    arrow.down.left circle square
     use arrow.up.right turn 180
    arrow.up.arrow.down circle square
     line M7.4 20V4.2M3 8.6L7.4 4.2L11.8 8.6M16.6 4V19.8M12.2 15.4L16.6 19.8L21 15.4
    arrow.left.arrow.right circle square
     use arrow.up.arrow.down turn 270
    arrow.up.and.down circle square
     line M12 3V21M7.4 7.6L12 3L16.6 7.6M7.4 16.4L12 21L16.6 16.4
    arrow.left.and.right circle square
     use arrow.up.and.down turn 90
    arrow.up.and.down.and.arrow.left.and.right
     line M12 2.9V21.1M9.2 5.7L12 2.9L14.8 5.7M9.2 18.3L12 21.1L14.8 18.3
     line M2.9 12H21.1M5.7 9.2L2.9 12L5.7 14.8M18.3 9.2L21.1 12L18.3 14.8
    arrow.clockwise circle
     line M20.4 12.6A8.4 8.4 0 1 1 17.6 6.3L19.8 8.3M20 3.4V8.5H14.9
    arrow.counterclockwise circle
     use arrow.clockwise mirror
    arrow.triangle.2.circlepath circle
     line M20.2 9.8A8.5 8.5 0 0 0 5 7.3L3.4 9.4M3.2 4.4V9.6H8.4
     line M3.8 14.2A8.5 8.5 0 0 0 19 16.7L20.6 14.6M20.8 19.6V14.4H15.6
    arrow.2.circlepath = arrow.triangle.2.circlepath
    arrow.uturn.left circle square
     line M8.2 4.2L3.4 9L8.2 13.8M3.6 9H14.8A5.3 5.3 0 0 1 14.8 19.6H8.6
    arrow.uturn.backward = arrow.uturn.left
    arrow.uturn.right circle square
     use arrow.uturn.left mirror
    arrow.uturn.forward = arrow.uturn.right
    arrowshape.turn.up.left fill circle
     body M10.2 4.4L2.9 11L10.2 17.6V13.6C15.4 13.4 18.8 14.8 21.1 18.9C20.6 12.4 16.8 8.4 10.2 8.4Z
    arrowshape.turn.up.right fill circle
     use arrowshape.turn.up.left mirror
    arrow.up.left.and.arrow.down.right circle
     line M4 10V4H10M4.2 4.2L10.4 10.4M20 14V20H14M19.8 19.8L13.6 13.6
    arrow.down.right.and.arrow.up.left circle
     line M10.4 4.4V10.4H4.4M10.2 10.2L3.8 3.8M13.6 19.6V13.6H19.6M13.8 13.8L20.2 20.2
    arrow.down.to.line
     line M12 3.2V15.4M6 9.6L12 15.6L18 9.6M4.6 20.4H19.4
    arrow.up.to.line
     use arrow.down.to.line turn 180
    arrow.right.to.line
     use arrow.down.to.line turn 270
    arrow.left.to.line
     use arrow.down.to.line turn 90
    arrow.triangle.branch
     line O6.6 5.6 2.6O6.6 18.4 2.6O17.4 7.6 2.6M6.6 8.2V15.8M17.4 10.2C17.4 13.6 14 13.4 11 13.6C8.4 13.8 6.9 14.4 6.6 15.8
    shuffle
     line M2.9 7.2H6C11 7.2 12.2 16.8 17.2 16.8H20.8M17.7 13.5L21 16.8L17.7 20.1
     line M2.9 16.8H6C7.6 16.8 8.8 15.8 9.8 14.4M13.4 9.6C14.4 8.2 15.6 7.2 17.2 7.2H20.8M17.7 3.9L21 7.2L17.7 10.5
    repeat circle
     line M3.4 11.4V10.4A3.8 3.8 0 0 1 7.2 6.6H20.4M17.2 3.4L20.4 6.6L17.2 9.8
     line M20.6 12.6V13.6A3.8 3.8 0 0 1 16.8 17.4H3.6M6.8 14.2L3.6 17.4L6.8 20.6
    chevron.right circle square
     line M8.4 4.8L15.6 12L8.4 19.2
    chevron.left circle square
     use chevron.right turn 180
    chevron.down circle square
     line M4.8 8.4L12 15.6L19.2 8.4
    chevron.up circle square
     use chevron.down turn 180
    chevron.forward = chevron.right
    chevron.backward = chevron.left
    chevron.right.2
     line M5 5.4L11.6 12L5 18.6M12.6 5.4L19.2 12L12.6 18.6
    chevron.left.2
     use chevron.right.2 mirror
    chevron.up.chevron.down
     line M7.2 9L12 4.2L16.8 9M7.2 15L12 19.8L16.8 15
    chevron.compact.down
     line M3.4 9.6L12 14.4L20.6 9.6
    chevron.compact.up
     use chevron.compact.down turn 180
    square.and.arrow.up
     line M8.2 9H6.8A2.2 2.2 0 0 0 4.6 11.2V18.9A2.2 2.2 0 0 0 6.8 21.1H17.2A2.2 2.2 0 0 0 19.4 18.9V11.2A2.2 2.2 0 0 0 17.2 9H15.8
     line M12 14.8V2.7M7.9 6.8L12 2.7L16.1 6.8
    square.and.arrow.up.fill
     solid R4.6 9 14.8 12.1 2.2
     cut M12 14.8V6
     line M12 14.8V2.7M7.9 6.8L12 2.7L16.1 6.8
    square.and.arrow.down
     line M8.2 9H6.8A2.2 2.2 0 0 0 4.6 11.2V18.9A2.2 2.2 0 0 0 6.8 21.1H17.2A2.2 2.2 0 0 0 19.4 18.9V11.2A2.2 2.2 0 0 0 17.2 9H15.8
     line M12 2.9V15.5M7.9 11.4L12 15.5L16.1 11.4
    square.and.arrow.down.fill
     solid R4.6 9 14.8 12.1 2.2
     cut M12 4V15.5M7.9 11.4L12 15.5L16.1 11.4
     line M12 2.9V15.5M7.9 11.4L12 15.5L16.1 11.4
    rectangle.portrait.and.arrow.right
     line M14.4 8V5.1A2.2 2.2 0 0 0 12.2 2.9H5.6A2.2 2.2 0 0 0 3.4 5.1V18.9A2.2 2.2 0 0 0 5.6 21.1H12.2A2.2 2.2 0 0 0 14.4 18.9V16
     line M8.8 12H21M17.3 8.3L21 12L17.3 15.7
    """
}
