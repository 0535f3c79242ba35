import Foundation

extension NSLayoutConstraint {
  /// How the views of a visual format are aligned, and in which direction they are read; raw values as in UIKit.
  public struct FormatOptions: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt
    /// A set with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Left edges are aligned; of formats along the vertical axis.
    public static let alignAllLeft = FormatOptions(rawValue: 1 << 1)
    /// Right edges are aligned; of formats along the vertical axis.
    public static let alignAllRight = FormatOptions(rawValue: 1 << 2)
    /// Top edges are aligned; of formats along the horizontal axis.
    public static let alignAllTop = FormatOptions(rawValue: 1 << 3)
    /// Bottom edges are aligned; of formats along the horizontal axis.
    public static let alignAllBottom = FormatOptions(rawValue: 1 << 4)
    /// The edges where reading begins are aligned; of formats along the vertical axis.
    public static let alignAllLeading = FormatOptions(rawValue: 1 << 5)
    /// The edges where reading ends are aligned; of formats along the vertical axis.
    public static let alignAllTrailing = FormatOptions(rawValue: 1 << 6)
    /// Middles between left and right are aligned; of formats along the vertical axis.
    public static let alignAllCenterX = FormatOptions(rawValue: 1 << 9)
    /// Middles between top and bottom are aligned; of formats along the horizontal axis.
    public static let alignAllCenterY = FormatOptions(rawValue: 1 << 10)
    /// Baselines of the last lines are aligned; of formats along the horizontal axis.
    public static let alignAllLastBaseline = FormatOptions(rawValue: 1 << 11)
    /// Baselines of the first lines are aligned; of formats along the horizontal axis.
    public static let alignAllFirstBaseline = FormatOptions(rawValue: 1 << 12)
    /// The bits of all alignments.
    public static let alignmentMask = FormatOptions(rawValue: 0xFFFF)
    /// From the edge where reading begins to that where it ends; the default.
    public static let directionLeadingToTrailing: FormatOptions = []
    /// From left to right, whatever the reading direction.
    public static let directionLeftToRight = FormatOptions(rawValue: 1 << 16)
    /// From right to left, whatever the reading direction.
    public static let directionRightToLeft = FormatOptions(rawValue: 2 << 16)
    /// The bits of the direction.
    public static let directionMask = FormatOptions(rawValue: 0x3 << 16)
  }

  /// Constraints, not active yet, that a picture in letters describes: `H:|-[name]-8-[value(>=80)]-|`.
  ///
  /// `H:` (which may be left out) goes from leading to trailing, `V:` from top to bottom. `|` is the superview of the
  /// first and last view, `-` the system's space (8 points, the superview's margins at its edges), `-8-` or
  /// `-(>=8@750,<=20)-` another. `[name(width)]`, `[name(==other)]` and `[name(>=80@750,<=120)]` set lengths.
  /// - Parameters:
  ///   - opts: an alignment of all views of the format, and the direction.
  ///   - metrics: numbers by their names in the format.
  ///   - views: views and layout guides by their names in the format.
  /// - Precondition: the format can be read, and all names in it are in `metrics` or `views`; a view beside `|` has a
  ///   superview.
  public class func constraints(
    withVisualFormat format: String, options opts: FormatOptions = [], metrics: [String: Any]? = nil,
    views: [String: Any]
  ) -> [NSLayoutConstraint] {
    let numbers = (metrics ?? [:]).compactMapValues { Self.number($0) }
    do throws(VisualFormat.ParseError) {
      let parsed = try VisualFormat(format, metrics: numbers) { views[$0] != nil }
      if let (alignment, axis) = opts.misplacedAlignment(along: parsed.axis) {
        layoutMisuse(
          """
          Unable to parse constraint format: Options mask required views to be aligned on a \(axis) edge, which is not \
          allowed for layout that is also \(axis). \(format): leave .\(alignment) out
          """)
      }
      return FormatBuilder(parsed, opts, views.mapValues { $0 as AnyObject }, format).constraints()
    } catch {
      layoutMisuse(
        """
        Unable to parse constraint format:
        \(error.reason)
        \(format)
        \(String(repeating: " ", count: error.offset))^
        """)
    }
  }

  private static func number(_ value: Any) -> Double? {
    switch value {
    case let number as Double: number
    case let number as Int: Double(number)
    case let number as Float: Double(number)
    case let number as NSNumber: number.doubleValue
    default: nil
    }
  }
}

