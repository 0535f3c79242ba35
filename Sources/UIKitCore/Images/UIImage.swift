import Foundation

/// A picture: PNG, JPEG or SVG, or one of the framework's symbols.
///
/// Immutable and safe to make and pass around on any thread. Pixels are decoded
/// when the image is made, drawings rasterised when they are shown, once for
/// each size in pixels; both are let go with the last image that shares them.
/// (Unchecked, because an open class cannot be checked: all it stores is constant.)
open class UIImage: NSObject, @unchecked Sendable {
  /// How an image view colours an image.
  public enum RenderingMode: Int, Sendable {
    /// As a template for symbols, as it is for all others.
    case automatic = 0
    /// With its own colours.
    case alwaysOriginal = 1
    /// Its shape filled with the tint colour.
    case alwaysTemplate = 2
  }

  /// Pixels of one point, as stated by the file's name (`@2x`) or the caller.
  public let scale: CGFloat
  /// How image views colour the image.
  public let renderingMode: RenderingMode
  /// Whether the image came from `init(systemName:)`.
  public let isSymbolImage: Bool
  /// Size and weight of a symbol.
  public let symbolConfiguration: SymbolConfiguration?

  let content: ImageContent
  /// The colour given by `withTintColor(_:)`.
  let ownTint: UIColor?
  private let symbolName: String?

  private init(
    content: ImageContent, scale: CGFloat, renderingMode: RenderingMode = .automatic,
    ownTint: UIColor? = nil, symbolName: String? = nil,
    symbolConfiguration: SymbolConfiguration? = nil
  ) {
    self.content = content
    self.scale = scale
    self.renderingMode = renderingMode
    self.ownTint = ownTint
    self.symbolName = symbolName
    self.symbolConfiguration = symbolConfiguration
    isSymbolImage = symbolName != nil
  }

  /// Pixels that were drawn.
  package convenience init(bitmap: Bitmap, scale: CGFloat) {
    self.init(
      content: ImageContent(source: .pixels(bitmap), width: Double(bitmap.width), height: Double(bitmap.height)),
      scale: scale)
  }

  /// The decoded or drawn pixels; nil for a drawing that is rasterised where it is shown.
  package var bitmap: Bitmap? {
    if case .pixels(let bitmap) = content.source { bitmap } else { nil }
  }

  /// Size in points.
  public var size: CGSize {
    if let symbolConfiguration {
      return CGSize(width: symbolConfiguration.side, height: symbolConfiguration.side)
    }
    return CGSize(width: content.width / scale, height: content.height / scale)
  }

  // MARK: Making

  /// An image without pixels: its size is zero, and nothing is shown of it.
  public convenience override init() {
    self.init(
      content: ImageContent(source: .pixels(Bitmap(width: 0, height: 0, words: [])), width: 0, height: 0), scale: 1)
  }

  /// Decodes an image at one pixel a point; `nil` when `data` is no complete
  /// PNG or JPEG.
  public convenience init?(data: Data) { self.init(data: data, scale: 1) }

  /// Decodes an image.
  ///
  /// - Parameter scale: pixels of one point; values that are not above 0 count
  ///   as 1.
  public convenience init?(data: Data, scale: CGFloat) {
    guard let content = ImageLibrary.current.content(of: data) else { return nil }
    self.init(content: content, scale: scale > 0 && scale.isFinite ? scale : 1)
  }

  /// Reads and decodes a file; `nil` when that fails. A name that ends in `@2x`
  /// or `@3x` before its extension states the scale.
  public convenience init?(contentsOfFile path: String) {
    guard let content = ImageLibrary.current.content(ofFile: path) else { return nil }
    self.init(content: content, scale: ImageFile.scale(ofFile: path))
  }

  /// A drawing, sharp at any size, by an SVG document that is part of the program; `nil` when it cannot be drawn. Not in
  /// UIKit.
  /// - Parameter svg: the document. Documents of others do not belong here: there is no limit to the time one takes.
  public convenience init?(svg: String) {
    guard let content = ImageLibrary.current.content(ofSVG: Data(svg.utf8)) else { return nil }
    self.init(content: content, scale: 1)
  }

