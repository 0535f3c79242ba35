extension Symbols {
  /// Plain shapes, stars and hearts, and signs in shapes.
  static let shapeSymbols: StaticString = """
    circle fill slash
     body O12 12 9.1
    square fill
     body R3.6 3.6 16.8 16.8 3.6
    triangle fill
     body M10.5 4.5L3 17.8A1.75 1.75 0 0 0 4.5 20.4H19.5A1.75 1.75 0 0 0 21 17.8L13.5 4.5A1.75 1.75 0 0 0 10.5 4.5Z
    diamond fill
     body M10.6 3.6L3.6 10.6A2 2 0 0 0 3.6 13.4L10.6 20.4A2 2 0 0 0 13.4 20.4L20.4 13.4A2 2 0 0 0 20.4 10.6L13.4 3.6A2 2 0 0 0 10.6 3.6Z
    rectangle fill
     body R2.9 5.4 18.2 13.2 2.6
    rectangle.portrait fill
     body R5.4 2.9 13.2 18.2 2.6
    capsule fill
     body R2.9 6.6 18.2 10.8 5.4
    hexagon fill
     body M10.9 3.2L4.9 6.7A2.1 2.1 0 0 0 3.9 8.5V15.5A2.1 2.1 0 0 0 4.9 17.3L10.9 20.8A2.1 2.1 0 0 0 13.1 20.8L19.1 17.3A2.1 2.1 0 0 0 20.1 15.5V8.5A2.1 2.1 0 0 0 19.1 6.7L13.1 3.2A2.1 2.1 0 0 0 10.9 3.2Z
    octagon fill
     body M8.5 3.2H15.5L20.8 8.5V15.5L15.5 20.8H8.5L3.2 15.5V8.5Z
    seal fill
     body M15.18 4.33A3.6 3.6 0 0 1 19.67 8.82A3.6 3.6 0 0 1 19.67 15.18A3.6 3.6 0 0 1 15.18 19.67A3.6 3.6 0 0 1 8.82 19.67A3.6 3.6 0 0 1 4.33 15.18A3.6 3.6 0 0 1 4.33 8.82A3.6 3.6 0 0 1 8.82 4.33A3.6 3.6 0 0 1 15.18 4.33Z
    shield fill slash
     body M12 2.9L19.2 5.4V11.4C19.2 16 16.4 19.4 12 21.1C7.6 19.4 4.8 16 4.8 11.4V5.4Z
    circle.dashed
     line M13.27 2.99A9.1 9.1 0 0 1 16.56 4.13M19.27 6.53A9.1 9.1 0 0 1 20.79 9.66M21.01 13.27A9.1 9.1 0 0 1 19.87 16.56M17.47 19.27A9.1 9.1 0 0 1 14.34 20.79M10.73 21.01A9.1 9.1 0 0 1 7.44 19.87M4.73 17.47A9.1 9.1 0 0 1 3.21 14.34M2.99 10.73A9.1 9.1 0 0 1 4.13 7.44M6.53 4.73A9.1 9.1 0 0 1 9.66 3.21
    square.dashed
     line M3.6 8V7.2A3.6 3.6 0 0 1 7.2 3.6H8M16 3.6H16.8A3.6 3.6 0 0 1 20.4 7.2V8
     line M20.4 16V16.8A3.6 3.6 0 0 1 16.8 20.4H16M8 20.4H7.2A3.6 3.6 0 0 1 3.6 16.8V16
     line M11.2 3.6H12.8M20.4 11.2V12.8M12.8 20.4H11.2M3.6 12.8V11.2
    questionmark.square.dashed
     use square.dashed
     use questionmark at 12 12 0.58
    circle.inset.filled
     line O12 12 9.1
     flat O12 12 5.6
    largecircle.fill.circle = circle.inset.filled
    record.circle fill
     body O12 12 9.1
     hole O12 12 4.4
    target
     line O12 12 9.1O12 12 4.9
     dot P12 12
    circle.lefthalf.filled
     line O12 12 9.1
     flat M12 2.9A9.1 9.1 0 0 0 12 21.1Z
    circle.grid.2x2 fill
     body O7.4 7.4 3.7O16.6 7.4 3.7O7.4 16.6 3.7O16.6 16.6 3.7
    star fill circle square slash
     body M12 3.7L14.32 9.7L20.75 10.06L15.76 14.12L17.41 20.34L12 16.85L6.59 20.34L8.24 14.12L3.25 10.06L9.68 9.7Z
    star.leadinghalf.filled
     line M12 3.7L14.32 9.7L20.75 10.06L15.76 14.12L17.41 20.34L12 16.85L6.59 20.34L8.24 14.12L3.25 10.06L9.68 9.7Z
     flat M12 3.7L9.68 9.7L3.25 10.06L8.24 14.12L6.59 20.34L12 16.85Z
    star.lefthalf.fill = star.leadinghalf.filled
    heart fill circle square slash
     body M12 20.5C5.6 16.2 2.9 12.8 2.9 9A5 5 0 0 1 12 6.5A5 5 0 0 1 21.1 9C21.1 12.8 18.4 16.2 12 20.5Z
    suit.heart = heart
    exclamationmark.triangle fill
     use triangle
     mark M12 9.4V13.6
     spot P12 16.9
    exclamationmark.octagon fill
     use octagon
     mark M12 7.4V12.6
     spot P12 16.3
    xmark.octagon fill
     use octagon
     mark M8.8 8.8L15.2 15.2M15.2 8.8L8.8 15.2
    checkmark.seal fill
     use seal
     mark M8.2 12.4L11 15.3L15.9 8.9
    xmark.seal fill
     use seal
     mark M9 9L15 15M15 9L9 15
    checkmark.shield fill
     use shield
     mark M8.4 11.8L11.1 14.7L15.7 8.7
    exclamationmark.shield fill
     use shield
     mark M12 7.6V12.2
     spot P12 15.6
    lock.shield fill
     use shield
     hole R8.6 10.6 6.8 5.2 1
     mark M10 10.4V9.2A2 2 0 0 1 14 9.2V10.4
    """
}
