import Expectations
import Foundation
import TestSupport
import Testing

@testable import UIKitCore

@MainActor
@Suite("Images")
struct UIImageTests {
  @Test("data is decoded once, when the image is made, and its size is pixels by scale")
  func decoded() throws {
    let test = TestApplication()
    let image = try #require(UIImage(data: Data("ok".utf8) + [30, 20], scale: 2))
    expectEqual(image.size, CGSize(width: 15, height: 10))
    expectEqual(image.scale, 2)
    expectEqual(test.platform.fakeImageDecoder.decodeCount, 1)
    _ = image.withTintColor(.red).withRenderingMode(.alwaysTemplate)
    expectEqual(test.platform.fakeImageDecoder.decodeCount, 1)
  }

  @Test(
    "corrupt, empty and foreign data is no image",
    arguments: ["", "no", "<svg", "<svg>broken</svg>", "<html></html>"])
  func corrupt(text: String) {
    _ = TestApplication()
    expect(UIImage(data: Data(text.utf8)) == nil)
  }

  @Test("an SVG document is no image data; one that comes with the program is named as such, or in a bundle")
  func drawings() throws {
    _ = TestApplication()
    let svg = "<svg width='8' height='4'></svg>"
    expect(UIImage(data: Data(svg.utf8)) == nil)
    expectEqual(UIImage(svg: svg)?.size, CGSize(width: 8, height: 4))
    expect(UIImage(svg: "no") == nil && UIImage(svg: "<svg>broken</svg>") == nil)
    let folder = FileManager.default.temporaryDirectory.appending(path: "drawings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "leaf.svg")
    try Data(svg.utf8).write(to: file)
    let bundle = try #require(Bundle(path: folder.path))
    expectEqual(UIImage(named: "leaf", in: bundle)?.size.width, 8)
    expect(UIImage(named: file.path) == nil && UIImage(contentsOfFile: file.path) == nil)
    try (Data("<svg>".utf8) + [0xFF, 0xFE]).write(to: folder.appending(path: "bad.svg"))
    expect(UIImage(named: "bad", in: bundle) == nil)
  }

  @Test(
    "a drawing says its own size",
    arguments: [
      (#"<svg width="30" height="12.5px">"#, 30, 12.5),
      (#"<?xml version="1.0"?><svg viewBox="0 0 64 32">"#, 64, 32),
      (#"<svg width="100%" height="2em" viewBox="0,0,7,9">"#, 7, 9),
      ("<svg height='8'>", 24, 8), ("<svg>", 24, 24),
      (#"<svg width="-3" height="nan">"#, 24, 24),
      // Any white space stands before an attribute, around its equals sign and between numbers.
      ("<svg\twidth=\"30\"\theight=\"12\">", 30, 12), ("<svg\n  width = '30'\r\n  height\t=\n'12'>", 30, 12),
      ("<svg viewBox=\"0\t0\n64  32\">", 64, 32),
      // Text within a value or a longer name is not an attribute, even if it looks like one.
      (#"<svg id=" width='7' " data-width="8" height="12">"#, 24, 12), ("<svg width>", 24, 24),
    ])
  func drawingSize(svg: String, width: Double, height: Double) throws {
    _ = TestApplication()
    let image = try #require(UIImage(svg: svg + "</svg>"))
    expectEqual(image.size, CGSize(width: width, height: height))
  }

  @Test("an unknown symbol name gives a dashed square, an empty one nil, a known one a template")
  func systemName() throws {
    _ = TestApplication()
    let unknown = try #require(UIImage(systemName: "no.such.symbol"))
    expect(unknown.isSymbolImage && unknown.size.width == 22)
    expectEqual(unknown, UIImage(systemName: SymbolCatalog.placeholder))
    expectEqual(unknown.applyingSymbolConfiguration(.init(pointSize: 10))?.size.width, 13)
    expect(UIImage(systemName: "") == nil)
    let image = try #require(UIImage(systemName: "trash"))
    expect(image.isSymbolImage)
    expect(image.isTemplate)
    expectEqual(image.size, CGSize(width: 22, height: 22))
    expect(!image.withRenderingMode(.alwaysOriginal).isTemplate)
  }

  @Test("a symbol's size follows point size and scale, its lines the weight")
  func configuration() throws {
    _ = TestApplication()
    let small = UIImage.SymbolConfiguration(pointSize: 10, weight: .bold)
    let image = try #require(UIImage(systemName: "trash", withConfiguration: small))
    expectEqual(image.size.width, 13)
    let large = UIImage.SymbolConfiguration(pointSize: 10, weight: .bold, scale: .large)
    expectEqual(image.withConfiguration(large).size.width, 17)
    let light = UIImage.SymbolConfiguration(pointSize: 10, weight: .light)
    expect(image.content === UIImage(systemName: "trash", withConfiguration: small)?.content)
    expect(image.content !== image.withConfiguration(light).content)
    let widths = UIImage.SymbolWeight.allCases.dropFirst().map(\.lineWidth)
    expectEqual(widths, widths.sorted())
    expectEqual(UIImage.SymbolConfiguration(pointSize: .nan).side, 22)
  }

  @Test("files are found by name, with and without extension and scale, and shared")
  func named() throws {
    let test = TestApplication()
    let directory = FileManager.default.temporaryDirectory.appending(
      path: "images-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    for name in ["leaf.png", "twig@2x.jpg"] {
      try (Data("ok".utf8) + [8, 8]).write(to: directory.appending(path: name))
    }
    try Data("no".utf8).write(to: directory.appending(path: "bad.png"))
    let base = directory.path + "/"
    let leaf = try #require(UIImage(named: base + "leaf"))
    expectEqual(leaf.size.width, 8)
    expect(UIImage(named: base + "leaf.png")?.content === leaf.content)
    expectEqual(UIImage(named: base + "twig")?.size.width, 4)
    expectEqual(UIImage(contentsOfFile: base + "twig@2x.jpg")?.scale, 2)
    expect(UIImage(named: base + "bad") == nil)
    expect(UIImage(named: base + "none") == nil)
    expect(UIImage(named: directory.path) == nil)
    expect(UIImage(named: "") == nil)
    expect(UIImage(contentsOfFile: base + "none.png") == nil)
    expectEqual(test.platform.fakeImageDecoder.decodeCount, 4)  // the twig was let go in between
  }

  @Test("where a file of another format lies in an image's place, or one that cannot be decoded, a line says so once")
  func unfitFiles() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { @MainActor in
      _ = TestApplication()
      let folder = try ScratchCatalogue()
      try folder.write(Data("GIF89a".utf8), to: "leaf.gif")
      try folder.write(Data("no".utf8), to: "bad.png")
      try folder.write(Data("<svg></svg>".utf8), to: "drawing.svg")
      for _ in 0..<2 {
        for name in ["leaf", "leaf.gif", "bad", "none"] { expect(UIImage(named: name, in: folder.bundle) == nil) }
        expect(UIImage(named: folder.bundle.bundlePath + "/drawing.svg") == nil)
        expect(UIImage(contentsOfFile: folder.bundle.bundlePath + "/bad.png") == nil)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let lines = text.split(separator: "\n").filter { $0.contains("UIImage") }
    expectEqual(lines.count, 4, "\(text)")
    for (line, ending) in zip(
      lines,
      [
        "/leaf.gif is not drawn: export it as PNG, JPEG or SVG", "/leaf.gif: not an image", "/bad.png: not an image",
        "/drawing.svg: SVG documents are read from bundles only",
      ])
    { expect(line.contains("UIImage(named:): /") && line.hasSuffix(ending), "\(line)") }
  }

  @Test("a line about a name is written once, and after enough of them no more")
  func oneTimeLines() {
    var lines = OneTimeLines(most: 3)
    expect(lines.admit("a") == "a" && lines.admit("a") == nil && lines.admit("b") == "b")
    expect(lines.admit("c") == "c (the last of these lines)" && lines.admit("d") == nil && lines.admit("a") == nil)
  }

  @Test("of files for several scales the one for the display is shown, and all have one size")
  func scales() throws {
    let test = TestApplication()
    let folder = try ScratchCatalogue()
    for (name, side) in [("leaf.png", 8), ("leaf@2x.png", 16), ("leaf@3x.png", 24)] {
      try folder.write(picture(side), to: name)
    }
    let image = try #require(UIImage(named: "leaf", in: folder.bundle))
    expect(image.size == CGSize(width: 8, height: 8) && image.scale == 1)
    expectEqual(test.platform.fakeImageDecoder.decodeCount, 1)
    for (scale, width) in [(1.0, 8.0), (1.5, 16), (2, 16), (2.5, 24), (4, 24)] {
      let traits = UITraitCollection(userInterfaceStyle: .light, displayScale: scale)
      expectEqual(image.content(in: traits).width, width, "\(scale)")
      let named = try #require(UIImage(named: "leaf", in: folder.bundle, compatibleWith: traits))
      expect(named.size == image.size && named.content(in: .light) === image.content(in: .light))
    }
    expectEqual(test.platform.fakeImageDecoder.decodeCount, 3)
    expectEqual(UIImage(named: "leaf@2x", in: folder.bundle)?.scale, 2)
  }

  @Test("an image can be made on any thread")
  func anyThread() async {
    let library = ImageLibrary(decoder: FakeImageDecoder())
    let width = await Task.detached { library.content(of: Data("ok".utf8))?.width }.value
    expectEqual(width, 4)
  }

  private func picture(_ side: Int) -> Data { Data("ok".utf8) + [UInt8(side), UInt8(side)] }

  @Test("literals of colours are UIKit's, and an image literal without an image ends the program with its name")
  func literals() async {
    // swift-format-ignore: NoPlaygroundLiterals
    let color = #colorLiteral(red: 1, green: 0, blue: 0.5, alpha: 1)
    expectEqual(color, UIColor(red: 1, green: 0, blue: 0.5, alpha: 1))
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        _ = TestApplication()
        _ = UIImage(imageLiteralResourceName: "nowhere")
      }
    }
  }
}