  /// Finds an image file among the resources of the program.
  ///
  /// `name` may be a path, relative or absolute, and may lack the extension
  /// (png, jpg, jpeg and svg are tried, with `@2x` and `@3x` too). Searched are
  /// the main bundle's resources, the resource bundles beside the program, and
  /// the working directory. SVG documents are read from bundles only, as they
  /// come with the program. `nil` when no file is found or it cannot be decoded.
  public convenience init?(named name: String) { self.init(named: name, in: nil) }

  /// Finds an image file among the resources of one bundle.
  ///
  /// - Parameter bundle: where to look; `nil` for the places `init(named:)`
  ///   searches.
  public convenience init?(named name: String, in bundle: Bundle?) {
    guard let file = ImageFile.find(name, in: bundle),
      let content = ImageLibrary.current.content(ofFile: file.path, isResource: file.isResource)
    else { return nil }
    self.init(content: content, scale: ImageFile.scale(ofFile: file.path))
  }

  /// One of the framework's symbols at 17 points; `nil` for an unknown name.
  public convenience init?(systemName name: String) {
    self.init(systemName: name, withConfiguration: nil)
  }

  /// One of the framework's symbols; `nil` for an unknown name.
  ///
  /// - Parameter configuration: size and weight; `nil` for 17 points, regular.
  public convenience init?(
    systemName name: String, withConfiguration configuration: Configuration?
  ) {
    let symbol = configuration as? SymbolConfiguration ?? .standard
    guard let content = ImageLibrary.current.symbol(named: name, lineWidth: symbol.lineWidth)
    else { return nil }
    self.init(content: content, scale: 1, symbolName: name, symbolConfiguration: symbol)
  }

  // MARK: Variants

  /// The same picture coloured in another way.
  public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
    variant(renderingMode: renderingMode, tint: ownTint)
  }

  /// The picture's shape in one colour. Where the image is a template, the
  /// view's tint colour wins, as in UIKit.
  public func withTintColor(_ color: UIColor) -> UIImage {
    variant(renderingMode: renderingMode, tint: color)
  }

  /// The picture's shape in one colour, with a rendering mode;
  /// `.alwaysOriginal` makes the colour win over the view's tint colour.
  public func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
    variant(renderingMode: renderingMode, tint: color)
  }

  /// The symbol in another size or weight; for other images the image itself.
  public func withConfiguration(_ configuration: Configuration) -> UIImage {
    guard let symbolName, let symbol = configuration as? SymbolConfiguration,
      let content = ImageLibrary.current.symbol(named: symbolName, lineWidth: symbol.lineWidth)
    else { return self }
    return UIImage(
      content: content, scale: scale, renderingMode: renderingMode, ownTint: ownTint,
      symbolName: symbolName, symbolConfiguration: symbol)
  }

  /// The symbol in another size or weight; `nil` for other images.
  public func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? {
    isSymbolImage ? withConfiguration(configuration) : nil
  }

  private func variant(renderingMode: RenderingMode, tint: UIColor?) -> UIImage {
    UIImage(
      content: content, scale: scale, renderingMode: renderingMode, ownTint: tint,
      symbolName: symbolName, symbolConfiguration: symbolConfiguration)
  }

  // MARK: Equality

  /// Whether both show the same picture, from the same data, file or symbol, in the same way.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIImage else { return false }
    guard self !== other else { return true }
    return content === other.content && scale == other.scale && renderingMode == other.renderingMode
      && ownTint == other.ownTint && symbolConfiguration == other.symbolConfiguration
      && type(of: self) == type(of: other)
  }

  /// Agrees with `isEqual(_:)`.
  open override var hash: Int { ObjectIdentifier(content).hashValue ^ renderingMode.hashValue }

  /// Whether a view's tint colour fills the shape.
  var isTemplate: Bool {
    renderingMode == .alwaysTemplate || renderingMode == .automatic && isSymbolImage
  }
}
