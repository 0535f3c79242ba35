/// Which rows, headers and footers a table shows, and where: the visible band cut out of a `RowHeightIndex`. Knows no
/// view.
///
/// A plan keeps its storage: `update` allocates only when more tiles are visible than ever before.
package struct TilePlan {
  /// A row with its vertical place in content coordinates, in points.
  package struct Tile: Equatable {
    /// Which row.
    package var position: RowPosition
    /// Upper edge.
    package var y: Double
    /// Height; always greater than `TilePlan.thinnest`.
    package var height: Double
    /// False for what has only an estimate as its height.
    package var isMeasured = true
  }

  /// A header or footer with its vertical place in content coordinates, in points.
  package struct PartTile: Equatable {
    /// Which header or footer.
    package var position: PartPosition
    /// Upper edge.
    package var y: Double
    /// Height; always greater than `TilePlan.thinnest`.
    package var height: Double
    /// True for one that was moved away from its own place to stay visible.
    package var isPinned: Bool
  }

  /// The band a plan is made for, in content coordinates.
  package struct Viewport: Equatable {
    /// Visible edges.
    package var top, bottom: Double
    /// Edges floating headers and footers stay within: the visible edges moved in by the content insets.
    package var pinTop, pinBottom: Double
    /// Where the first section begins: the height of the table header view.
    package var contentTop: Double
    /// Whether headers and footers float (plain style).
    package var floats: Bool

    /// Pins at the visible edges, without a table header, unless told otherwise.
    package init(
      top: Double, bottom: Double, pinTop: Double? = nil, pinBottom: Double? = nil,
      contentTop: Double = 0, floats: Bool = false
    ) {
      self.top = top
      self.bottom = bottom
      self.pinTop = pinTop ?? top
      self.pinBottom = pinBottom ?? bottom
      self.contentTop = contentTop
      self.floats = floats
    }
  }

  /// Tiles not taller than this many points cover no pixel at any scale and are left out, so that apps can hide parts
  /// with heights such as `leastNonzeroMagnitude`.
  package static let thinnest = 1.0 / 1024

  /// Visible rows, in order.
  package internal(set) var rows = ContiguousArray<Tile>()
  /// The first visible row whose height is only an estimate.
  package internal(set) var firstEstimated: Tile?
  /// The first visible header or footer whose height is only an estimate.
  package private(set) var firstEstimatedPart: PartPosition?
  /// Whether some visible height is only an estimate.
  package var hasEstimates: Bool { firstEstimated != nil || firstEstimatedPart != nil }
  /// Visible headers and footers, in order.
  package private(set) var parts = ContiguousArray<PartTile>()

  /// An empty plan.
  package init() {}

  /// Makes this the plan of what `viewport` shows.
  /// - Complexity: O(log n + visible).
  package mutating func update(_ index: RowHeightIndex, _ viewport: Viewport) {
    rows.removeAll(keepingCapacity: true)
    firstEstimated = nil
    firstEstimatedPart = nil
    parts.removeAll(keepingCapacity: true)
    guard viewport.top < viewport.bottom else { return }
    let origin = viewport.contentTop
    index.forEachSection(from: viewport.top - origin, to: viewport.bottom - origin) { section in
      let layout = section.layout
      addRows(of: section, layout, viewport)
      addHeader(of: section, layout, viewport)
      addFooter(of: section, layout, viewport)
    }
  }

  private mutating func addRows(of section: PlacedSection, _ layout: SectionLayout, _ viewport: Viewport) {
    let lower = viewport.top - viewport.contentTop
    let upper = viewport.bottom - viewport.contentTop
    let all = section.record.rows
    guard all.count > 0, upper > layout.rowsTop, lower < layout.footerTop else { return }
    let rowsTop = section.rowsTop
    let first = all.row(at: ExactLength(lastShownAt: lower) - rowsTop)
    all.walk(from: first) { run, before in
      guard run.height > Self.thinnest else { return true }
      var row = before.weight
      var top = rowsTop + before.length
      let height = ExactLength(points: run.height)
      while row < before.weight + run.weight {
        let y = top.points
        guard y < upper else { return false }
        if y + run.height > lower {
          let tile = Tile(
            position: RowPosition(section: section.number, row: row), y: viewport.contentTop + y, height: run.height,
            isMeasured: run.isMeasured)
          rows.append(tile)
          if !run.isMeasured, firstEstimated == nil { firstEstimated = tile }
        }
        row += 1
        top += height
      }
      return true
    }
  }

  private mutating func addHeader(of section: PlacedSection, _ layout: SectionLayout, _ viewport: Viewport) {
    let height = layout.rowsTop - layout.headerTop
    let own = viewport.contentTop + layout.headerTop
    var y = own
    // A floating header stays at the pin line until the section's end pushes it out.
    if viewport.floats { y = max(own, min(viewport.pinTop, viewport.contentTop + layout.bottom - height)) }
    guard shows(y, height, viewport) else { return }
    add(.header, of: section, y: y, own: own, height)
  }

  private mutating func addFooter(of section: PlacedSection, _ layout: SectionLayout, _ viewport: Viewport) {
    let height = layout.bottom - layout.footerTop
    let own = viewport.contentTop + layout.footerTop
    var y = own
    if viewport.floats { y = min(own, max(viewport.pinBottom - height, viewport.contentTop + layout.rowsTop)) }
    guard shows(y, height, viewport) else { return }
    add(.footer, of: section, y: y, own: own, height)
  }

  private mutating func add(
    _ part: SectionPart, of section: PlacedSection, y: Double, own: Double, _ height: Double
  ) {
    let position = PartPosition(section: section.number, part: part)
    if firstEstimatedPart == nil, !section.record.isMeasured(part) { firstEstimatedPart = position }
    parts.append(PartTile(position: position, y: y, height: height, isPinned: y != own))
  }

  private func shows(_ y: Double, _ height: Double, _ viewport: Viewport) -> Bool {
    height > Self.thinnest && y < viewport.bottom && y + height > viewport.top
  }
}
