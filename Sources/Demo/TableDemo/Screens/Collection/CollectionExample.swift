import DemoParts
import UIKit

/// A collection view with its layout and data: one of those that the screen `collection` shows.
@MainActor
protocol CollectionExample: AnyObject {
  /// The title of its segment.
  static var title: String { get }
  /// The lines of code that make the layout.
  static var code: String { get }
  init()
  var collectionView: UICollectionView { get }
  /// Which cells were made for it, and which handed out again.
  var census: CollectionCensus { get }
}

extension CollectionExample {
  /// Items of all sections.
  var itemCount: Int {
    (0..<collectionView.numberOfSections).reduce(0) { $0 + collectionView.numberOfItems(inSection: $1) }
  }
}

/// Counts the cells that a data source returns: each when it comes for the first time, and each that comes again.
@MainActor
final class CollectionCensus {
  private(set) var made = 0
  private(set) var reused = 0
  /// Called when a count has changed.
  var onChange: (() -> Void)?

  /// Called by the data source with the cell it is about to return.
  func note(_ cell: any CensusCell) {
    if cell.wasShown { reused += 1 } else { made += 1 }
    cell.wasShown = true
    onChange?()
  }
}

/// A cell that knows whether it has been shown before.
@MainActor
protocol CensusCell: AnyObject {
  /// Written by the census.
  var wasShown: Bool { get set }
}

/// A cell of the examples.
class CollectionItemCell: UICollectionViewCell, CensusCell {
  final var wasShown = false

  override init(frame: CGRect) {
    super.init(frame: frame)
    assemble()
  }

  required init?(coder: NSCoder) { nil }

  /// Puts the cell together. Called once, when it is made. Overridden.
  func assemble() {}
}

// MARK: - A billion squares

/// Equal items in a flow: places are found by arithmetic, and nothing is kept of an item.
final class SquaresExample: NSObject, CollectionExample, UICollectionViewDataSource {
  static let title = "Squares"
  static let code = """
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 64, height: 64)
    layout.minimumInteritemSpacing = 4
    layout.minimumLineSpacing = 4
    """
  static let count = 1_000_000_000

  let census = CollectionCensus()
  let collectionView: UICollectionView
  private let cells = UICollectionView.CellRegistration<SquareCell, Int> { cell, _, number in cell.show(number) }

  override init() {
    let layout = UICollectionViewFlowLayout()
    layout.itemSize = CGSize(width: 64, height: 64)
    layout.minimumInteritemSpacing = 4
    layout.minimumLineSpacing = 4
    layout.sectionInset = UIEdgeInsets(top: 8, left: 20, bottom: 8, right: 20)
    collectionView = UICollectionView(frame: .zero, collectionViewLayout: layout)
    super.init()
    collectionView.dataSource = self
    collectionView.accessibilityLabel = "Squares"
  }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { Self.count }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell = collectionView.dequeueConfiguredReusableCell(using: cells, for: indexPath, item: indexPath.item)
    census.note(cell)
    return cell
  }
}

/// A square with its number.
final class SquareCell: CollectionItemCell {
  private let label = UILabel(.monospacedDigitSystemFont(ofSize: 11, weight: .medium), .white, alignment: .center)
  /// Ten colours on which white text has a contrast of 4.5:1.
  private static let hues = 10

  /// The colour of a number: neighbours have others.
  static func color(_ number: Int) -> UIColor { colors[(number / 7 + number % 7) % hues] }

  private static let colors = (0..<hues).map { number in
    UIColor(hue: CGFloat(number) / CGFloat(hues), saturation: 0.75, brightness: 0.42, alpha: 1)
  }

  override func assemble() {
    label.adjustsFontSizeToFitWidth = true
    contentView.layer.cornerRadius = 6
    contentView.addSubview(label)
  }

  func show(_ number: Int) {
    label.text = GroupedNumber.string(number)
    contentView.backgroundColor = Self.color(number)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = contentView.bounds.insetBy(dx: 3, dy: 0)
  }

  override var isSelected: Bool {
    didSet { contentView.layer.borderWidth = isSelected ? 3 : 0 }
  }
}

// MARK: - Photos

