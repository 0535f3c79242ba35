extension Symbols {
  /// Documents, folders and what is done with them.
  static let documentSymbols: StaticString = """
    doc fill circle badge.plus
     body M12.9 2.9H7.2A2.2 2.2 0 0 0 5 5.1V18.9A2.2 2.2 0 0 0 7.2 21.1H16.8A2.2 2.2 0 0 0 19 18.9V9Z
     mark M12.9 3.1V7A2 2 0 0 0 14.9 9H18.8
    doc.text fill
     use doc
     fine M8.6 13.1H15.4M8.6 16.9H13.2
    doc.plaintext fill
     body R5 2.9 14 18.2 2.4
     mark M8.6 7.4H15.4M8.6 12H15.4M8.6 16.6H12.4
    doc.on.doc fill
     body R3.6 2.9 11 13.6 2.2
     gap R9.4 7.5 11 13.6 2.2
     body R9.4 7.5 11 13.6 2.2
    plus.square.on.square fill
     line M16.2 5.6A2.6 2.6 0 0 0 13.6 3.2H6.2A3 3 0 0 0 3.2 6.2V13.6A2.6 2.6 0 0 0 5.6 16.2
     body R8 8 12.8 12.8 2.8
     mark M14.4 11.2V17.6M11.2 14.4H17.6
    square.on.square
     line M16 5.6A2.6 2.6 0 0 0 13.4 3.2H6.2A3 3 0 0 0 3.2 6.2V13.4A2.6 2.6 0 0 0 5.6 16
     line R8 8 12.8 12.8 2.8
    clipboard fill
     body M8.2 4.6H6.8A2.2 2.2 0 0 0 4.6 6.8V18.9A2.2 2.2 0 0 0 6.8 21.1H17.2A2.2 2.2 0 0 0 19.4 18.9V6.8A2.2 2.2 0 0 0 17.2 4.6H15.8
     over R8.4 2.7 7.2 3.9 1.4
    list.clipboard fill
     use clipboard
     fine M8.6 11.4H15.4M8.6 15.8H15.4
    doc.on.clipboard fill
     body M6.8 4.6H5.8A2.2 2.2 0 0 0 3.6 6.8V17A2.2 2.2 0 0 0 5.8 19.2H15A2.2 2.2 0 0 0 17.2 17V6.8A2.2 2.2 0 0 0 15 4.6H14
     over R7 2.7 6.8 3.7 1.4
     gap R11 10.2 9.8 10.9 1.8
     body R11 10.2 9.8 10.9 1.8
    folder fill circle badge.plus badge.minus
     body M2.9 7A2.2 2.2 0 0 1 5.1 4.8H8.7A2.2 2.2 0 0 1 10.2 5.4L11.4 6.5A2.2 2.2 0 0 0 12.9 7.1H18.9A2.2 2.2 0 0 1 21.1 9.3V17A2.2 2.2 0 0 1 18.9 19.2H5.1A2.2 2.2 0 0 1 2.9 17Z
     mark M3.2 10.7H20.8
    tray fill circle
     body M2.9 13.6L5.7 6.4A2.2 2.2 0 0 1 7.7 5H16.3A2.2 2.2 0 0 1 18.3 6.4L21.1 13.6V17A2.2 2.2 0 0 1 18.9 19.2H5.1A2.2 2.2 0 0 1 2.9 17Z
     mark M3.2 13.5H7.6C8.6 13.5 8.2 16 10.4 16H13.6C15.8 16 15.4 13.5 16.4 13.5H20.8
    tray.and.arrow.down fill
     body M6.6 9.4H6.4A2 2 0 0 0 4.6 10.5L2.9 14.8V18A2.2 2.2 0 0 0 5.1 20.2H18.9A2.2 2.2 0 0 0 21.1 18V14.8L19.4 10.5A2 2 0 0 0 17.6 9.4H17.4
     mark M3.2 15.2H8.2A3.8 3.2 0 0 0 15.8 15.2H20.8
     cut M12 2.9V11.2M8.8 8.1L12 11.3L15.2 8.1
     line M12 2.9V11.2M8.8 8.1L12 11.3L15.2 8.1
    tray.full fill
     use tray
     fine M8.4 9.4H15.6
    archivebox fill circle
     body R2.9 4 18.2 4.6 1.4
     body M4.4 8.6V18A2.2 2.2 0 0 0 6.6 20.2H17.4A2.2 2.2 0 0 0 19.6 18V8.6
     mark M9.6 12.4H14.4
     seam M3.2 8.6H20.8
    trash fill circle square slash
     line M4 6.2H20M9 6V4.9A2 2 0 0 1 11 2.9H13A2 2 0 0 1 15 4.9V6
     body M6 6.6L6.7 18.9A2.2 2.2 0 0 0 8.9 21.1H15.1A2.2 2.2 0 0 0 17.3 18.9L18 6.6
     fine M10.1 10.2L10.3 17M13.9 10.2L13.7 17
    pencil circle slash
     line M3.9 20.1L5 15.3L15.8 4.5A2.62 2.62 0 0 1 19.5 8.2L8.7 19ZM13.6 6.7L17.3 10.4
    square.and.pencil
     line M11.4 4.6H6.2A2.6 2.6 0 0 0 3.6 7.2V17.8A2.6 2.6 0 0 0 6.2 20.4H16.8A2.6 2.6 0 0 0 19.4 17.8V12.6
     line M9.2 14.8L9.9 11.2L18 3.1A1.98 1.98 0 0 1 20.8 5.9L12.7 14Z
    highlighter
     line M8 15.4L10.2 9.6L16.4 3.4A2 2 0 0 1 19.2 3.4L20.4 4.6A2 2 0 0 1 20.4 7.4L14.2 13.6ZM10.4 9.6L14 13.2M3.4 20.4H20.6M8 15.4L5.6 17.8
    paperclip circle
     line M19.6 11.2L11.5 19.3A5 5 0 0 1 4.4 12.2L12.7 3.9A3.5 3.5 0 0 1 17.6 8.8L9.7 16.7A1.8 1.8 0 0 1 7.2 14.2L14.4 7
    link circle
     line M10 13.6A4.1 4.1 0 0 0 15.8 13.9L19.6 10.1A4.1 4.1 0 0 0 13.8 4.3L12 6.1
     line M14 10.4A4.1 4.1 0 0 0 8.2 10.1L4.4 13.9A4.1 4.1 0 0 0 10.2 19.7L12 17.9
    scissors
     line O5.8 6.6 2.9O5.8 17.4 2.9M8.2 8.2L20.8 18.6M8.2 15.8L20.8 5.4
    book fill circle
     body M12 6.4C10 4.9 6.8 4.3 2.9 4.5V18.4C6.8 18.2 10 18.7 12 20.2C14 18.7 17.2 18.2 21.1 18.4V4.5C17.2 4.3 14 4.9 12 6.4Z
     mark M12 6.6V19.8
    book.closed fill
     body M19 17.2V4.3A1.4 1.4 0 0 0 17.6 2.9H7.6A2.6 2.6 0 0 0 5 5.5V18.6
     line M19 17.2H7.2A1.95 1.95 0 0 0 7.2 21.1H19
    bookmark fill circle square slash
     body M5.8 5.3A2.4 2.4 0 0 1 8.2 2.9H15.8A2.4 2.4 0 0 1 18.2 5.3V20.9L12 16.2L5.8 20.9Z
    newspaper fill
     body M17 8.4H19.4A1.7 1.7 0 0 1 21.1 10.1V17.4A2.2 2.2 0 0 1 18.9 19.6H5.3A2.4 2.4 0 0 1 2.9 17.2V6.6A2.2 2.2 0 0 1 5.1 4.4H14.8A2.2 2.2 0 0 1 17 6.6V17.4A2.2 2.2 0 0 0 18.9 19.6
     mark M6.6 8.6H13.2M6.6 12.2H13.2M6.6 15.8H10.6
     seam M17 9V17
    calendar circle badge.plus
     body R3.2 4.4 17.6 16.4 2.8
     mark M3.4 9.6H20.6
     line M8 2.6V5.6M16 2.6V5.6
     speck P7.6 13.4P12 13.4P16.4 13.4P7.6 17P12 17
    graduationcap fill
     body M12 4.4L22 9.4L12 14.4L2 9.4Z
     line M5.8 12.6V16.6C8 19.2 16 19.2 18.2 16.6V12.6M21.6 9.8V15.6
    """
}
