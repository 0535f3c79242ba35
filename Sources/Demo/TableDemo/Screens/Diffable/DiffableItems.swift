import DemoParts
import UIKit

/// The identifiers of the screen `diffable` in a collection view: the snapshots of the table, applied by the same call to a
/// data source of its own.
@MainActor
final class DiffableItems {
  typealias Snapshot = NSDiffableDataSourceSnapshot<Int, Int>

  let view: UICollectionView
  private let dataSource: UICollectionViewDiffableDataSource<Int, Int>

  /// - Parameter edition: how often an item was reloaded or configured anew.
  init(edition: @escaping (Int) -> Int) {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 84, height: 56)
    layout.minimumInteritemSpacing = 8
    layout.minimumLineSpacing = 8
    layout.headerReferenceSize = CGSize(width: 0, height: 32)
    layout.sectionInset = UIEdgeInsets(top: 0, left: 20, bottom: 8, right: 20)
    let view = UICollectionView(frame: .zero, collectionViewLayout: layout)
    view.accessibilityLabel = "Items"
    let cells = UICollectionView.CellRegistration<DiffableItemCell, Int> { cell, _, number in
      cell.show(number, edition: edition(number))
    }
    let headers = UICollectionView.SupplementaryRegistration<CollectionHeaderView>(
      elementKind: UICollectionView.elementKindSectionHeader
    ) { _, _, _ in }
    dataSource = UICollectionViewDiffableDataSource(collectionView: view) { view, path, number in
      view.dequeueConfiguredReusableCell(using: cells, for: path, item: number)
    }
    self.view = view
    dataSource.supplementaryViewProvider = { [weak dataSource] view, _, path in
      let header = view.dequeueConfiguredReusableSupplementary(using: headers, for: path)
      header.text = dataSource?.sectionIdentifier(for: path.section).map { "Section \($0)" } ?? ""
      return header
    }
  }

  /// Has the view show a snapshot.
  nonisolated func apply(_ snapshot: Snapshot, isAnimated: Bool) {
    dataSource.apply(snapshot, animatingDifferences: isAnimated)
  }

  /// The identifiers on screen, in order.
  var visibleItems: [Int] { view.indexPathsForVisibleItems.sorted().compactMap(dataSource.itemIdentifier) }
}

/// An identifier in its colour.
final class DiffableItemCell: CollectionItemCell {
  private let titleLabel = UILabel(.systemFont(ofSize: 15, weight: .semibold), .white, alignment: .center)
  private let editionLabel = UILabel(.systemFont(ofSize: 12), .white, alignment: .center)

  override func assemble() {
    contentView.layer.cornerRadius = 8
    for label in [titleLabel, editionLabel] { contentView.addSubview(label) }
  }

  func show(_ number: Int, edition: Int) {
    titleLabel.text = GroupedNumber.string(number)
    editionLabel.text = edition == 0 ? "" : "edition \(edition + 1)"
    contentView.backgroundColor = SquareCell.color(number)
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let area = contentView.bounds
    let middle = (editionLabel.text?.isEmpty ?? true) ? area.midY - 10 : area.midY - 18
    titleLabel.frame = CGRect(x: area.minX + 2, y: middle, width: area.width - 4, height: 20)
    editionLabel.frame = CGRect(x: area.minX + 2, y: middle + 20, width: area.width - 4, height: 16)
  }
}
