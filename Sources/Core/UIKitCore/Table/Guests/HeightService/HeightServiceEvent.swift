import TableModel

/// A step of a `TableHeightService`, for its log.
package enum HeightServiceEvent: Equatable {
  /// The key of a cached height.
  package enum Place: Equatable {
    case row(RowPosition)
    case key(AnyHashable)
    /// By nothing: it is found out anew each time.
    case uncached
  }

  /// A template was made.
  case created(identifier: String)
  /// A template was measured.
  case calculated(Place, identifier: String, height: Double)
  /// A height was found out while the run loop was idle.
  case precached(RowPosition, height: Double)
  /// A height was known.
  case hit(Place, height: Double)
}

extension HeightServiceEvent: CustomStringConvertible {
  /// One line for a log.
  package var description: String {
    switch self {
    case .created(let identifier): "layout cell created: \(identifier)"
    case .calculated(let place, let identifier, let height): "calculate \(place) \(height) (\(identifier))"
    case .precached(let row, let height): "precached \(Place.row(row)) \(height)"
    case .hit(let place, let height): "hit cache \(place) \(height)"
    }
  }
}

extension HeightServiceEvent.Place: CustomStringConvertible {
  /// Section and row, or the key.
  package var description: String {
    switch self {
    case .row(let row): "[\(row.section):\(row.row)]"
    case .key(let key): "[\(key)]"
    case .uncached: "[-]"
    }
  }
}

/// Receives the service's events.
@MainActor
package protocol HeightServiceObserver: AnyObject {
  /// Called at each event, before the service goes on.
  func heightService(_ service: TableHeightService, did event: HeightServiceEvent)
}
