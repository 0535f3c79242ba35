import Desktop
import Expectations
import Foundation
import SDL
import Testing

@testable import Fonts

@Suite("Remembered fonts")
@MainActor
struct FontMemoryTests {
  /// A cache folder and a home of its own.
  private final class Place {
    let folder = FileManager.default.temporaryDirectory.appending(path: "fonts-\(UUID().uuidString)")
    var environment: EnvironmentVariables {
      ["XDG_CACHE_HOME": folder.path + "/cache", "HOME": folder.path + "/home", "LANG": "en_US.UTF-8"]
    }
    var file: URL { folder.appending(path: "cache/Demo/fonts") }

    init() throws {
      try FileManager.default.createDirectory(at: folder.appending(path: "home"), withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func memory() throws -> FontMemory { try #require(FontMemory(program: "Demo", environment: environment)) }

    /// What a run leaves that asks for some faces.
    func remember(_ queries: FontQuery...) throws {
      let catalog = try FontCatalog(memory: memory())
      for query in queries { _ = try catalog.face(for: query) }
      catalog.remember()
    }
  }

  private static let bold = FontQuery(weight: 700)
  private static let code = FontQuery(family: "monospace")

  @Test("the next run gets the same faces, and does not read fontconfig's configuration for them")
  func sameFaces() throws {
    let place = try Place()
    try expect(!place.memory().knows(FontQuery()))
    try place.remember(Self.bold, Self.code)
    let setup = FontSetup()
    let remembering = try FontCatalog(setup, memory: place.memory())
    let asking = try FontCatalog()
    for query in [FontQuery(), Self.bold, Self.code] {
      let (known, found) = try (remembering.face(for: query), asking.face(for: query))
      expect(known.path == found.path && known.index == found.index)
      expect(known.family == found.family && known.weight == found.weight)
      expect(known.isSlanted == found.isSlanted && known.isColor == found.isColor)
      let scalars = (0..<0x11_0000).lazy.compactMap { Unicode.Scalar(UInt32($0)) }
      expect(scalars.allSatisfy { known.covers($0) == found.covers($0) })
    }
    let configuration = try #require(setup.take(), "the configuration was read")
    try place.memory().check(against: configuration)
    expect(FileManager.default.fileExists(atPath: place.file.path))
    // What is not remembered is asked.
    let other = try FontCatalog(memory: place.memory())
    let (italic, ideograph): (FontQuery, Unicode.Scalar) = (FontQuery(isSlanted: true), "\u{4E00}")
    try expectEqual(other.face(for: italic).path, asking.face(for: italic).path)
    expectEqual(other.fallback(for: ideograph, like: italic)?.path, asking.fallback(for: ideograph, like: italic)?.path)
  }

  @Test("what earlier runs asked stays known when another run asks something else")
  func sum() throws {
    let place = try Place()
    try place.remember(Self.bold)
    try place.remember(Self.code)
    let memory = try place.memory()
    expect([FontQuery(), Self.bold, Self.code].allSatisfy { memory.knows($0) })
  }

  @Test("nothing is known once the user's configuration, the environment or a font's file is another")
  func changes() throws {
    let place = try Place()
    try place.remember()
    try expect(place.memory().knows(FontQuery()))
    let other: EnvironmentVariables = [
      "XDG_CACHE_HOME": place.folder.path + "/cache", "HOME": place.folder.path + "/home", "LANG": "ja_JP.UTF-8",
    ]
    try expect(!#require(FontMemory(program: "Demo", environment: other)).knows(FontQuery()))
    for path in [".config/fontconfig/fonts.conf", ".config/fontconfig/conf.d/10-mine.conf", ".fonts.conf"] {
      try place.remember()
      try expect(place.memory().knows(FontQuery()))
      let file = place.folder.appending(path: "home/\(path)")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("<fontconfig/>".utf8).write(to: file)
      try expect(!place.memory().knows(FontQuery()), "\(path)")
    }
  }

  @Test("a file that is cut off, changed anywhere, too long or none is as good as no file")
  func damage() throws {
    let place = try Place()
    try place.remember()
    let whole = try Data(contentsOf: place.file)
    try expect(place.memory().knows(FontQuery()))
    func knows(_ data: Data) throws -> Bool {
      try data.write(to: place.file)
      return try place.memory().knows(FontQuery())
    }
    for length in stride(from: 0, to: whole.count, by: 97) {
      try expect(!knows(whole.prefix(length)), "\(length) bytes")
    }
    for place in stride(from: 0, to: whole.count, by: 41) {
      var changed = whole
      changed[place] ^= 1
      try expect(!knows(changed), "byte \(place)")
    }
    try expect(!knows(whole + Data("=sans-serif\t400\t0\tNothing\n".utf8)))
    try expect(!knows(whole + Data(repeating: UInt8(ascii: "\n"), count: 10)))
    try expect(!knows(Data(repeating: UInt8(ascii: "/"), count: 1 << 20)))
    try expect(!knows(Data((0..<5000).map { _ in UInt8.random(in: 0...255) })))
    try expect(knows(whole))
    try FileManager.default.removeItem(at: place.file)
    try FileManager.default.createDirectory(at: place.file, withIntermediateDirectories: true)
    try expect(!place.memory().knows(FontQuery()))
    // And no line says that it cannot be written.
    try place.remember()
  }

  /// Leaves a memory that says of the default face what is given, whatever that is, with a digest that fits.
  private func forge(_ properties: String, in place: Place) throws {
    let text = FontMemory.text(paths: [], answers: ["=sans-serif\t400\t0\t\(properties)"], place.environment)
    try FileManager.default.createDirectory(
      at: place.file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place.file)
  }

  nonisolated private static let sound =
    "outline=True:scalable=True:charset=20-7e:fontformat=TrueType:weight=80:slant=0"

  @Test(
    "a remembered face that cannot be opened is forgotten, and fontconfig asked",
    arguments: [
      "Gone:file=/nowhere/gone.ttf:index=0:\(sound)", "Folder:file=/tmp:index=0:\(sound)",
      "Pipe:file=PIPE:index=0:\(sound)", "Device:file=/dev/zero:index=0:\(sound)",
      "Last:file=FONT:index=-1:\(sound)", "Far:file=FONT:index=60000:\(sound)",
      "Endless:file=FONT:index=0:outline=True:scalable=True:fontformat=TrueType:charset=0-fffffff0",
      "Endless:file=FONT:index=0:charset=20:\(sound):charset=20 41-7fffffff",
      "Heavy:file=/nowhere/gone.ttf:weight=1e300:slant=-1e30:index=1e300:outline=True:charset=20:fontformat=CFF:color=True",
      "Small:file=FONT:index=0:color=True:outline=False:pixelsize=0:charset=20-7e:fontformat=TrueType",
      "Nothing:file=FONT", "=::::", "",
    ])
  func unusable(properties: String) throws {
    let place = try Place()
    let asked = try FontCatalog().face(for: FontQuery())
    let pipe = place.folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    try forge(properties.replacing("PIPE", with: pipe).replacing("FONT", with: asked.path), in: place)
    // What would keep fontconfig busy, and no answer, are not even read.
    let isRead = !properties.isEmpty && !properties.hasPrefix("Endless")
    try expectEqual(place.memory().knows(FontQuery()), isRead)
    let catalog = try FontCatalog(memory: place.memory())
    let found = try catalog.face(for: FontQuery())
    _ = try found.face()
    expect(found.path == asked.path && found.index == asked.index)
    expectEqual(FileManager.default.fileExists(atPath: place.file.path), !isRead)
    // And remembered as it is.
    catalog.remember()
    let next = try FontCatalog(memory: place.memory()).face(for: FontQuery())
    try expect(place.memory().knows(FontQuery()) && next.path == asked.path)
  }

  @Test("a face that could not be opened for want of descriptors is opened when there are some again")
  func descriptors() throws {
    let catalog = try FontCatalog()
    let asked = try FontCatalog().face(for: Self.code)
    var limits = rlimit()
    try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0)
    var none = limits
    none.rlim_cur = 0
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none)
    let refused = try? catalog.face(for: Self.code)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    // The default face is open already.
    try expect(refused == nil || refused?.path == catalog.face(for: FontQuery()).path)
    // Another question with the same answer.
    try expectEqual(catalog.face(for: FontQuery(family: "monospace", weight: 401)).path, asked.path)
  }

  @Test("there is no memory without a home")
  func homeless() {
    expect(FontMemory(program: "Demo", environment: [:]) == nil)
    expect(FontMemory(program: "Demo", environment: ["HOME": "here", "XDG_CACHE_HOME": "there"]) == nil)
  }
}
