/// Which view of a collection: the cell of an item, or another element of a kind.
///
/// Elements are ordered by kind, then by section, then by item.
struct ElementPosition: Hashable, Comparable, Sendable {
  /// The kind of cells.
  static let cell: Int32 = 0

  /// The number that the layout gives a kind of elements, see `ElementKinds`; `cell` for cells.
  var kind: Int32
  /// The section, from 0.
  var section: Int32
  /// The item, from 0; of other elements the last number of their index path.
  var item: Int

  /// The cell of an item.
  init(section: Int, item: Int) { self.init(kind: Self.cell, section: section, item: item) }

  /// An element of a kind.
  /// - Precondition: 0 <= `section` <= `Int32.max`.
  init(kind: Int32, section: Int, item: Int) {
    (self.kind, self.section, self.item) = (kind, Int32(section), item)
  }

  /// Whether it is the cell of an item.
  var isCell: Bool { kind == Self.cell }

  static func < (left: ElementPosition, right: ElementPosition) -> Bool {
    if left.kind != right.kind { return left.kind < right.kind }
    return left.section != right.section ? left.section < right.section : left.item < right.item
  }
}
