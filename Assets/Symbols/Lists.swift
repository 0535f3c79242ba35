extension Symbols {
  /// Lists, grids, controls and windows.
  static let listSymbols: StaticString = """
    list.bullet circle
     line M9.4 5.8H20.8M9.4 12H20.8M9.4 18.2H20.8
     dot P4.4 5.8P4.4 12P4.4 18.2
    list.dash
     line M9.4 5.8H20.8M9.4 12H20.8M9.4 18.2H20.8M3.4 5.8H5M3.4 12H5M3.4 18.2H5
    list.number
     line M10.4 5.8H20.8M10.4 12H20.8M10.4 18.2H20.8M3.6 4.2L5.2 3.2V8.4
     line M3.2 15.4C4 14.2 6.6 14.4 6.6 16.2C6.6 17.8 4.4 18.6 3.2 20.6H6.8
    checklist
     line M3.2 6.2L4.9 8L8 4.2M3.2 16.2L4.9 18L8 14.2M11.6 6.2H20.8M11.6 16.2H20.8
    list.bullet.rectangle fill
     body R2.9 4.4 18.2 15.2 2.6
     mark M10.4 9.2H17.2M10.4 14.8H17.2
     spot P6.8 9.2P6.8 14.8
    line.3.horizontal circle
     line M3.6 6.4H20.4M3.6 12H20.4M3.6 17.6H20.4
    line.horizontal.3 = line.3.horizontal
    line.3.horizontal.decrease circle
     line M3.2 6.8H20.8M6.8 12H17.2M10.2 17.2H13.8
    line.horizontal.3.decrease = line.3.horizontal.decrease
    text.alignleft
     line M3.6 5.1H20.4M3.6 9.7H14.4M3.6 14.3H20.4M3.6 18.9H14.4
    text.alignright
     use text.alignleft mirror
    text.aligncenter
     line M3.6 5.1H20.4M6.8 9.7H17.2M3.6 14.3H20.4M6.8 18.9H17.2
    text.justify
     line M3.6 5.1H20.4M3.6 9.7H20.4M3.6 14.3H20.4M3.6 18.9H20.4
    increase.indent
     line M3.6 5.1H20.4M12 9.7H20.4M12 14.3H20.4M3.6 18.9H20.4M3.6 9L7.2 12L3.6 15
    decrease.indent
     line M3.6 5.1H20.4M12 9.7H20.4M12 14.3H20.4M3.6 18.9H20.4M7.2 9L3.6 12L7.2 15
    slider.horizontal.3
     line M2.9 5.8H12.7M17.9 5.8H21.1O15.3 5.8 2.5M2.9 12H6.1M11.3 12H21.1O8.7 12 2.5M2.9 18.2H12.7M17.9 18.2H21.1O15.3 18.2 2.5
    slider.vertical.3
     use slider.horizontal.3 turn 270
    switch.2
     line R2.9 3.4 18.2 7.2 3.6R2.9 13.4 18.2 7.2 3.6
     dot P6.6 7P17.4 17
    square.grid.2x2 fill
     body R3.2 3.2 7.2 7.2 1.8R13.6 3.2 7.2 7.2 1.8R3.2 13.6 7.2 7.2 1.8R13.6 13.6 7.2 7.2 1.8
    square.grid.3x3 fill
     body R2.9 2.9 4.1 4.1 .9R9.95 2.9 4.1 4.1 .9R17 2.9 4.1 4.1 .9R2.9 9.95 4.1 4.1 .9R9.95 9.95 4.1 4.1 .9
     body R17 9.95 4.1 4.1 .9R2.9 17 4.1 4.1 .9R9.95 17 4.1 4.1 .9R17 17 4.1 4.1 .9
    rectangle.grid.1x2 fill
     body R2.9 3.4 18.2 7.2 2R2.9 13.4 18.2 7.2 2
    square.split.2x1 fill
     body R2.9 4.4 18.2 15.2 2.6
     mark M12 4.6V19.4
    square.stack fill
     body R4 8.4 16 12.6 2.6
     line M5.8 5.4H18.2M7.8 2.4H16.2
    rectangle.stack fill
     body R2.6 9 18.8 11.4 2.4
     line M4.6 6H19.4M6.8 3H17.2
    square.stack.3d.up fill
     body M12 2.9L21.1 7.6L12 12.3L2.9 7.6Z
     line M3.4 12.2L12 16.7L20.6 12.2M3.4 16.6L12 21.1L20.6 16.6
    tablecells fill
     body R2.9 4.4 18.2 15.2 2.6
     mark M3.2 9.4H20.8M3.2 14.5H20.8M12 9.4V19.4
    sidebar.left
     line R2.9 4.4 18.2 15.2 2.6M9.2 4.6V19.4M5.6 8.2H6.5M5.6 11.4H6.5
    sidebar.leading = sidebar.left
    sidebar.right
     use sidebar.left mirror
    sidebar.trailing = sidebar.right
    macwindow
     line R2.9 4.4 18.2 15.2 2.6M3.2 9H20.8
    rectangle.on.rectangle
     line R7.4 8.4 13.7 11.2 2.2M4.9 15.6A2.2 2.2 0 0 1 2.9 13.4V6.6A2.2 2.2 0 0 1 5.1 4.4H14.4A2.2 2.2 0 0 1 16.6 5.4
    viewfinder circle
     line M3.2 8.2V6.2A3 3 0 0 1 6.2 3.2H8.2M15.8 3.2H17.8A3 3 0 0 1 20.8 6.2V8.2
     line M20.8 15.8V17.8A3 3 0 0 1 17.8 20.8H15.8M8.2 20.8H6.2A3 3 0 0 1 3.2 17.8V15.8
    barcode.viewfinder
     use viewfinder
     line M7.6 8.4V15.6M12 8.4V15.6M16.4 8.4V15.6
    qrcode
     line R3.4 3.4 6.4 6.4 1.4R14.2 3.4 6.4 6.4 1.4R3.4 14.2 6.4 6.4 1.4M14.2 14.2H16.4V16.4M20.6 14.2V17.4M14.2 20.6V19.2M17.8 20.6H20.6
    qrcode.viewfinder
     use viewfinder
     line R7.4 7.4 3.2 3.2 .6R13.4 7.4 3.2 3.2 .6R7.4 13.4 3.2 3.2 .6M13.6 13.6H16.4V16.4
    chart.bar fill
     body R2.9 12.2 4.2 8.4 1.2R9.9 7.6 4.2 13 1.2R16.9 3.4 4.2 17.2 1.2
    chart.pie fill
     body M10.4 5.4A8 8 0 1 0 18.6 13.6H10.4Z
     body M14 2.9A7.2 7.2 0 0 1 21.1 10H14Z
    chart.line.uptrend.xyaxis
     line M3.2 3.4V18.4A2.2 2.2 0 0 0 5.4 20.6H20.8M6.8 15.4L11 10.6L14.2 13.6L20.4 6.4M15.8 6.2H20.6V11
    """
}
