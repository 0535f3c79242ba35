/// Functions that are found by their C names while the program runs: of a library that is not linked, or of a driver.
///
/// A type that uses such functions declares each as a property of its C type and finds it once, under its name:
///
///     init() throws {
///       let find = SymbolTable(of: ClientLibrary(.x11))
///       flush = try find("XFlush")
///     }
package struct SymbolTable {
  /// There is no such function.
  package struct Missing: Error {
    /// Its C name.
    package let name: String
  }

  private let address: (String) -> UnsafeMutableRawPointer?
  private let prefix: String

  /// - Parameter address: finds the place of a function; nil for an unknown name.
  package init(address: @escaping (String) -> UnsafeMutableRawPointer?) {
    self.address = address
    prefix = ""
  }

  /// - Parameter prefix: the beginning of all names, which is left out in `find`.
  package init(of library: ClientLibrary, prefix: String = "") {
    address = library.symbol
    self.prefix = prefix
  }

  /// A function by its name, of the type that is asked for, for which the caller vouches.
  package func callAsFunction<Function>(_ name: String) throws(Missing) -> Function {
    guard let found = address(prefix + name) else { throw Missing(name: prefix + name) }
    // How C hands out functions by name.
    return unsafeBitCast(found, to: Function.self)
  }
}
