import Foundation

/// Where the list of screens stands: beside the screen in a wide window; in a narrow one folded into a button, which
/// brings it over the screen.
struct SidebarFolding: Equatable {
  enum Place { case beside, folded, over }

  /// Points of the window from which on there is room for list and screen.
  static let leastWidthBeside: CGFloat = 760

  private var isWide = true
  /// The user's choice for a wide window.
  private var isWantedBeside = true
  /// A narrow window shows the list, until a screen is chosen.
  private var isOpen = false

  /// Where the list stands now.
  var place: Place {
    if isWide { return isWantedBeside ? .beside : .folded }
    return isOpen ? .over : .folded
  }

  /// The window has another width, in points.
  mutating func setWidth(_ width: CGFloat) {
    isWide = width >= Self.leastWidthBeside
    if isWide { isOpen = false }
  }

  /// The button was clicked.
  mutating func toggle() {
    if isWide { isWantedBeside.toggle() } else { isOpen.toggle() }
  }

  /// The list is asked for by key.
  mutating func open() {
    if isWide { isWantedBeside = true } else { isOpen = true }
  }

  /// A screen was chosen, or the list left: it makes room for the screen.
  mutating func close() { isOpen = false }
}
