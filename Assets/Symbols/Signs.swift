extension Symbols {
  /// Signs, letters and digits.
  static let signSymbols: StaticString = """
    plus circle square
     line M12 4.6V19.4M4.6 12H19.4
    minus circle square
     line M4.6 12H19.4
    xmark circle square
     line M5.9 5.9L18.1 18.1M18.1 5.9L5.9 18.1
    multiply = xmark
    checkmark circle square
     line M4.6 12.9L9.6 18.4L19.4 5.8
    questionmark circle square
     line M7.5 8.6A4.5 4.5 0 1 1 13.9 12.7Q12 13.7 12 15.2
     dot P12 19.4
    exclamationmark circle square
     line M12 4.2V14.2
     dot P12 19.2
    info circle square
     line M12 10.6V18.8
     dot P12 5.2
    ellipsis circle
     dot P4.6 12P12 12P19.4 12
    percent
     line M18.2 5L5.8 19O7.2 7.6 2.9O16.8 16.4 2.9
    number circle square
     line M9.8 4L7.6 20M16.4 4L14.2 20M4.4 9H20.2M3.8 15H19.6
    at
     line O12 12 3.8M15.8 8.4V13.2A2.7 2.7 0 0 0 21.2 13.2V12A9.2 9.2 0 1 0 17.4 19.4
    dollarsign circle square
     line M16.6 8C16.2 6 14.4 4.9 12 4.9C9.3 4.9 7.4 6.3 7.4 8.4C7.4 13.2 16.8 10.7 16.8 15.6
     line M16.8 15.6C16.8 17.8 14.8 19.1 12 19.1C9.3 19.1 7.4 17.9 7.1 15.7M12 2.7V21.3
    eurosign circle square
     line M18.8 6.6A7.8 7.8 0 1 0 18.8 17.4M3.4 10.3H13.6M3.4 13.8H12.6
    0 inside circle square
     line M12 4.6C9 4.6 7.4 7.4 7.4 12C7.4 16.6 9 19.4 12 19.4C15 19.4 16.6 16.6 16.6 12C16.6 7.4 15 4.6 12 4.6Z
    1 inside circle square
     line M8.8 7.6L13 4.6V19.4
    2 inside circle square
     line M7.4 8.6C7.4 6.2 9.2 4.6 11.9 4.6C14.6 4.6 16.5 6.2 16.5 8.5C16.5 12 9.5 15 7.2 19.4H16.9
    3 inside circle square
     line M7.6 7.4C8.2 5.6 9.8 4.6 11.8 4.6C14.4 4.6 16.2 6 16.2 8.2C16.2 10.3 14.5 11.6 11.6 11.6
     line M11.6 11.6C14.8 11.6 16.7 13 16.7 15.4C16.7 17.8 14.7 19.4 11.9 19.4C9.5 19.4 7.8 18.3 7.2 16.4
    4 inside circle square
     line M14.8 19.4V4.6L6.6 15.4H17.8
    5 inside circle square
     line M16 4.6H9L8.2 11.4C9.2 10.4 10.5 9.9 12 9.9C14.8 9.9 16.7 11.8 16.7 14.6
     line M16.7 14.6C16.7 17.5 14.7 19.4 11.9 19.4C9.6 19.4 7.9 18.3 7.2 16.6
    6 inside circle square
     line M15.8 6.6C14.9 5.3 13.7 4.6 12.2 4.6C9 4.6 7.2 7.6 7.2 12.4C7.2 16.8 9 19.4 12 19.4
     line M12 19.4C14.8 19.4 16.7 17.5 16.7 14.9C16.7 12.3 14.9 10.5 12.3 10.5C9.6 10.5 7.6 12.2 7.3 14.4
    7 inside circle square
     line M7.2 4.6H16.8L10.6 19.4
    8 inside circle square
     line O12 8.1 3.6O12 15.6 4
    9 inside circle square
     line M8.2 17.4C9.1 18.7 10.3 19.4 11.8 19.4C15 19.4 16.8 16.4 16.8 11.6C16.8 7.2 15 4.6 12 4.6
     line M12 4.6C9.2 4.6 7.3 6.5 7.3 9.1C7.3 11.7 9.1 13.5 11.7 13.5C14.4 13.5 16.4 11.8 16.7 9.6
    textformat
     line M2.4 18.8L7.5 5.2L12.6 18.8M4 14.4H11O17.6 15.2 3.6M21.2 11.6V18.8
    bold
     line M7 4.4V19.6H13.2A4 4 0 0 0 13.2 11.6H7M7 4.4H12.4A3.6 3.6 0 0 1 12.4 11.6
    italic
     line M10 4.4H17M7 19.6H14M13.6 4.4L10.4 19.6
    underline
     line M6.6 3.4V10.8A5.4 5.4 0 0 0 17.4 10.8V3.4M5.2 20.6H18.8
    strikethrough
     line M16.4 7.2C15.9 5.2 14.3 4.2 12 4.2C9.3 4.2 7.5 5.5 7.5 7.7C7.5 9.4 8.6 10.4 10.4 11M3.4 12H20.6
     line M14.4 13C15.9 13.6 16.8 14.6 16.8 16.2C16.8 18.5 14.8 19.8 12 19.8C9.3 19.8 7.5 18.6 7.2 16.4
    chevron.left.forwardslash.chevron.right
     line M6.8 7L2.4 12L6.8 17M17.2 7L21.6 12L17.2 17M13.9 5L10.1 19
    curlybraces
     line M8.8 3.6C4.8 3.6 7.4 11.2 3.6 12C7.4 12.8 4.8 20.4 8.8 20.4
     line M15.2 3.6C19.2 3.6 16.6 11.2 20.4 12C16.6 12.8 19.2 20.4 15.2 20.4
    """
}