/// Items of their own sizes in lines, with headers that stay at the top while their section is on screen. One that is held is
/// moved.
final class PhotosExample: NSObject, CollectionExample, UICollectionViewDataSource,
  UICollectionViewDelegateFlowLayout
{
  static let title = "Photos"
  static let code = """
    let layout = UICollectionViewFlowLayout()
    layout.sectionHeadersPinToVisibleBounds = true
    func collectionView(_ view: UICollectionView, layout: UICollectionViewLayout,
      sizeForItemAt path: IndexPath) -> CGSize { CGSize(width: widths[path.item % 24], height: 120) }
    func collectionView(_ view: UICollectionView, moveItemAt source: IndexPath, to target: IndexPath) {
      numbers[target.section].insert(numbers[source.section].remove(at: source.item), at: target.item)
    } // Hold a photo, and drag it.
    """
  private static let months = 24
  private static let photos = 60
  /// Width of a photo by its number, in points.
  private static let widths: [CGFloat] = [160, 90, 180, 120, 213, 80, 160, 160, 90, 140, 180, 120]

  let census = CollectionCensus()
  let collectionView: UICollectionView
  /// The number of each photo, by month.
  private var numbers = (0..<months).map { month in (0..<photos).map { month * photos + $0 } }
  private let pictures = PhotoPictures()
  private lazy var cells = UICollectionView.CellRegistration<PhotoCell, Int> { [pictures] cell, _, number in
    cell.show(number, pictures)
  }
  private let headers = UICollectionView.SupplementaryRegistration<CollectionHeaderView>(
    elementKind: UICollectionView.elementKindSectionHeader
  ) { view, _, path in view.text = PhotosExample.month(path.section) }

  override init() {
    let layout = UICollectionViewFlowLayout()
    layout.sectionHeadersPinToVisibleBounds = true
    layout.minimumInteritemSpacing = 4
    layout.minimumLineSpacing = 4
    layout.headerReferenceSize = CGSize(width: 0, height: 36)
    layout.sectionInset = UIEdgeInsets(top: 0, left: 20, bottom: 12, right: 20)
    collectionView = UICollectionView(frame: .zero, collectionViewLayout: layout)
    super.init()
    collectionView.dataSource = self
    collectionView.delegate = self
    collectionView.accessibilityLabel = "Photos"
    let press = UILongPressGestureRecognizer()
    press.addHandler { [unowned self] press in
      let point = press.location(in: collectionView)
      switch press.state {
      case .began:
        if let path = collectionView.indexPathForItem(at: point) {
          collectionView.beginInteractiveMovementForItem(at: path)
        }
      case .changed: collectionView.updateInteractiveMovementTargetPosition(point)
      case .ended: collectionView.endInteractiveMovement()
      default: collectionView.cancelInteractiveMovement()
      }
    }
    collectionView.addGestureRecognizer(press)
  }

  private static func month(_ section: Int) -> String {
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ]
    return "\(names[11 - section % 12]) \(2026 - section / 12)"
  }

  static func size(of number: Int) -> CGSize { CGSize(width: widths[number % widths.count], height: 120) }

  func numberOfSections(in collectionView: UICollectionView) -> Int { Self.months }

  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    numbers[section].count
  }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let number = numbers[indexPath.section][indexPath.item]
    let cell = collectionView.dequeueConfiguredReusableCell(using: cells, for: indexPath, item: number)
    census.note(cell)
    return cell
  }

  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView {
    collectionView.dequeueConfiguredReusableSupplementary(using: headers, for: indexPath)
  }

  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize {
    Self.size(of: numbers[indexPath.section][indexPath.item])
  }

  func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    let number = numbers[sourceIndexPath.section].remove(at: sourceIndexPath.item)
    numbers[destinationIndexPath.section].insert(number, at: destinationIndexPath.item)
  }
}

/// The pictures that photos show: a few dozen, each drawn once.
@MainActor
final class PhotoPictures {
  private var pictures: [Int: UIImage] = [:]
  private static let count = 48

  func picture(_ number: Int) -> UIImage {
    let seed = number % Self.count
    if let known = pictures[seed] { return known }
    let size = PhotosExample.size(of: seed)
    let made = UIGraphicsImageRenderer(size: size).image { context in
      FeedArt.draw(seed + 1, in: CGRect(origin: .zero, size: size), context.cgContext)
    }
    pictures[seed] = made
    return made
  }
}

/// A photo with round corners.
final class PhotoCell: CollectionItemCell {
  private let imageView = UIImageView(frame: .zero)

  override func assemble() {
    imageView.contentMode = .scaleAspectFill
    imageView.clipsToBounds = true
    imageView.layer.cornerRadius = 6
    contentView.addSubview(imageView)
  }

  func show(_ number: Int, _ pictures: PhotoPictures) {
    imageView.image = pictures.picture(number)
    accessibilityLabel = "Photo \(number + 1)"
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    imageView.frame = contentView.bounds
  }

  override var isSelected: Bool {
    didSet { imageView.alpha = isSelected ? 0.6 : 1 }
  }
}

/// The title of a section, on a ground that items pass under.
final class CollectionHeaderView: UICollectionReusableView {
  private let label = UILabel(.systemFont(ofSize: 15, weight: .semibold))

  var text = "" {
    didSet { label.text = text }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .systemBackground
    addSubview(label)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = CGRect(x: 20, y: 0, width: max(0, bounds.width - 40), height: bounds.height)
  }
}
