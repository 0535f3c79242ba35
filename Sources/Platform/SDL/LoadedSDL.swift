internal import CSDL2
internal import Desktop

/// The SDL that the program runs with, which another than the one it was built with may be: a newer one, or
/// sdl2-compat, which speaks to SDL 3.
package struct LoadedSDL: Equatable, Sendable, CustomStringConvertible {
  package struct Version: Comparable, Sendable, CustomStringConvertible {
    let major, minor, patch: Int

    package init(_ major: Int, _ minor: Int, _ patch: Int) {
      (self.major, self.minor, self.patch) = (major, minor, patch)
    }

    package var description: String { "\(major).\(minor).\(patch)" }

    package static func < (one: Version, other: Version) -> Bool {
      (one.major, one.minor, one.patch) < (other.major, other.minor, other.patch)
    }
  }

  /// The version the library reports.
  let version: Version
  /// The SDL 3 behind it; nil for one that works by itself, and where that does not tell.
  let behind: Version?

  package init(version: Version, behind: Version?) {
    self.version = version
    self.behind = behind
  }

  /// The one in this process. Needs no display.
  package static let inProcess: LoadedSDL = {
    var version = SDL_version()
    SDL_GetVersion(&version)
    return LoadedSDL(
      version: Version(Int(version.major), Int(version.minor), Int(version.patch)), behind: versionOfSDL3)
  }()

  private static var versionOfSDL3: Version? {
    typealias GetVersion = @convention(c) () -> Int32
    // Not loaded here: only asked, where sdl2-compat has loaded it.
    guard let number = ClientLibrary(loaded: "libSDL3.so.0").function("SDL_GetVersion", as: GetVersion.self)?() else {
      return nil
    }
    return Version(Int(number) / 1_000_000, Int(number) / 1000 % 1000, Int(number) % 1000)
  }

  /// The first with all that is used here.
  package static let oldest = Version(2, 26, 0)

  /// Why the program cannot run with it; nil where it can.
  package var problem: String? {
    guard version < Self.oldest else { return nil }
    return "SDL \(Self.oldest) or newer is needed, this is \(self): it comes with Debian 12, Ubuntu 24.04 or newer"
  }

  /// Whether this is sdl2-compat, whose patch numbers begin at 50.
  package var isCompatibilityLayer: Bool { version >= Version(2, 32, 50) }

  /// "2.26.5", or "2.32.74 (sdl2-compat on SDL 3.4.18)".
  package var description: String {
    guard isCompatibilityLayer else { return version.description }
    return "\(version) (sdl2-compat\(behind.map { " on SDL \($0)" } ?? ""))"
  }
}
