extension Symbols {
  /// People, hands and faces.
  static let peopleSymbols: StaticString = """
    person fill circle badge.plus badge.minus slash
     body O12 7.2 4.3
     body M3.8 19.6C3.8 16.2 7.2 14.1 12 14.1C16.8 14.1 20.2 16.2 20.2 19.6A1.2 1.2 0 0 1 19 20.8H5A1.2 1.2 0 0 1 3.8 19.6Z
    person.2 fill circle
     body O8.8 8 3.6
     body M2.2 18.8C2.2 15.9 4.9 14 8.8 14C12.7 14 15.4 15.9 15.4 18.8A1.1 1.1 0 0 1 14.3 19.9H3.3A1.1 1.1 0 0 1 2.2 18.8Z
     line M15.2 4.6A3.5 3.5 0 0 1 15.2 11.4M18.2 19.9H20.7A1.1 1.1 0 0 0 21.8 18.8C21.8 16.4 19.7 14.6 16.8 14.1
    person.3 fill
     body O12 8.2 3.3
     body M6.4 18.6C6.4 15.8 8.6 14 12 14C15.4 14 17.6 15.8 17.6 18.6A.9 .9 0 0 1 16.7 19.5H7.3A.9 .9 0 0 1 6.4 18.6Z
     line M5.8 6.4A2.5 2.5 0 0 0 5.4 11.3M3 17.4H2.4A.8 .8 0 0 1 1.6 16.6C1.6 15.2 2.6 14 4.4 13.7
     line M18.2 6.4A2.5 2.5 0 0 1 18.6 11.3M21 17.4H21.6A.8 .8 0 0 0 22.4 16.6C22.4 15.2 21.4 14 19.6 13.7
    person.crop.circle badge.plus badge.xmark badge.checkmark
     line O12 12 9.1
     line O12 9.6 3.2M6 18.5C7 16.3 9.2 15 12 15C14.8 15 17 16.3 18 18.5
    person.crop.circle.fill
     solid O12 12 9.1
     gone O12 9.3 3.5
     gone M5.5 18.5C6.6 16 9 14.5 12 14.5C15 14.5 17.4 16 18.5 18.5C16.8 20.3 14.5 21.1 12 21.1C9.5 21.1 7.2 20.3 5.5 18.5Z
    person.crop.square
     line R3.6 3.6 16.8 16.8 3.6
     line O12 9.4 3.2M5.2 19.4C6.2 16.6 8.6 15.2 12 15.2C15.4 15.2 17.8 16.6 18.8 19.4
    person.crop.square.fill
     solid R3.6 3.6 16.8 16.8 3.6
     gone O12 9.2 3.5
     gone M5.2 20.4C5.4 17 8 14.8 12 14.8C16 14.8 18.6 17 18.8 20.4Z
    person.crop.rectangle fill
     body R2.4 4.6 19.2 14.8 2.6
     mark O8.4 10 2.2M4.9 16.2C5.3 14.7 6.5 13.9 8.4 13.9C10.3 13.9 11.5 14.7 11.9 16.2M15 9.6H18M15 14H18
    hand.thumbsup fill circle
     body M7.8 10.8L11.2 3.8A2.3 2.3 0 0 1 14 6L13.2 9.6H18.8A2 2 0 0 1 20.8 12L19.4 18.4A2.2 2.2 0 0 1 17.2 20.2H7.8Z
     body M7.8 20.2H4.4A1.2 1.2 0 0 1 3.2 19V12A1.2 1.2 0 0 1 4.4 10.8H7.8
     seam M7.8 11V20
    hand.thumbsdown fill circle
     use hand.thumbsup flip
    hand.raised fill slash circle
     body M6.5 13.4V7.2A1.5 1.5 0 0 1 9.5 7.2V5A1.5 1.5 0 0 1 12.5 5V4.4A1.5 1.5 0 0 1 15.5 4.4V6.6A1.5 1.5 0 0 1 18.5 6.6V14.4C18.5 18.4 16 21.1 12.4 21.1C9 21.1 7.3 19.4 5.8 16.6L3.7 12.8A1.5 1.5 0 0 1 6.2 11.3Z
     fine M9.5 7.2V11.2M12.5 5V10.8M15.5 6.4V11.2
    face.smiling
     line O12 12 9.1M8 14.2A4.7 4.7 0 0 0 16 14.2
     dot P9 9.4P15 9.4
    eye fill circle slash
     body M2.4 12C4.9 7.8 8.2 5.6 12 5.6C15.8 5.6 19.1 7.8 21.6 12C19.1 16.2 15.8 18.4 12 18.4C8.2 18.4 4.9 16.2 2.4 12Z
     mark O12 12 3.2
    eyeglasses
     line O6.4 14 3.7O17.6 14 3.7M10.1 13.4C10.9 12.5 13.1 12.5 13.9 13.4M2.8 13L5 7.2M21.2 13L19 7.2
    """
}
