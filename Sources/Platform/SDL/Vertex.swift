internal import CSDL2
import Pixels
import Primitives

/// A corner of a triangle. Laid out like `SDL_Vertex`, which
/// `Renderer.drawTriangles` relies on.
package struct Vertex: Sendable {
  /// The place, in pixels of the target.
  package var x, y: Float
  /// Blended over the triangle, and multiplied with the texture if there is one.
  package var color: DrawColor
  /// The place in the texture, 0...1.
  package var textureX, textureY: Float

  /// A corner; the texture place has no meaning for triangles without one.
  package init(x: Float, y: Float, color: DrawColor, textureX: Float = 0, textureY: Float = 0) {
    self.x = x
    self.y = y
    self.color = color
    self.textureX = textureX
    self.textureY = textureY
  }
}
