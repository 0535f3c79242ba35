internal import SDL
import Foundation

extension SDLRenderBackend {
  /// Executes one command in the state left by those before it.
  func execute(_ command: DrawCommand) {
    switch command {
    case .fill(let rect, let color): fill(grid.pixels(of: rect), color)
    case .text(let slot, let origin, let opacity): drawText(slot, at: origin, opacity: opacity)
    case .fillRounded(let shape, let color): fill(PixelShape(shape, on: grid), color)
    case .strokeRounded(let shape, let width, let color):
      let pixels = max(1, PixelGrid.rounded(grid.length(width)))
      stroke(PixelShape(shape, on: grid), width: pixels, color)
    case .line(let from, let to, let width, let color):
      drawLine(from: from, to: to, width: width, color)
    case .shadow(let shape, let blur, let color):
      drawShadow(PixelShape(shape, on: grid), deviation: grid.length(blur), color)
    case .image(let id, let destination, let source, let tint, let opacity):
      drawImage(id, over: destination, source: source, tint: tint, opacity: opacity)
    case .pushClip(let rect): pushClip(grid.box(of: rect))
    case .popClip: popClip()
    case .beginGroup(let shape, let opacity): beginGroup(shape, opacity: opacity)
    case .endGroup: endGroup()
    case .island: break
    case .setTransform(let transform): grid = PixelGrid(transform, scale: scale)
    }
  }

  func pushClip(_ rect: PixelRect) {
    outerClips.append(clip)
    clip = clip.intersection(rect)
  }

  func popClip() {
    guard let outer = outerClips.popLast() else {
      preconditionFailure("a display list has a popClip without its pushClip")
    }
    clip = outer
  }

  private func drawText(_ slot: TextSlotID, at origin: CGPoint, opacity: Float) {
    guard let size = slots.size(of: slot), opacity > 0 else { return }
    let x = grid.x(origin.x)
    let y = grid.y(origin.y)
    var place = PixelRect(x: x, y: y, width: size.width, height: size.height)
    let isPlain = grid.turn == nil && grid.scaleX == scale && grid.scaleY == scale
    if !isPlain {
      place.width = max(1, PixelGrid.rounded(Double(size.width) * grid.scaleX / scale))
      place.height = max(1, PixelGrid.rounded(Double(size.height) * grid.scaleY / scale))
    }
    if grid.turn == nil, !region.overlaps(place.intersection(clip)) { return }
    let knownGround = isPlain && opacity >= 1 ? ground : nil
    guard let texture = slots.texture(of: slot, on: knownGround) else { return }
    let source = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    copy(texture, from: source, to: place, Self.modulation(tint: nil, opacity: opacity))
  }

  private func drawImage(
    _ id: ImageID, over destination: CGRect, source: CGRect, tint: DrawColor?, opacity: Float
  ) {
    let place = grid.pixels(of: destination)
    guard !place.isEmpty, source.width > 0, source.height > 0, opacity > 0 else { return }
    if grid.turn == nil, !region.overlaps(place.intersection(clip)) { return }
    // The smallest version of the image that is not smaller than its place.
    let ratio = min(
      Double(source.width) / Double(place.width), Double(source.height) / Double(place.height))
    let halvings = ratio >= 2 ? min(14, Int(log2(ratio))) : 0
    let variant = ImageTextures.Variant(isStencil: tint != nil, halvings: halvings)
    guard let image = images.texture(of: id, variant) else { return }
    let divisor = Double(1 << halvings)
    let part = PixelGrid(CGAffineTransform(scaleX: 1 / divisor, y: 1 / divisor), scale: 1)
      .pixels(of: source)
      .intersection(
        PixelRect(x: 0, y: 0, width: Int32(image.width), height: Int32(image.height)))
    guard !part.isEmpty else { return }
    copy(image.texture, from: part, to: place, Self.modulation(tint: tint, opacity: opacity))
  }

  private static func modulation(tint: DrawColor?, opacity: Float) -> DrawColor {
    var color = tint ?? .white
    if opacity < 1 {
      color.alpha = UInt8(max(0, Float(color.alpha) * opacity).rounded())
    }
    return color
  }
}
