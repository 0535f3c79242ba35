import Foundation

extension UIView {
  /// Edges and sizes that give way when the superview changes its size.
  public struct AutoresizingMask: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt
    /// A set with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The space at the left gives way.
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
    /// The width gives way.
    public static let flexibleWidth = AutoresizingMask(rawValue: 2)
    /// The space at the right gives way.
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
    /// The space at the top gives way.
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
    /// The height gives way.
    public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    /// The space at the bottom gives way.
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
  }

  func runLayoutPass() {
    bringTraitsUpToDate()
    if constraintState != nil {
      let root = layoutRoot
      if root !== self, root.layoutMarks.isDue { LayoutPass.run(from: root) }
    }
    LayoutPass.run(from: self)
  }

  /// Distributes a change of size over each child's flexible parts, in
  /// proportion to what they had; in equal shares where they had nothing.
  func autoresizeChildren(from old: CGSize) {
    let dx = storedBounds.size.width - old.width
    let dy = storedBounds.size.height - old.height
    // A child that is given its frame may leave, and others with it: a menu closes when its window changes.
    for child in children where child.parent === self && !child.autoresizingMask.isEmpty {
      if let state = child.constraintState, !state.hasOwnFrame { continue }
      let mask = child.autoresizingMask
      let frame = CGRect(origin: child.origin, size: child.storedBounds.size)
      let (x, width) = Self.stretched(
        position: frame.minX - storedBounds.minX, length: frame.width, container: old.width, by: dx,
        before: mask.contains(.flexibleLeftMargin), length: mask.contains(.flexibleWidth),
        after: mask.contains(.flexibleRightMargin))
      let (y, height) = Self.stretched(
        position: frame.minY - storedBounds.minY, length: frame.height, container: old.height,
        by: dy, before: mask.contains(.flexibleTopMargin), length: mask.contains(.flexibleHeight),
        after: mask.contains(.flexibleBottomMargin))
      child.frame = CGRect(
        x: x + storedBounds.minX, y: y + storedBounds.minY, width: width, height: height)
    }
  }

  /// One axis of autoresizing: the new position and length.
  private static func stretched(
    position: CGFloat, length: CGFloat, container: CGFloat, by delta: CGFloat,
    before: Bool, length growsLength: Bool, after: Bool
  ) -> (CGFloat, CGFloat) {
    let flexible = (before ? 1.0 : 0) + (growsLength ? 1 : 0) + (after ? 1 : 0)
    guard delta != 0, flexible > 0 else { return (position, length) }
    let trailing = container - position - length
    let total = (before ? position : 0) + (growsLength ? length : 0) + (after ? trailing : 0)
    func share(_ part: CGFloat, _ takes: Bool) -> CGFloat {
      guard takes else { return 0 }
      return total > 0 ? delta * part / total : delta / flexible
    }
    return (
      position + share(position, before), max(0, length + share(length, growsLength))
    )
  }
}
