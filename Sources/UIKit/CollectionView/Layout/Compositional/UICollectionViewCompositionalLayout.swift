import Foundation
import Primitives
import TableModel
import UIKitCore

/// Makes the layout of a section; nil where the layout has none.
public typealias UICollectionViewCompositionalLayoutSectionProvider =
  @MainActor (_ section: Int, _ layoutEnvironment: any NSCollectionLayoutEnvironment) -> NSCollectionLayoutSection?

/// Properties of a whole compositional layout.
@preconcurrency @MainActor
open class UICollectionViewCompositionalLayoutConfiguration: NSObject {
  /// Which way content scrolls.
  open var scrollDirection = UICollectionView.ScrollDirection.vertical
  /// Points between two sections.
  open var interSectionSpacing: CGFloat = 0
  /// Headers and footers of the whole content.
  open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
  /// From where sections have their insets.
  open var contentInsetsReference = UIContentInsetsReference.safeArea

  /// Content that scrolls up and down.
  public override init() { super.init() }
}

/// Places the items of each section in groups that repeat.
///
/// The layout makes its sections when it is prepared. A group of known sizes is placed once, and repeated by arithmetic:
/// a billion items cost what ten do. Cells whose size is estimated are asked for it as they come on screen, and keep it.
///
///     let item = NSCollectionLayoutItem(
///       layoutSize: NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)))
///     let group = NSCollectionLayoutGroup.horizontal(
///       layoutSize: NSCollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(120)),
///       subitem: item, count: 3)
///     let layout = UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group))
@preconcurrency @MainActor
open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
  /// Scroll direction, distances of sections, headers of the whole.
  open var configuration: UICollectionViewCompositionalLayoutConfiguration { didSet { invalidateLayout() } }

  private let provider: UICollectionViewCompositionalLayoutSectionProvider
  /// The sections of the places now, by number; equal neighbours once.
  private var sections: [NSCollectionLayoutSection] = []
  /// The colour behind a list that the view was given.
  private var ground: UIColor?

  /// A layout of equal sections.
  public convenience init(section: NSCollectionLayoutSection) {
    self.init(section: section, configuration: UICollectionViewCompositionalLayoutConfiguration())
  }
  /// A layout of equal sections.
  public init(section: NSCollectionLayoutSection, configuration: UICollectionViewCompositionalLayoutConfiguration) {
    provider = { _, _ in section }
    self.configuration = configuration
    super.init()
  }
  /// A layout of sections that are made when they are needed.
  public convenience init(sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider) {
    self.init(sectionProvider: sectionProvider, configuration: UICollectionViewCompositionalLayoutConfiguration())
  }
  /// A layout of sections that are made when they are needed.
  public init(
    sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider,
    configuration: UICollectionViewCompositionalLayoutConfiguration
  ) {
    provider = sectionProvider
    self.configuration = configuration
    super.init()
  }

  /// Layouts are made in code; archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  override var answersItself: Bool { type(of: self) == UICollectionViewCompositionalLayout.self }

  /// Content begins at the right in a view that reads from right to left.
  open override var flipsHorizontallyInOppositeLayoutDirection: Bool { true }

  /// Whether the view has another size: sections may be made of fractions of both its sides.
  open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
    preparedSize.map { newBounds.size != $0 } ?? false
  }

  /// Whether the element is estimated, and its view needs another size.
  open override func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool {
    guard let estimates = stack?.estimates(of: position(of: originalAttributes)) else { return false }
    return (estimates.length || estimates.breadth) && preferredAttributes.size != originalAttributes.size
  }

  /// The layout of the section with a number; nil for a number that no section has.
  final func section(_ number: Int) -> NSCollectionLayoutSection? {
    makeStackIfNeeded()
    return sections.indices.contains(number) ? sections[number] : nil
  }

  /// Gives the view the ground of its list, when that becomes another one: a colour set afterwards stays.
  private func showGround(of host: any LayoutHost) {
    guard let list = sections.first?.listConfiguration, let view = host.collectionView, list.ground != ground else {
      return
    }
    ground = list.ground
    view.backgroundColor = ground
  }

  // MARK: Places

  override func makeStack(_ host: any LayoutHost, _ sizes: CarriedSizes) -> SectionStack? {
    let isHorizontal = configuration.scrollDirection == .horizontal
    let area = host.layoutBounds.inset(by: host.layoutInsets).size
    let maker = SectionMaker(
      isHorizontal: isHorizontal, size: CGSize(width: max(area.width, 0), height: max(area.height, 0)), host: host,
      reference: configuration.contentInsetsReference, gap: configuration.interSectionSpacing,
      traits: host.collectionView?.traitCollection ?? UITraitCollection(userInterfaceStyle: .light), sizes: sizes)
    let environment = maker.environment
    var made: [NSCollectionLayoutSection] = []
    var stacked = ContiguousArray<StackSection>()
    for number in 0..<host.sectionCount {
      guard let section = provider(number, environment) else {
        misuse(
          """
          Invalid section definition. Please specify a valid section definition when content is to be rendered for a \
          section. This is a client error. The section provider returned nil for section \(number) of \
          \(host.sectionCount); return a section for each of them
          """)
      }
      let count = host.itemCount(inSection: number)
      if let last = stacked.last, made.last === section, last.items.count == count, !last.isSelfSizing,
        section.orthogonalScrollingBehavior == .none
      {
        // Sections that are alike share what they store.
        stacked.append(last)
      } else {
        stacked.append(maker.stackSection(section, number: number, count: count, &kinds))
      }
      made.append(section)
    }
    sections = made
    showGround(of: host)
    let parts = maker.parts(of: configuration.boundarySupplementaryItems, insets: .zero, section: nil, &kinds)
    return SectionStack(
      stacked, frame: SectionStack.Frame(parts: parts), isHorizontal: isHorizontal, breadth: maker.breadth,
      isMirrored: host.isRightToLeft && flipsHorizontallyInOppositeLayoutDirection,
      least: isHorizontal ? maker.size.width : maker.size.height)
  }
}

