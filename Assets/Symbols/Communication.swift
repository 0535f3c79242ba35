extension Symbols {
  /// Mail, messages, telephones, alerts and places.
  static let communicationSymbols: StaticString = """
    envelope fill circle badge
     body R2.7 5 18.6 14 2.4
     mark M3.5 6.6L10.6 12.8A2.1 2.1 0 0 0 13.4 12.8L20.5 6.6
    envelope.open fill
     body M2.9 10L10.8 4.4A2.1 2.1 0 0 1 13.2 4.4L21.1 10V18.2A2.2 2.2 0 0 1 18.9 20.4H5.1A2.2 2.2 0 0 1 2.9 18.2Z
     mark M3.2 10.6L10.8 15.5A2.2 2.2 0 0 0 13.2 15.5L20.8 10.6
    paperplane fill circle
     body M20.9 3.1L3.5 9.3A1 1 0 0 0 3.4 11.1L9.6 14.4L12.9 20.6A1 1 0 0 0 14.7 20.5Z
     mark M9.9 14.1L20.5 3.5
    message fill circle badge
     body M12 3.4C6.9 3.4 2.9 6.8 2.9 11.1C2.9 13.5 4.2 15.6 6.2 17C6.1 18.6 5.4 19.9 4.3 20.9C6.5 20.7 8.3 19.9 9.6 18.6C10.4 18.8 11.2 18.8 12 18.8C17.1 18.8 21.1 15.4 21.1 11.1C21.1 6.8 17.1 3.4 12 3.4Z
    bubble.left fill circle
     body M6.5 4H17.5A3.6 3.6 0 0 1 21.1 7.6V13.2A3.6 3.6 0 0 1 17.5 16.8H11.8L7.2 20.8V16.8H6.5A3.6 3.6 0 0 1 2.9 13.2V7.6A3.6 3.6 0 0 1 6.5 4Z
    bubble.right fill circle
     use bubble.left mirror
    text.bubble fill
     use bubble.left
     fine M7 8.6H17M7 12.2H13.4
    ellipsis.bubble fill
     use bubble.left
     spot P7.8 10.4P12 10.4P16.2 10.4
    plus.bubble fill
     use bubble.left
     mark M12 7.2V13.6M8.8 10.4H15.2
    exclamationmark.bubble fill
     use bubble.left
     mark M12 7V10.6
     spot P12 13.6
    bubble.left.and.bubble.right fill
     body M5.4 3.6H13A2.6 2.6 0 0 1 15.6 6.2V10.4A2.6 2.6 0 0 1 13 13H8.2L5 16V13H5A2.6 2.6 0 0 1 2.4 10.4V6.2A2.6 2.6 0 0 1 5 3.6Z
     line M18.2 8H19A2.6 2.6 0 0 1 21.6 10.6V14.8A2.6 2.6 0 0 1 19 17.4V20.4L15.8 17.4H11.4A2.6 2.6 0 0 1 9.4 16.4
    phone fill circle badge.plus
     body M6.6 3.2H8.7A1.5 1.5 0 0 1 10.2 4.4L10.9 7.8A1.6 1.6 0 0 1 10.3 9.3L8.7 10.6A12.4 12.4 0 0 0 13.4 15.3L14.7 13.7A1.6 1.6 0 0 1 16.2 13.1L19.6 13.8A1.5 1.5 0 0 1 20.8 15.3V17.4A3.4 3.4 0 0 1 17.4 20.8C9.8 20.4 3.6 14.2 3.2 6.6A3.4 3.4 0 0 1 6.6 3.2Z
    phone.turned inside
     use phone turn 135
    phone.down fill circle
     use phone.turned at 12 11.2 0.86
    bell fill circle slash badge
     body M12 2.9A6.2 6.2 0 0 0 5.8 9.1V12.4C5.8 14.4 3.8 15.2 3.8 16.8A1 1 0 0 0 4.8 17.8H19.2A1 1 0 0 0 20.2 16.8C20.2 15.2 18.2 14.4 18.2 12.4V9.1A6.2 6.2 0 0 0 12 2.9Z
     line M9.6 20.6A3 3 0 0 0 14.4 20.6
    megaphone fill
     body M3 10.4A1.4 1.4 0 0 1 4.4 9H8.6L18.6 4.4A.9 .9 0 0 1 19.9 5.2V18A.9 .9 0 0 1 18.6 18.8L8.6 14.4H4.4A1.4 1.4 0 0 1 3 13Z
     line M6.8 14.6L8.2 19.4A1.6 1.6 0 0 0 11.3 18.6L10.6 15.6
    globe badge.plus
     line O12 12 9.1M12 2.9C8.2 6.4 8.2 17.6 12 21.1C15.8 17.6 15.8 6.4 12 2.9M3 12H21
    network = globe
    map fill circle
     body M2.9 6.5L9 3.9L15 6.5L21.1 3.9V17.5L15 20.1L9 17.5L2.9 20.1Z
     mark M9 4.2V17.4M15 6.6V19.8
    mappin circle slash
     solid O12 6.8 3.3
     line M12 10V21.1
    mappin.and.ellipse
     body M12 17.4C8.4 13.4 6.6 10.6 6.6 8.2A5.4 5.4 0 0 1 17.4 8.2C17.4 10.6 15.6 13.4 12 17.4Z
     spot P12 8.2
     line M6.6 15.2C4.3 15.8 2.9 16.8 2.9 17.9C2.9 19.7 7 21.1 12 21.1C17 21.1 21.1 19.7 21.1 17.9C21.1 16.8 19.7 15.8 17.4 15.2
    location fill circle slash
     body M20.5 3.5L3.6 10.6L11.3 12.7L13.4 20.4Z
    location.north fill
     body M12 3.2L5 20.4L12 16.6L19 20.4Z
    safari fill
     body O12 12 9.1
     hole M16.4 7.6L13.4 13.4L7.6 16.4L10.6 10.6Z
    wifi slash
     line M2.4 9.4A13.6 13.6 0 0 1 21.6 9.4M5.7 13A9 9 0 0 1 18.3 13M9 16.4A4.4 4.4 0 0 1 15 16.4
     dot P12 19.8
    antenna.radiowaves.left.and.right
     line M8.5 12.5A5 5 0 0 1 8.5 5.5M15.5 5.5A5 5 0 0 1 15.5 12.5M5 15.6A9.4 9.4 0 0 1 5 2.6M19 2.6A9.4 9.4 0 0 1 19 15.6M12 11V21.1
     dot P12 9
    dot.radiowaves.left.and.right
     line M8.5 15.5A5 5 0 0 1 8.5 8.5M15.5 8.5A5 5 0 0 1 15.5 15.5M5 18.5A9.4 9.4 0 0 1 5 5.5M19 5.5A9.4 9.4 0 0 1 19 18.5
     dot P12 12
    """
}