extension NSLayoutConstraint.FormatOptions {
  private static let attributes: [(option: Self, name: String, attribute: NSLayoutConstraint.Attribute)] = [
    (.alignAllLeft, "alignAllLeft", .left), (.alignAllRight, "alignAllRight", .right),
    (.alignAllTop, "alignAllTop", .top), (.alignAllBottom, "alignAllBottom", .bottom),
    (.alignAllLeading, "alignAllLeading", .leading), (.alignAllTrailing, "alignAllTrailing", .trailing),
    (.alignAllCenterX, "alignAllCenterX", .centerX), (.alignAllCenterY, "alignAllCenterY", .centerY),
    (.alignAllLastBaseline, "alignAllLastBaseline", .lastBaseline),
    (.alignAllFirstBaseline, "alignAllFirstBaseline", .firstBaseline),
  ]

  /// The attributes that are equal in all views of the format.
  fileprivate var alignments: [NSLayoutConstraint.Attribute] {
    Self.attributes.filter { contains($0.option) }.map(\.attribute)
  }

  /// The name of an alignment along the axis of the format, which would put all views at one place, and the axis.
  fileprivate func misplacedAlignment(along axis: NSLayoutConstraint.Axis) -> (String, String)? {
    let measure = axis == .horizontal ? NSLayoutConstraint.Attribute.Measure.x : .y
    guard let found = Self.attributes.first(where: { contains($0.option) && $0.attribute.measure == measure })
    else { return nil }
    return (found.name, axis == .horizontal ? "horizontal" : "vertical")
  }
}

/// Makes the constraints of a format.
@MainActor
private struct FormatBuilder {
  private let format: VisualFormat
  private let options: NSLayoutConstraint.FormatOptions
  private let views: [String: AnyObject]
  private let text: String
  private let first: NSLayoutConstraint.Attribute
  private let last: NSLayoutConstraint.Attribute

  init(
    _ format: VisualFormat, _ options: NSLayoutConstraint.FormatOptions, _ views: [String: AnyObject], _ text: String
  ) {
    self.format = format
    self.options = options
    self.views = views
    self.text = text
    switch (format.axis, options.intersection(.directionMask)) {
    case (.vertical, _): (first, last) = (.top, .bottom)
    case (_, .directionLeftToRight): (first, last) = (.left, .right)
    case (_, .directionRightToLeft): (first, last) = (.right, .left)
    default: (first, last) = (.leading, .trailing)
    }
  }

  func constraints() -> [NSLayoutConstraint] {
    let items = format.items
    var made: [NSLayoutConstraint] = []
    if let gap = format.leadingGap, let item = items.first {
      let superview = superview(of: item.name)
      made += spaces(gap, from: (superview, first, margin(first)), to: (object(item.name), first))
    }
    for (index, item) in items.enumerated() {
      if index > 0 {
        made += spaces(
          format.gaps[index - 1], from: (object(items[index - 1].name), last, nil), to: (object(item.name), first))
      }
      made += item.predicates.map { length(of: object(item.name), $0) }
    }
    if let gap = format.trailingGap, let item = items.last {
      let superview = superview(of: item.name)
      // Measured from the view to the edge.
      made += edge(gap, of: superview, item.name)
    }
    for attribute in options.alignments {
      for (one, next) in zip(items, items.dropFirst()) {
        made.append(
          NSLayoutConstraint(
            item: object(one.name), attribute: attribute, relatedBy: .equal, toItem: object(next.name),
            attribute: attribute))
      }
    }
    return made
  }

