import Expectations
import Foundation
import RandomSupport
import TestSupport
import Testing

@testable import UIKitCore

/// A folder that is a bundle, removed with this object.
final class ScratchCatalogue {
  let folder: URL
  let bundle: Bundle

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "assets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    guard let bundle = Bundle(path: folder.path) else { throw CocoaError(.fileNoSuchFile) }
    self.bundle = bundle
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ data: Data, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  func write(_ text: String, to path: String) throws { try write(Data(text.utf8), to: path) }
}

@MainActor
@Suite("Asset catalogues")
struct AssetCatalogueTests {
  private let dark = UITraitCollection(userInterfaceStyle: .dark)
  private func picture(_ side: UInt8) -> Data { Data("ok".utf8) + [side, side] }

  private static let leaf = """
    {"images": [
      {"idiom": "universal", "filename": "leaf.png", "scale": "1x"},
      {"idiom": "universal", "filename": "leaf2.png", "scale": "2x"},
      {"idiom": "universal", "scale": "3x"},
      {"idiom": "universal", "filename": "night.png", "scale": "1x",
       "appearances": [{"appearance": "luminosity", "value": "dark"}]},
      {"idiom": "universal", "filename": "bold.png", "appearances": [{"appearance": "contrast", "value": "high"}]},
      {"idiom": "iphone", "filename": "phone.png", "scale": "2x"}],
     "info": {"author": "xcode", "version": 1},
     "properties": {"template-rendering-intent": "template"}}
    """

  @Test("an image set is found by name, and shown for the scale and for light or dark")
  func imageSet() throws {
    _ = TestApplication()
    let assets = try ScratchCatalogue()
    try assets.write(Self.leaf, to: "Assets.xcassets/Plants/leaf.imageset/Contents.json")
    for (name, side) in [("leaf", 10), ("leaf2", 20), ("night", 11), ("bold", 12), ("phone", 30)] as [(String, UInt8)] {
      try assets.write(picture(side), to: "Assets.xcassets/Plants/leaf.imageset/\(name).png")
    }
    let image = try #require(UIImage(named: "leaf", in: assets.bundle))
    expect(image.size == CGSize(width: 10, height: 10) && image.renderingMode == .alwaysTemplate)
    expect(image.content(in: .light).width == 10 && image.content(in: dark).width == 11)
    let sharp = UITraitCollection(userInterfaceStyle: .light, displayScale: 2)
    expectEqual(image.content(in: sharp).width, 20)
    let tinted = image.withTintColor(.red)
    expectEqual(tinted.content(in: dark).width, 11)
    expectEqual(image, UIImage(named: "leaf", in: assets.bundle))
    expect(UIImage(named: "Plants/leaf", in: assets.bundle) == nil && UIImage(named: "twig", in: assets.bundle) == nil)
  }

  @Test("an image view shows the dark rendition while the interface is dark")
  func shown() throws {
    let test = TestApplication()
    let assets = try ScratchCatalogue()
    let set = Self.leaf.replacingOccurrences(of: "template\"}", with: "original\"}")
    try assets.write(set, to: "Assets.xcassets/leaf.imageset/Contents.json")
    for (name, side) in [("leaf", 10), ("leaf2", 20), ("night", 11)] as [(String, UInt8)] {
      try assets.write(picture(side), to: "Assets.xcassets/leaf.imageset/\(name).png")
    }
    let view = UIImageView(image: UIImage(named: "leaf", in: assets.bundle))
    test.window.addSubview(view)
    expectEqual(sources(in: test), [10])
    test.window.overrideUserInterfaceStyle = .dark
    expectEqual(sources(in: test), [11])
  }

  /// Widths of the images that the next frame shows, in pixels of the image.
  private func sources(in test: TestApplication) -> [CGFloat] {
    test.settle()
    return test.backend.list.commands.compactMap { command in
      if case .image(_, _, let source, _, _) = command { source.width } else { nil }
    }
  }

