import Foundation
import UIKitCore

extension UICollectionView {
  // MARK: Registering

  /// Has cells of an identifier made of a class; nil ends that.
  /// - Parameter cellClass: a subclass of `UICollectionViewCell`.
  public func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    supply.register(
      cellClass, kind: nil, identifier, UICollectionViewCell.self, "register(_:forCellWithReuseIdentifier:)")
  }

  /// Has cells of an identifier made of a nib; nil ends that.
  public func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) {
    supply.register(nib, kind: nil, identifier)
  }

  /// Has supplementary views of a kind and an identifier made of a class; nil ends that.
  /// - Parameter viewClass: a subclass of `UICollectionReusableView`.
  public func register(
    _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String, withReuseIdentifier identifier: String
  ) {
    supply.register(
      viewClass, kind: elementKind, identifier, UICollectionReusableView.self,
      "register(_:forSupplementaryViewOfKind:withReuseIdentifier:)")
  }

  /// Has supplementary views of a kind and an identifier made of a nib; nil ends that.
  public func register(
    _ nib: UINib?, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String
  ) { supply.register(nib, kind: kind, identifier) }

  // MARK: Dequeuing

  /// A cell that left the screen, after its `prepareForReuse()`; else a new one. Call it in
  /// `collectionView(_:cellForItemAt:)`, once for each item.
  /// - Precondition: a class or nib is registered for the identifier.
  public func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath)
    -> UICollectionViewCell
  {
    let view = supply.dequeue(kind: nil, identifier, for: indexPath, "dequeueReusableCell(withReuseIdentifier:for:)")
    // Of that class: registered and returned views are checked.
    return unsafeDowncast(view, to: UICollectionViewCell.self)
  }

  /// A supplementary view that left the screen, after its `prepareForReuse()`; else a new one.
  /// - Precondition: a class or nib is registered for kind and identifier.
  public func dequeueReusableSupplementaryView(
    ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionReusableView {
    supply.dequeue(
      kind: elementKind, identifier, for: indexPath,
      "dequeueReusableSupplementaryView(ofKind:withReuseIdentifier:for:)")
  }

  /// A cell of a registration, configured for an item. The first call registers the class.
  public func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
    using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
  ) -> Cell {
    let identifier = registration.identifier
    if !supply.isRegistered(kind: nil, identifier) {
      if let nib = registration.nib {
        register(nib, forCellWithReuseIdentifier: identifier)
      } else {
        register(Cell.self, forCellWithReuseIdentifier: identifier)
      }
    }
    let cell = dequeueReusableCell(withReuseIdentifier: identifier, for: indexPath)
    guard let cell = cell as? Cell else {
      misuse("the nib of a CellRegistration holds a \(type(of: cell)); it must hold a \(Cell.self)")
    }
    if let item { registration.handler(cell, indexPath, item) }
    return cell
  }

  /// A supplementary view of a registration, configured for its element. The first call registers the class.
  public func dequeueConfiguredReusableSupplementary<Supplementary: UICollectionReusableView>(
    using registration: SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
  ) -> Supplementary {
    let (kind, identifier) = (registration.elementKind, registration.identifier)
    if !supply.isRegistered(kind: kind, identifier) {
      if let nib = registration.nib {
        register(nib, forSupplementaryViewOfKind: kind, withReuseIdentifier: identifier)
      } else {
        register(Supplementary.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: identifier)
      }
    }
    let view = dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: identifier, for: indexPath)
    guard let view = view as? Supplementary else {
      misuse("the nib of a SupplementaryRegistration holds a \(type(of: view)); it must hold a \(Supplementary.self)")
    }
    registration.handler(view, kind, indexPath)
    return view
  }

  // MARK: Registrations

  /// A class of cells with the way they are configured; see `dequeueConfiguredReusableCell(using:for:item:)`. Make it
  /// once, outside of the method that supplies cells: each registration has cells of its own.
  @preconcurrency @MainActor
  public struct CellRegistration<Cell: UICollectionViewCell, Item> {
    /// Configures a cell for an item.
    public typealias Handler = @MainActor (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void

    let handler: Handler
    let nib: UINib?
    let identifier: String

    /// - Parameter handler: configures a cell.
    public init(handler: @escaping Handler) {
      self.handler = handler
      nib = nil
      identifier = RegistrationNumbers.next()
    }

    /// - Parameter cellNib: makes the cells.
    public init(cellNib: UINib, handler: @escaping Handler) {
      self.handler = handler
      nib = cellNib
      identifier = RegistrationNumbers.next()
    }
  }

  /// A class of supplementary views of a kind with the way they are configured; see
  /// `dequeueConfiguredReusableSupplementary(using:for:)`.
  @preconcurrency @MainActor
  public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
    /// Configures a view for an element.
    public typealias Handler =
      @MainActor (
        _ supplementaryView: Supplementary, _ elementKind: String, _ indexPath: IndexPath
      ) -> Void

    let elementKind: String
    let handler: Handler
    let nib: UINib?
    let identifier: String

    /// - Parameter handler: configures a view.
    public init(elementKind: String, handler: @escaping Handler) {
      self.elementKind = elementKind
      self.handler = handler
      nib = nil
      identifier = RegistrationNumbers.next()
    }

    /// - Parameter supplementaryNib: makes the views.
    public init(supplementaryNib: UINib, elementKind: String, handler: @escaping Handler) {
      self.elementKind = elementKind
      self.handler = handler
      nib = supplementaryNib
      identifier = RegistrationNumbers.next()
    }
  }
}

/// Gives each registration an identifier.
@MainActor
private enum RegistrationNumbers {
  private static var last = 0

  static func next() -> String {
    last += 1
    return "UICollectionView.registration.\(last)"
  }
}