  private func object(_ name: String) -> AnyObject {
    // The format was read with these names.
    guard let object = views[name] else { layoutMisuse("\(text): no view is named \(name)") }
    return object
  }

  private func superview(of name: String) -> UIView {
    let object = object(name)
    guard let view = (object as? UIView)?.superview ?? (object as? UILayoutGuide)?.owningView else {
      layoutMisuse(
        """
        Unable to interpret '|' character, because the related view doesn't have a superview: \(text); add \(name) to its \
        superview first
        """)
    }
    return view
  }

  private func margin(_ attribute: NSLayoutConstraint.Attribute) -> NSLayoutConstraint.Attribute {
    switch attribute {
    case .leading: .leadingMargin
    case .trailing: .trailingMargin
    case .left: .leftMargin
    case .right: .rightMargin
    case .top: .topMargin
    default: .bottomMargin
    }
  }

  /// Whether places grow against the direction of the format.
  private var isReversed: Bool { first == .right }

  private typealias Side = (object: AnyObject, attribute: NSLayoutConstraint.Attribute)

  /// Constraints for `to = from + gap`.
  /// - Parameter from: with the attribute of the margin from which a standard gap to a superview's edge is measured.
  private func spaces(
    _ gap: VisualFormat.Gap,
    from: (object: AnyObject, attribute: NSLayoutConstraint.Attribute, margin: NSLayoutConstraint.Attribute?), to: Side
  ) -> [NSLayoutConstraint] {
    switch gap {
    case .none: return [relate(to, .equal, (from.object, from.attribute), 0, 1000)]
    case .standard:
      if let margin = from.margin { return [relate(to, .equal, (from.object, margin), 0, 1000)] }
      return [relate(to, .equal, (from.object, from.attribute), systemSpacing, 1000)]
    case .predicates(let predicates):
      return predicates.map { relate(to, $0.relation, (from.object, from.attribute), constant($0), $0.priority) }
    }
  }

  /// Constraints for `edge = view + gap`.
  private func edge(_ gap: VisualFormat.Gap, of superview: UIView, _ name: String) -> [NSLayoutConstraint] {
    let view: Side = (object(name), last)
    switch gap {
    case .none: return [relate((superview, last), .equal, view, 0, 1000)]
    case .standard: return [relate((superview, margin(last)), .equal, view, 0, 1000)]
    case .predicates(let predicates):
      return predicates.map { relate((superview, last), $0.relation, view, constant($0), $0.priority) }
    }
  }

  private func constant(_ predicate: VisualFormat.Predicate) -> Double {
    // Relations to views stand with lengths only.
    if case .constant(let constant) = predicate.value { constant } else { 0 }
  }

  private func relate(
    _ one: Side, _ relation: NSLayoutConstraint.Relation, _ other: Side, _ gap: Double, _ priority: Double
  ) -> NSLayoutConstraint {
    // From right to left the one that comes later lies further left.
    let (front, back) = isReversed ? (other, one) : (one, other)
    let made = NSLayoutConstraint(
      item: front.object, attribute: front.attribute, relatedBy: relation, toItem: back.object,
      attribute: back.attribute, multiplier: 1, constant: gap)
    made.priority = UILayoutPriority(rawValue: Float(priority))
    return made
  }

  private func length(of object: AnyObject, _ predicate: VisualFormat.Predicate) -> NSLayoutConstraint {
    let attribute: NSLayoutConstraint.Attribute = format.axis == .horizontal ? .width : .height
    let made: NSLayoutConstraint
    switch predicate.value {
    case .constant(let constant):
      made = NSLayoutConstraint(
        item: object, attribute: attribute, relatedBy: predicate.relation, toItem: nil, attribute: .notAnAttribute,
        multiplier: 1, constant: constant)
    case .view(let name, let multiplier, let constant):
      made = NSLayoutConstraint(
        item: object, attribute: attribute, relatedBy: predicate.relation, toItem: self.object(name),
        attribute: attribute, multiplier: multiplier, constant: constant)
    }
    made.priority = UILayoutPriority(rawValue: Float(predicate.priority))
    return made
  }
}
