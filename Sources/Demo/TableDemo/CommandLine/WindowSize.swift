import ArgumentParser

/// The size of a window in points, written as `1280x800`.
struct WindowSize: Equatable {
  var width: Int
  var height: Int

  static let standard = WindowSize(width: 1280, height: 800)
  /// The range of either side, in points.
  static let sides = 200...8192

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Reads `<W>x<H>`; anything else is an error that shows the form.
  init(argument: String) throws(ValidationError) {
    let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = wholeNumber(parts[0]), let height = wholeNumber(parts[1]),
      Self.sides.contains(width), Self.sides.contains(height)
    else {
      throw ValidationError(
        "expected <W>x<H> in points, each from \(Self.sides.lowerBound)"
          + " to \(Self.sides.upperBound), for example 1280x800.")
    }
    self.init(width: width, height: height)
  }
}
