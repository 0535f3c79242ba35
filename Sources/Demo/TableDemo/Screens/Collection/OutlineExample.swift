import UIKit

/// A list with items that expand: a section snapshot in a collection view's diffable data source.
final class OutlineExample: CollectionExample {
  static let title = "Outline"
  static let code = """
    let layout = UICollectionViewCompositionalLayout.list(using: UICollectionLayoutListConfiguration(appearance: .insetGrouped))
    cell.accessories = [.outlineDisclosure()]
    outline.append(["Lizards", "Snakes"], to: "Reptiles")
    dataSource.apply(outline, to: 0)
    """

  /// An animal or a group of animals, with what belongs to it.
  private struct Animal {
    let name: String
    var members: [Animal] = []

    init(_ name: String, _ members: [Animal] = []) { (self.name, self.members) = (name, members) }
  }

  private static let animals = [
    Animal(
      "Reptiles",
      [
        Animal(
          "Lizards",
          [
            Animal(
              "Anoles", ["Green anole", "Brown anole", "Knight anole", "Crested anole"].map { Animal($0) }),
            Animal("Geckos", ["Leopard gecko", "Tokay gecko", "House gecko"].map { Animal($0) }),
            Animal("Iguanas", ["Green iguana", "Marine iguana"].map { Animal($0) }),
            Animal("Chameleons", ["Panther chameleon", "Veiled chameleon"].map { Animal($0) }),
          ]),
        Animal("Snakes", ["Grass snake", "Corn snake", "Ball python"].map { Animal($0) }),
        Animal("Turtles", ["Pond turtle", "Green sea turtle"].map { Animal($0) }),
      ]),
    Animal("Birds", ["Robin", "Raven", "Kingfisher", "Barn owl"].map { Animal($0) }),
    Animal("Mammals", ["Otter", "Badger", "Hedgehog", "Red squirrel", "Pine marten"].map { Animal($0) }),
    Animal("Amphibians", ["Tree frog", "Fire salamander", "Common toad"].map { Animal($0) }),
    Animal("Fish", ["Perch", "Pike", "Brown trout"].map { Animal($0) }),
  ]

  let census = CollectionCensus()
  let collectionView: UICollectionView
  private let dataSource: UICollectionViewDiffableDataSource<Int, String>

  init() {
    let layout = UICollectionViewCompositionalLayout.list(
      using: UICollectionLayoutListConfiguration(appearance: .insetGrouped))
    let collectionView = UICollectionView(frame: .zero, collectionViewLayout: layout)
    let parents = Self.parents(among: Self.animals)
    let cells = UICollectionView.CellRegistration<OutlineCell, String> { cell, _, name in
      var content = cell.defaultContentConfiguration()
      content.text = name
      if let count = parents[name] { content.secondaryText = "\(count)" }
      content.prefersSideBySideTextAndSecondaryText = true
      cell.contentConfiguration = content
      cell.accessories = parents[name] == nil ? [] : [.outlineDisclosure()]
    }
    let census = census
    dataSource = UICollectionViewDiffableDataSource(collectionView: collectionView) { view, path, name in
      let cell = view.dequeueConfiguredReusableCell(using: cells, for: path, item: name)
      census.note(cell)
      return cell
    }
    self.collectionView = collectionView
    collectionView.accessibilityLabel = "Animals"
    var outline = NSDiffableDataSourceSectionSnapshot<String>()
    Self.append(Self.animals, to: nil, of: &outline)
    outline.expand(["Reptiles", "Lizards", "Anoles"])
    dataSource.apply(outline, to: 0, animatingDifferences: false)
  }

  private static func append(
    _ animals: [Animal], to parent: String?, of outline: inout NSDiffableDataSourceSectionSnapshot<String>
  ) {
    outline.append(animals.map(\.name), to: parent)
    for animal in animals where !animal.members.isEmpty { append(animal.members, to: animal.name, of: &outline) }
  }

  /// How many members each group has.
  private static func parents(among animals: [Animal]) -> [String: Int] {
    animals.reduce(into: [:]) { counts, animal in
      guard !animal.members.isEmpty else { return }
      counts[animal.name] = animal.members.count
      counts.merge(parents(among: animal.members)) { count, _ in count }
    }
  }
}

/// A cell of the outline that knows whether it has been shown before.
final class OutlineCell: UICollectionViewListCell, CensusCell {
  var wasShown = false
}