/// Makes sections of a stack from their descriptions.
@MainActor
private struct SectionMaker {
  let isHorizontal: Bool
  /// The room of the layout.
  let size: CGSize
  let host: any LayoutHost
  let reference: UIContentInsetsReference
  let gap: Double
  let traits: UITraitCollection
  let sizes: CarriedSizes

  var environment: LayoutEnvironment { LayoutEnvironment(size, traits) }
  var breadth: Double { isHorizontal ? size.height : size.width }

  func stackSection(
    _ section: NSCollectionLayoutSection, number: Int, count: Int, _ kinds: inout ElementKinds
  ) -> StackSection {
    let insets = insets(of: section)
    let room = CGSize(
      width: max(size.width - insets.leading - insets.trailing, 0),
      height: max(size.height - insets.top - insets.bottom, 0))
    let pattern = GroupPattern(section.group, in: GroupPattern.Container(size: room), &kinds, traits)
    let known = sizes.sizes(ofSection: number, count: count, breadth: breadth) { _ in
      AxisSize(length: 0, breadth: 0)
    }
    let items = items(of: section, number, count, pattern, room, insets, known)
    let partInsets = section.supplementariesFollowContentInsets ? insets : .zero
    return StackSection(
      items: items, startInset: isHorizontal ? insets.leading : insets.top,
      endInset: isHorizontal ? insets.trailing : insets.bottom, gap: gap,
      parts: parts(of: section.boundarySupplementaryItems, insets: partInsets, section: number, &kinds)
        + backgrounds(section.decorationItems, &kinds))
  }

  private func items(
    of section: NSCollectionLayoutSection, _ number: Int, _ count: Int, _ pattern: GroupPattern, _ room: CGSize,
    _ insets: NSDirectionalEdgeInsets, _ known: ItemSizes?
  ) -> any ItemArrangement {
    let (start, end) = isHorizontal ? (insets.top, insets.bottom) : (insets.leading, insets.trailing)
    let behavior = section.orthogonalScrollingBehavior
    let scrolls = behavior != .none
    let groups = GroupItems(
      count: count, pattern, container: room, crossStart: scrolls ? 0 : start, spacing: section.interGroupSpacing,
      isHorizontal: isHorizontal != scrolls, sizes: known)
    guard scrolls else { return groups }
    return StripItems(
      groups, startInset: start, endInset: end, breadth: breadth, behavior, offset: host.stripOffset(ofSection: number))
  }

