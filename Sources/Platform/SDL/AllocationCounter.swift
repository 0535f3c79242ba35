import Foundation

/// The library `AllocationCounter`, when the program was started with it in `LD_PRELOAD`.
package enum AllocationCounter {
  /// Gives the heap allocations of the calling thread so far; nil when the library is not loaded.
  package static let preloaded: (@Sendable () -> Int)? = {
    typealias Count = @convention(c) () -> UInt
    guard let symbol = dlsym(nil, "anole_allocation_count") else { return nil }
    // The library declares the function so.
    let count = unsafeBitCast(symbol, to: Count.self)
    return { Int(count()) }
  }()
}
