internal import SDL
import Foundation

extension SDLRenderBackend {
  /// Under a turn a group is the upright box around its shape, without rounded
  /// corners.
  func beginGroup(_ shape: RoundedRect, opacity: Float) {
    let shape =
      grid.turn == nil
      ? PixelShape(shape, on: grid) : PixelShape(grid.box(of: shape.rect), radius: 0, corners: [])
    pushClip(shape.rect)
    if groupDepth == groups.count { groups.append(GroupLayer()) }
    groups[groupDepth].save(
      shape, visible: region.bounds(of: clip), opacity: min(max(Double(opacity), 0), 1),
      from: renderer, pixels)
    groupDepth += 1
  }

  func endGroup() {
    guard groupDepth > 0 else {
      preconditionFailure("a display list has an endGroup without its beginGroup")
    }
    groupDepth -= 1
    let group = groups[groupDepth]
    if let texture = group.texture, !group.pieces.isEmpty {
      let turned = grid
      grid = PixelGrid(scale: scale)
      for piece in group.pieces { copy(texture, from: piece.source, to: piece.place, .white) }
      grid = turned
    }
    popClip()
  }
}