  /// The insets of a section, and of what they count from.
  private func insets(of section: NSCollectionLayoutSection) -> NSDirectionalEdgeInsets {
    var insets = section.contentInsets
    let own = section.contentInsetsReference
    let extra: UIEdgeInsets
    switch own == .automatic ? reference : own {
    case .none: return insets
    case .automatic, .safeArea: extra = host.layoutInsets(from: .fromSafeArea)
    case .layoutMargins, .readableContent: extra = host.layoutInsets(from: .fromLayoutMargins)
    }
    guard !isHorizontal else {
      insets.top += extra.top
      insets.bottom += extra.bottom
      return insets
    }
    insets.leading += host.isRightToLeft ? extra.right : extra.left
    insets.trailing += host.isRightToLeft ? extra.left : extra.right
    return insets
  }

  /// - Parameter section: nil for headers and footers of the whole content.
  func parts(
    of items: [NSCollectionLayoutBoundarySupplementaryItem], insets: NSDirectionalEdgeInsets, section: Int?,
    _ kinds: inout ElementKinds
  ) -> [StackPart] {
    let axes = LayoutAxes(isHorizontal: isHorizontal)
    let room = CGSize(
      width: size.width - (isHorizontal ? 0 : insets.leading + insets.trailing),
      height: size.height - (isHorizontal ? insets.top + insets.bottom : 0))
    let crossStart = isHorizontal ? insets.top : insets.leading
    return items.enumerated().map { number, item in
      // Several of one kind have numbers.
      let same = items[..<number].count { $0.elementKind == item.elementKind }
      var cells = 0
      let pattern = GroupPattern(item, in: GroupPattern.Container(size: room), &kinds, traits)
      let size = axes.size(pattern.size(in: room, from: &cells, .estimates))
      let isEstimate = isHorizontal ? pattern.width.isEstimate : pattern.height.isEstimate
      let offset = axes.place(CGRect(origin: item.offset, size: .zero))
      let (isEnd, across) = side(of: item.alignment)
      let kind = kinds.number(of: item.elementKind, .supplementary)
      let rest = (isHorizontal ? room.height : room.width) - size.breadth
      let known = isEstimate ? section.flatMap { sizes.length(ofKind: kind, same, section: $0, breadth: breadth) } : nil
      return StackPart(
        kind: kind, item: same, edge: isEnd ? .end : .start, inset: isEnd ? -offset.main : offset.main,
        length: known ?? size.length, cross: crossStart + rest * across + offset.cross, breadth: size.breadth,
        pins: item.pinToVisibleBounds, extends: item.extendsBoundary, isMeasured: !isEstimate || known != nil,
        isEstimate: isEstimate, zIndex: item.zIndex)
    }
  }

  /// Whether a side is the end of the main axis, and how far along the cross axis it is.
  private func side(of alignment: NSRectAlignment) -> (isEnd: Bool, across: Double) {
    let (x, y): (Double, Double) =
      switch alignment {
      case .topLeading: (0, 0)
      case .top: (0.5, 0)
      case .topTrailing: (1, 0)
      case .leading: (0, 0.5)
      case .none: (0.5, 0)
      case .trailing: (1, 0.5)
      case .bottomLeading: (0, 1)
      case .bottom: (0.5, 1)
      case .bottomTrailing: (1, 1)
      }
    return isHorizontal ? (x > 0.5, y) : (y > 0.5, x)
  }

  private func backgrounds(
    _ items: [NSCollectionLayoutDecorationItem], _ kinds: inout ElementKinds
  ) -> [StackPart] {
    items.map { item in
      let insets = item.contentInsets
      let (start, end) = isHorizontal ? (insets.leading, insets.trailing) : (insets.top, insets.bottom)
      let (crossStart, crossEnd) = isHorizontal ? (insets.top, insets.bottom) : (insets.leading, insets.trailing)
      return StackPart(
        kind: kinds.number(of: item.elementKind, .decoration), edge: .behind, inset: start, endInset: end, length: 0,
        cross: crossStart, breadth: max(breadth - crossStart - crossEnd, 0), zIndex: item.zIndex)
    }
  }
}
