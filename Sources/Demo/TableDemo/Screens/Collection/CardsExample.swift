import DemoParts
import UIKit

// MARK: - Cards

/// Groups of one large card and two small ones, again and again: in a section that scrolls across, then in one below.
final class CardsExample: NSObject, CollectionExample, UICollectionViewDataSource {
  static let title = "Cards"
  static let code = """
    let large = NSCollectionLayoutItem(layoutSize: size(0.6, 1))
    let small = NSCollectionLayoutItem(layoutSize: size(1, 0.5))
    let column = NSCollectionLayoutGroup.vertical(layoutSize: size(0.4, 1), subitems: [small, small])
    let group = NSCollectionLayoutGroup.horizontal(layoutSize: rows, subitems: [large, column])
    let section = NSCollectionLayoutSection(group: group)
    if number == 0 { section.orthogonalScrollingBehavior = .groupPaging }
    """
  /// Cards of the section that scrolls across, and of the one below.
  private static let counts = [60, 2_940]

  let census = CollectionCensus()
  let collectionView: UICollectionView
  private let cells = UICollectionView.CellRegistration<CardCell, Int> { cell, _, number in cell.show(number) }

  override init() {
    collectionView = UICollectionView(frame: .zero, collectionViewLayout: Self.makeLayout())
    super.init()
    collectionView.dataSource = self
    collectionView.accessibilityLabel = "Cards"
  }

  private static func makeLayout() -> UICollectionViewLayout {
    func size(_ width: CGFloat, _ height: CGFloat) -> NSCollectionLayoutSize {
      NSCollectionLayoutSize(widthDimension: .fractionalWidth(width), heightDimension: .fractionalHeight(height))
    }
    let insets = NSDirectionalEdgeInsets(top: 4, leading: 4, bottom: 4, trailing: 4)
    let large = NSCollectionLayoutItem(layoutSize: size(0.6, 1))
    let small = NSCollectionLayoutItem(layoutSize: size(1, 0.5))
    large.contentInsets = insets
    small.contentInsets = insets
    let column = NSCollectionLayoutGroup.vertical(layoutSize: size(0.4, 1), subitems: [small, small])
    return UICollectionViewCompositionalLayout { number, _ in
      let isStrip = number == 0
      let rows = NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(isStrip ? 0.8 : 1), heightDimension: .absolute(isStrip ? 160 : 220))
      let group = NSCollectionLayoutGroup.horizontal(layoutSize: rows, subitems: [large, column])
      let section = NSCollectionLayoutSection(group: group)
      section.contentInsets = NSDirectionalEdgeInsets(top: 8, leading: 16, bottom: 8, trailing: 16)
      if isStrip { section.orthogonalScrollingBehavior = .groupPaging }
      return section
    }
  }

  func numberOfSections(in collectionView: UICollectionView) -> Int { Self.counts.count }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    Self.counts[section]
  }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let number = indexPath.item + (indexPath.section == 0 ? 0 : Self.counts[0])
    let cell = collectionView.dequeueConfiguredReusableCell(using: cells, for: indexPath, item: number)
    census.note(cell)
    return cell
  }
}

/// A card with a title and a line about its place in the group.
final class CardCell: CollectionItemCell {
  private let titleLabel = UILabel(.systemFont(ofSize: 17, weight: .semibold))
  private let detailLabel = UILabel(.systemFont(ofSize: 13), Palette.secondary)

  override func assemble() {
    contentView.backgroundColor = .secondarySystemBackground
    contentView.layer.cornerRadius = 12
    contentView.addSubview(titleLabel)
    contentView.addSubview(detailLabel)
  }

  func show(_ number: Int) {
    titleLabel.text = "Card \(number + 1)"
    detailLabel.text = ["the large one", "upper of two", "lower of two"][number % 3] + " of group \(number / 3 + 1)"
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = max(0, contentView.bounds.width - 28)
    titleLabel.frame = CGRect(x: 14, y: 10, width: width, height: 22)
    detailLabel.frame = CGRect(x: 14, y: 32, width: width, height: 18)
  }

  override var isSelected: Bool {
    didSet { contentView.backgroundColor = isSelected ? .systemFill : .secondarySystemBackground }
  }
}
