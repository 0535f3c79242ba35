import Foundation
import Synchronization

/// An asset catalogue, a folder `Something.xcassets` as Xcode writes it: sets of images and colours by name.
///
/// The folder is gone through once; a set's `Contents.json` is read when its name is asked for. Catalogues come with the
/// program, but one may be broken: what is read is bounded, and a fault has a line that says where and what.
struct AssetCatalogue: Sendable {
  /// Why a set cannot be used.
  struct Fault: Error, Equatable {
    /// One line for people, which begins with the place of the fault.
    let reason: String
  }

  /// Folders of the sets, by the name that an app asks for.
  private let imageSets, colorSets: [String: String]

  /// Bounds of what is gone through: folders within each other, entries in all, bytes of a `Contents.json`.
  private static let (deepest, mostEntries, longestContents) = (16, 50_000, 1 << 20)
  private static let contentsName = "Contents.json"

  /// - Parameter folder: path of the catalogue.
  init(folder: String) {
    var sets: (images: [String: String], colors: [String: String]) = ([:], [:])
    var budget = Self.mostEntries
    func visit(_ folder: String, prefix: String, depth: Int) {
      guard depth < Self.deepest, let entries = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
        return
      }
      for entry in entries.sorted() where budget > 0 {
        budget -= 1
        let path = "\(folder)/\(entry)"
        if entry.hasSuffix(".imageset") {
          sets.images[prefix + entry.dropLast(".imageset".count)] = path
        } else if entry.hasSuffix(".colorset") {
          sets.colors[prefix + entry.dropLast(".colorset".count)] = path
        } else if !entry.contains(".") || entry.hasSuffix(".spriteatlas") {
          let contents = try? Self.contents(of: path)
          let hasNamespace = contents?.properties?.providesNamespace == true
          visit(path, prefix: hasNamespace ? "\(prefix)\(entry)/" : prefix, depth: depth + 1)
        }
      }
    }
    visit(folder, prefix: "", depth: 0)
    (imageSets, colorSets) = (sets.images, sets.colors)
  }

  // MARK: Finding

  /// The catalogues in a folder of resources, kept for the program's life, as its resources are.
  private static let known = Mutex<[String: [AssetCatalogue]]>([:])

  private static func catalogues(of bundle: Bundle?) -> [AssetCatalogue] {
    ImageFileFinder.resourceFolders(of: bundle).flatMap { folder in
      if let found = known.withLock({ $0[folder] }) { return found }
      let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let made = entries.filter { $0.hasSuffix(".xcassets") }.sorted().map { AssetCatalogue(folder: "\(folder)/\($0)") }
      known.withLock { $0[folder] = made }
      return made
    }
  }

  /// The files of the image set called `name`; nil when no catalogue has it.
  static func imageFiles(named name: String, in bundle: Bundle?) throws(Fault) -> [ImageRenditions.File]? {
    for catalogue in catalogues(of: bundle) {
      if let files = try catalogue.imageFiles(named: name) { return files }
    }
    return nil
  }

  /// The colour set called `name`; nil when no catalogue has it.
  static func color(named name: String, in bundle: Bundle?) throws(Fault) -> UIColor? {
    for catalogue in catalogues(of: bundle) {
      if let color = try catalogue.color(named: name) { return color }
    }
    return nil
  }

  // MARK: Images

  /// The files of an image set, those for every device if there are such; nil when the catalogue has no such set.
  /// - Throws: when the set is broken, or has nothing that can be drawn.
  func imageFiles(named name: String) throws(Fault) -> [ImageRenditions.File]? {
    guard let folder = imageSets[name] else { return nil }
    let contents = try Self.contents(of: folder)
    let mode: UIImage.RenderingMode =
      switch contents.properties?.renderingIntent {
      case "template": .alwaysTemplate
      case "original": .alwaysOriginal
      default: .automatic
      }
    let entries = (contents.images ?? []).filter { $0.filename?.isEmpty == false && !$0.wantsContrast }
    guard let device = entries.map(\.deviceRank).min() else {
      throw Self.fault(folder, "names no file of an image")
    }
    var foreign: String?
    var files: [ImageRenditions.File] = []
    for entry in entries where entry.deviceRank == device {
      guard let file = entry.filename else { continue }
      guard !file.contains("/"), file != ".." else { throw Self.fault(folder, "names a file outside of the set") }
      guard ["png", "jpg", "jpeg", "svg"].contains(URL(filePath: file).pathExtension.lowercased()) else {
        foreign = file
        continue
      }
      files.append(
        ImageRenditions.File(
          path: "\(folder)/\(file)", scale: entry.scaleFactor, isDark: entry.isDark, renderingMode: mode))
    }
    if files.isEmpty, let foreign {
      throw Self.fault(
        folder, "has only \(String(foreign.prefix(80)).debugDescription), which is not drawn: export it as SVG or PNG")
    }
    return files
  }

  // MARK: Colours

  /// A colour set; nil when the catalogue has no such set.
  /// - Throws: when the set is broken.
  func color(named name: String) throws(Fault) -> UIColor? {
    guard let folder = colorSets[name] else { return nil }
    let entries = (try Self.contents(of: folder).colors ?? []).filter { $0.color != nil }
    guard let device = entries.filter({ !$0.wantsContrast }).map(\.deviceRank).min() else {
      throw Self.fault(folder, "has no colour")
    }
    let own = entries.filter { $0.deviceRank == device }
    func value(isDark: Bool, isHighContrast: Bool) throws(Fault) -> UIColor? {
      guard let entry = own.first(where: { $0.isDark == isDark && $0.wantsContrast == isHighContrast }) else {
        return nil
      }
      guard let color = entry.color?.value else { throw Self.fault(folder, "has a colour that cannot be read") }
      return color
    }
    let light = try value(isDark: false, isHighContrast: false)
    let dark = try value(isDark: true, isHighContrast: false)
    let strongLight = try value(isDark: false, isHighContrast: true)
    let strongDark = try value(isDark: true, isHighContrast: true)
    guard let usual = light ?? dark else { return nil }
    // The appearance counts for more than the contrast.
    return UIColor(
      variantsOf: UIColor { traits in
        switch (traits.isDark, traits.isHighContrast) {
        case (false, false): usual
        case (true, false): dark ?? usual
        case (false, true): strongLight ?? usual
        case (true, true): strongDark ?? dark ?? strongLight ?? usual
        }
      })
  }

  // MARK: Contents.json

  /// The entries of a `Contents.json` that are read.
  private struct Contents: Decodable {
    let images, colors: [Entry]?
    let properties: Properties?
  }

  private struct Properties: Decodable {
    let renderingIntent: String?
    let providesNamespace: Bool?

    enum CodingKeys: String, CodingKey {
      case renderingIntent = "template-rendering-intent"
      case providesNamespace = "provides-namespace"
    }
  }

  /// An image or colour and what it is for.
  private struct Entry: Decodable {
    let filename, scale, idiom: String?
    let appearances: [Appearance]?
    let color: ColorValue?

    struct Appearance: Decodable {
      let appearance, value: String
    }

    var isDark: Bool { appearances?.contains { $0.appearance == "luminosity" && $0.value == "dark" } == true }
    var wantsContrast: Bool { appearances?.contains { $0.appearance == "contrast" } == true }

    var scaleFactor: Double {
      guard let scale, scale.hasSuffix("x"), let factor = Double(scale.dropLast()) else { return 1 }
      return factor >= 1 && factor <= 8 ? factor : 1
    }

    /// Small for devices that are like this one.
    var deviceRank: Int { ["universal", "mac", "ipad", "iphone"].firstIndex(of: idiom ?? "universal") ?? 4 }
  }

  private struct ColorValue: Decodable {
    let components: [String: String]?
    let reference: String?

    var value: UIColor? {
      if let reference { return Self.systemColors[reference] }
      guard let components else { return nil }
      func channel(_ name: String) -> CGFloat? { components[name].flatMap(Self.channel) }
      let alpha = channel("alpha") ?? 1
      if let white = channel("white") { return UIColor(white: white, alpha: alpha) }
      guard let red = channel("red"), let green = channel("green"), let blue = channel("blue") else { return nil }
      return UIColor(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// `0x7F` and `127` of 255, `0.498` of 1.
    private static func channel(_ text: String) -> CGFloat? {
      let value: Double? =
        if text.hasPrefix("0x") || text.hasPrefix("0X") {
          Int(text.dropFirst(2), radix: 16).map { Double($0) / 255 }
        } else if text.contains(".") {
          Double(text)
        } else {
          Int(text).map { Double($0) / 255 }
        }
      return value.flatMap { $0.isFinite ? min(max($0, 0), 1) : nil }
    }

    /// Colours that a set may name instead of components.
    private static let systemColors: [String: UIColor] = [
      "labelColor": .label, "secondaryLabelColor": .secondaryLabel, "tertiaryLabelColor": .tertiaryLabel,
      "quaternaryLabelColor": .quaternaryLabel, "placeholderTextColor": .placeholderText, "linkColor": .link,
      "separatorColor": .separator, "opaqueSeparatorColor": .opaqueSeparator,
      "systemBackgroundColor": .systemBackground, "secondarySystemBackgroundColor": .secondarySystemBackground,
      "tertiarySystemBackgroundColor": .tertiarySystemBackground,
      "systemGroupedBackgroundColor": .systemGroupedBackground,
      "secondarySystemGroupedBackgroundColor": .secondarySystemGroupedBackground,
      "tertiarySystemGroupedBackgroundColor": .tertiarySystemGroupedBackground,
      "systemFillColor": .systemFill, "secondarySystemFillColor": .secondarySystemFill,
      "tertiarySystemFillColor": .tertiarySystemFill, "quaternarySystemFillColor": .quaternarySystemFill,
      "systemRedColor": .systemRed, "systemOrangeColor": .systemOrange, "systemYellowColor": .systemYellow,
      "systemGreenColor": .systemGreen, "systemMintColor": .systemMint, "systemTealColor": .systemTeal,
      "systemCyanColor": .systemCyan, "systemBlueColor": .systemBlue, "systemIndigoColor": .systemIndigo,
      "systemPurpleColor": .systemPurple, "systemPinkColor": .systemPink, "systemBrownColor": .systemBrown,
      "systemGrayColor": .systemGray, "systemGray2Color": .systemGray2, "systemGray3Color": .systemGray3,
      "systemGray4Color": .systemGray4, "systemGray5Color": .systemGray5, "systemGray6Color": .systemGray6,
    ]
  }

  private static func contents(of folder: String) throws(Fault) -> Contents {
    let path = "\(folder)/\(contentsName)"
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      let data = FileManager.default.contents(atPath: path)
    else { throw fault(folder, "has no \(contentsName) that can be read") }
    guard data.count <= longestContents else {
      throw fault(folder, "has a \(contentsName) of \(data.count) bytes, at most \(longestContents) are read")
    }
    do {
      return try JSONDecoder().decode(Contents.self, from: data)
    } catch {
      throw fault(folder, "has a \(contentsName) that is not that of a set")
    }
  }

  private static func fault(_ folder: String, _ what: String) -> Fault {
    let place = folder.split(separator: "/").suffix(2).joined(separator: "/")
    return Fault(reason: "\(String(place.prefix(160)).debugDescription.dropFirst().dropLast()) \(what)")
  }
}

extension UIColor {
  /// Lines about colours that are not there.
  private static let reports = Mutex(OneTimeLines(most: 16))

  /// A colour of the program's asset catalogues, light and dark; `nil` when no catalogue has the name. Of a broken
  /// catalogue a line on standard error tells.
  public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }

  /// A colour of the asset catalogues of one bundle.
  ///
  /// - Parameters:
  ///   - bundle: where to look; `nil` for the main bundle and the resource bundles beside the program.
  ///   - traits: of no effect: the colour is that of the traits it is drawn with.
  public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traits: UITraitCollection?) {
    do throws(AssetCatalogue.Fault) {
      guard let color = try AssetCatalogue.color(named: name, in: bundle) else { return nil }
      self.init(variantsOf: color)
    } catch {
      let line = Self.reports.withLock { $0.admit("UIColor(named:): \(error.reason)") }
      if let line { UIApplication.report(line) }
      return nil
    }
  }
}
