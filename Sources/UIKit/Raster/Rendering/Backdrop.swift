import Pixels
internal import SDL
import UIKitCore

/// The picture of all that lies below a shade over the whole window, kept while that stays as it is: a frame with another
/// shade is then the picture under it, row by row, and nothing of what lies below is drawn again.
///
/// Takes four bytes for each pixel of the window near which others have another colour, from the frame in which a shade
/// comes or becomes another one until something below it changes or the shade goes.
@MainActor
final class Backdrop {
  private enum State {
    case missing
    /// The frame that is being drawn shows all that is below the shade before it shows the shade.
    case arriving(WindowShade)
    case kept(WindowShade)
  }

  private var state = State.missing
  private var picture = RunPicture()
  private var whole = PixelRect.empty
  /// Pixels painted from the picture so far, and how many of them were blended one by one.
  private(set) var pixelsPainted = 0
  private(set) var pixelsBlended = 0

  /// Called before each frame that is drawn into memory.
  /// - Parameters:
  ///   - shade: of the frame; nil for none.
  ///   - whole: the pixels of the window.
  /// - Returns: whether all of the window must be drawn, for the picture to be taken.
  func prepare(for shade: WindowShade?, _ whole: PixelRect) -> Bool {
    guard let shade else {
      forget()
      return false
    }
    switch (shade.change, state) {
    case (.unchanged, .kept), (.recolored, .kept):
      if whole == self.whole {
        state = .kept(shade)
        return false
      }
    case (.unchanged, _), (.aboveOthers, _):
      forget()
      return false
    case (.new, _), (.recolored, _): break
    }
    self.whole = whole
    state = .arriving(shade)
    return true
  }

  /// Forgets the picture.
  func forget() {
    state = .missing
    picture = RunPicture()
  }

  /// The shade below which all is taken from the picture; nil where it is drawn.
  var paintedShade: WindowShade? { if case .kept(let shade) = state { shade } else { nil } }

  /// The shade before which the picture is taken; nil in other frames.
  var arrivingShade: WindowShade? { if case .arriving(let shade) = state { shade } else { nil } }

  /// Takes the picture from the window's memory, which shows all that is below the shade.
  func take(from pixels: WindowPixels) {
    guard case .arriving(let shade) = state else { return }
    picture = RunPicture(of: pixels, width: Int(whole.width), height: Int(whole.height))
    state = .kept(shade)
  }

  /// Paints part of the window: the picture under the shade.
  func paint(_ rect: PixelRect, into pixels: WindowPixels) {
    guard case .kept(let shade) = state else { return }
    pixelsPainted += rect.area
    pixelsBlended += picture.paint(rect, into: pixels, under: shade.color)
  }
}
