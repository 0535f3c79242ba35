/// What sets a cell apart when it is measured.
struct CellSizing: OptionSet {
  let rawValue: UInt8
  /// Made to be measured; never shown.
  static let isTemplate = CellSizing(rawValue: 1 << 0)
  /// Measured by `sizeThatFits`, whatever constraints it has.
  static let enforcesFrameLayout = CellSizing(rawValue: 1 << 1)
}

extension UITableViewCell {
  /// Whether the cell is one that a `TableHeightService` made for measuring: configure it only as far as its height
  /// depends on it, and start no downloads for it.
  public internal(set) final var isTemplate: Bool {
    get { sizing.contains(.isTemplate) }
    set { if newValue { sizing.insert(.isTemplate) } else { sizing.remove(.isTemplate) } }
  }

  /// Whether the cell's own height is what `sizeThatFits(_:)` answers although it holds constraints; false at first.
  /// When it is asked, its content view has the width that accessories leave. Set it in the initialiser or the
  /// configuration; rows that size themselves follow it too.
  public final var enforcesFrameLayout: Bool {
    get { sizing.contains(.enforcesFrameLayout) }
    set { if newValue { sizing.insert(.enforcesFrameLayout) } else { sizing.remove(.enforcesFrameLayout) } }
  }
}