  @Test("a group with a namespace is part of the names within it, others are not")
  func namespace() throws {
    _ = TestApplication()
    let assets = try ScratchCatalogue()
    for group in ["Plain", "Named"] {
      try assets.write(
        #"{"images": [{"filename": "a.svg"}]}"#, to: "Assets.xcassets/\(group)/\(group)leaf.imageset/Contents.json")
      try assets.write(
        "<svg width='6' height='6'></svg>", to: "Assets.xcassets/\(group)/\(group)leaf.imageset/a.svg")
    }
    try assets.write(#"{"properties": {"provides-namespace": true}}"#, to: "Assets.xcassets/Named/Contents.json")
    expectEqual(UIImage(named: "Plainleaf", in: assets.bundle)?.size.width, 6)
    expectEqual(UIImage(named: "Named/Namedleaf", in: assets.bundle)?.size.width, 6)
    expect(UIImage(named: "Namedleaf", in: assets.bundle) == nil)
  }

  @Test("colours are read from bytes, shares and system names, light and dark")
  func colors() throws {
    let assets = try ScratchCatalogue()
    func color(_ name: String, _ entries: String) throws -> UIColor? {
      try assets.write(#"{"colors": [\#(entries)]}"#, to: "\(name).xcassets/\(name).colorset/Contents.json")
      return try AssetCatalogue(folder: assets.folder.path + "/\(name).xcassets").color(named: name)
    }
    let brand = try color(
      "brand",
      """
      {"idiom": "universal", "color": {"color-space": "srgb",
        "components": {"red": "0x80", "green": "0.5", "blue": "255", "alpha": "1.000"}}},
      {"idiom": "universal", "appearances": [{"appearance": "luminosity", "value": "dark"}],
       "color": {"components": {"white": "0.000", "alpha": "0.5"}}}
      """)
    expectEqual(brand?.resolvedColor(with: .light), UIColor(red: 128 / 255, green: 0.5, blue: 1, alpha: 1))
    expectEqual(brand?.resolvedColor(with: dark), UIColor(white: 0, alpha: 0.5))
    let strong = UITraitCollection(accessibilityContrast: .high)
    expectEqual(brand?.resolvedColor(with: strong), brand?.resolvedColor(with: .light))
    let bold = try color(
      "bold",
      """
      {"color": {"components": {"white": "0.5"}}},
      {"color": {"components": {"white": "0"}}, "appearances": [{"appearance": "contrast", "value": "high"}]}
      """)
    expectEqual(bold?.resolvedColor(with: .light), UIColor(white: 0.5, alpha: 1))
    expectEqual(bold?.resolvedColor(with: strong), UIColor(white: 0, alpha: 1))
    let accent = try color("accent", #"{"color": {"platform": "ios", "reference": "systemRedColor"}}"#)
    expectEqual(accent?.resolvedColor(with: dark), UIColor.systemRed.resolvedColor(with: dark))
    let named = try #require(UIColor(named: "brand", in: assets.bundle, compatibleWith: nil))
    expect(named == brand && UIColor(named: "nothing", in: assets.bundle, compatibleWith: nil) == nil)
    expect(UIColor(named: "brand") == nil)
  }

  @Test(
    "a broken set is no image and no colour, and its fault names the set and what is wrong",
    arguments: [
      (nil, "has no Contents.json that can be read"), ("", "has a Contents.json that is not that of a set"),
      ("[1, 2]", "not that of a set"), (#"{"images": 5, "colors": 5}"#, "not that of a set"),
      (#"{"images": [{"filename": "../../leaf.png"}], "colors": []}"#, "names a file outside of the set"),
      (#"{"images": [{"filename": "a.pdf"}], "colors": [{"color": {}}]}"#, "export it as SVG or PNG"),
      (#"{"images": [{"scale": "2x"}], "colors": [{}]}"#, "names no file of an image"), ("{}", "names no file"),
      (#"{"images": [], "colors": [{"color": {"components": {"red": "nan"}}}]}"#, "names no file"),
    ])
  func broken(contents: String?, reason: String) throws {
    _ = TestApplication()
    let assets = try ScratchCatalogue()
    for kind in ["imageset", "colorset"] {
      if let contents {
        try assets.write(contents, to: "Assets.xcassets/leaf.\(kind)/Contents.json")
      } else {
        try assets.write("", to: "Assets.xcassets/leaf.\(kind)/leaf.png")
      }
    }
    let catalogue = AssetCatalogue(folder: assets.folder.path + "/Assets.xcassets")
    let fault = #expect(throws: AssetCatalogue.Fault.self) { try catalogue.imageFiles(named: "leaf") }
    expectEqual(fault?.reason.hasPrefix("Assets.xcassets/leaf.imageset "), true)
    expectEqual(fault?.reason.contains(reason), true, "\(fault?.reason ?? "")")
    #expect(throws: AssetCatalogue.Fault.self) { try catalogue.color(named: "leaf") }
    expect(UIImage(named: "leaf", in: assets.bundle) == nil)
    expect(UIColor(named: "leaf", in: assets.bundle, compatibleWith: nil) == nil)
  }

  @Test("a file that a set names and that is not there, or no picture, is no image")
  func missingFile() throws {
    _ = TestApplication()
    let assets = try ScratchCatalogue()
    try assets.write(#"{"images": [{"filename": "a.png"}]}"#, to: "Assets.xcassets/none.imageset/Contents.json")
    try assets.write(#"{"images": [{"filename": "a.png"}]}"#, to: "Assets.xcassets/bad.imageset/Contents.json")
    try assets.write("no", to: "Assets.xcassets/bad.imageset/a.png")
    expect(UIImage(named: "none", in: assets.bundle) == nil && UIImage(named: "bad", in: assets.bundle) == nil)
  }

  @Test("a catalogue that leads back into itself, or whose contents are changed at random, does no harm")
  func hostile() throws {
    _ = TestApplication()
    let assets = try ScratchCatalogue()
    try assets.write(Self.leaf, to: "Assets.xcassets/leaf.imageset/Contents.json")
    let catalogue = assets.folder.appending(path: "Assets.xcassets")
    for name in ["a", "b"] {
      try FileManager.default.createSymbolicLink(at: catalogue.appending(path: name), withDestinationURL: catalogue)
    }
    try expectEqual(AssetCatalogue(folder: catalogue.path).imageFiles(named: "leaf")?.count, 3)
    for name in ["a", "b"] { try FileManager.default.removeItem(at: catalogue.appending(path: name)) }
    let read = AssetCatalogue(folder: catalogue.path)
    var random = SeededRandom(seed: 35)
    let whole = Array(Self.leaf.utf8)
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      try assets.write(
        Data(bytes.prefix(Int.random(in: 0...2 * bytes.count, using: &random))),
        to: "Assets.xcassets/leaf.imageset/Contents.json")
      for file in (try? read.imageFiles(named: "leaf")) ?? [] {
        expect(file.scale >= 1 && file.scale <= 8 && file.path.hasPrefix(catalogue.path))
      }
    }
  }
}
