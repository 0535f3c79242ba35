extension Symbols {
  /// Computers, telephones and their parts.
  static let deviceSymbols: StaticString = """
    iphone
     line R6.4 2.5 11.2 19 3M10.4 18.2H13.6
    ipad
     line R4 2.9 16 18.2 2.6M9.6 17.8H14.4
    desktopcomputer
     line R2.7 3.6 18.6 12.6 2.2M3 12.6H21M12 16.4V20.4M8.4 20.6H15.6
    laptopcomputer
     line R4.4 5 15.2 10.8 2M1.9 19H22.1
    display
     line R2.7 4 18.6 13 2.4M8.2 20.6H15.8
    tv fill
     body R2.7 7 18.6 12.6 2.4
     line M8 3L12 6.8L16 3
    printer
     line M6.6 16.8H5.1A2.3 2.3 0 0 1 2.8 14.5V10.1A2.3 2.3 0 0 1 5.1 7.8H18.9A2.3 2.3 0 0 1 21.2 10.1V14.5A2.3 2.3 0 0 1 18.9 16.8H17.4
     line M6.8 7.6V4.7A1.6 1.6 0 0 1 8.4 3.1H15.6A1.6 1.6 0 0 1 17.2 4.7V7.6R6.8 13.2 10.4 7.7 1.4
    printer.fill
     solid R2.8 7.8 18.4 9 2.3
     solid R6.8 3.1 10.4 3 1
     gap R6.8 13.2 10.4 7.7 1.4
     solid R6.8 14.2 10.4 6.7 1.4
    keyboard
     line R2.2 5.4 19.6 13.2 2.6M8.4 15H15.6
     dot P6 9P10 9P14 9P18 9P6 12P10 12P14 12P18 12
    battery.100
     line R2.2 7 16.8 10 2.8M21.6 10.6V13.4
     flat R4.5 9.3 12.2 5.4 1
    battery.50
     line R2.2 7 16.8 10 2.8M21.6 10.6V13.4
     flat R4.5 9.3 6.2 5.4 1
    battery.25
     line R2.2 7 16.8 10 2.8M21.6 10.6V13.4
     flat R4.5 9.3 3.2 5.4 1
    battery.0
     line R2.2 7 16.8 10 2.8M21.6 10.6V13.4
    cpu fill
     body R5.6 5.6 12.8 12.8 2.4
     hole R9.4 9.4 5.2 5.2 .8
     line M9.4 2.7V5.4M14.6 2.7V5.4M9.4 18.6V21.3M14.6 18.6V21.3M2.7 9.4H5.4M2.7 14.6H5.4M18.6 9.4H21.3M18.6 14.6H21.3
    memorychip fill
     body R2.9 7 18.2 10 2
     mark M7.4 10.4V13.6M12 10.4V13.6M16.6 10.4V13.6
     line M6 4.6V6.6M10 4.6V6.6M14 4.6V6.6M18 4.6V6.6M6 17.4V19.4M10 17.4V19.4M14 17.4V19.4M18 17.4V19.4
    externaldrive fill
     body M2.9 14.4L5.5 7.2A2.2 2.2 0 0 1 7.6 5.8H16.4A2.2 2.2 0 0 1 18.5 7.2L21.1 14.4V16.4A2.2 2.2 0 0 1 18.9 18.6H5.1A2.2 2.2 0 0 1 2.9 16.4Z
     mark M3.2 13.4H20.8
     spot P17.4 16
    opticaldisc
     line O12 12 9.1O12 12 2.4
    terminal fill
     body R2.7 4.4 18.6 15.2 2.8
     mark M6.6 9L9.8 12L6.6 15M12.4 15.2H17
    """
}
