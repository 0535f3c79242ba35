// Views, events, layout, the display list, scrolling and the table: all of UIKit that needs no window. A `Platform` opens
// windows, brings events and draws; the module `UIKit` has the one of SDL, and tests have one that records.
//
// The kernel lies in `View`, `Events`, `Layout`, `Rendering`, `Application` and `Animation`. The other folders use it, and each
// other in one direction. Read `Reuse/ReuseQueue.swift` and `Table/UITableView.swift` first, or a frame from its beginning:
// `Application/FrameLoop.swift`, `Layout/LayoutPass.swift`, `Rendering/DisplayListBuilder.swift`.

// Geometry, colours and pixels are the words of this module's own declarations.
@_exported import Primitives
