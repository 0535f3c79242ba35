import Logging
import UIKitCore

extension TableHeightService {
  /// Where the service writes, at debug level, what it does: "layout cell created", "calculate", "precached" and "hit
  /// cache", with section and row or key, and the height in points.
  ///
  /// Nil, as at first, keeps it silent, and lines are put together only for a logger whose level lets them through.
  public var logger: Logger? {
    get { (observer as? HeightServiceLog)?.logger }
    set { observer = newValue.map { HeightServiceLog($0) } }
  }
}

/// Writes what a height service tells to a logger.
@MainActor
private final class HeightServiceLog: HeightServiceObserver {
  let logger: Logger

  init(_ logger: Logger) { self.logger = logger }

  func heightService(_ service: TableHeightService, did event: HeightServiceEvent) {
    logger.debug("\(event)")
  }
}
