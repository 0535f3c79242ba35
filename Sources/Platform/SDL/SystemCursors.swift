internal import CSDL2

/// The desktop's own pointer shapes. Needs a running `SDLContext`, which must outlive it.
@MainActor
package final class SystemCursors {
  /// A shape of the pointer.
  package enum Shape: Sendable { case arrow, text, hand, no, resizeSideways, resizeUpAndDown }

  private var handles: [Shape: OpaquePointer] = [:]

  /// Without any shape yet: each is asked for when it is first shown.
  package init() {}

  isolated deinit { for handle in handles.values { SDL_FreeCursor(handle) } }

  /// Shows a shape from now on; leaves the pointer as it is where the desktop has none of it.
  package func show(_ shape: Shape) {
    guard let handle = handles[shape] ?? make(shape) else { return }
    handles[shape] = handle
    SDL_SetCursor(handle)
  }

  private func make(_ shape: Shape) -> OpaquePointer? {
    switch shape {
    case .arrow: SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_ARROW)
    case .text: SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_IBEAM)
    case .hand: SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_HAND)
    case .no: SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_NO)
    case .resizeSideways: SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_SIZEWE)
    case .resizeUpAndDown: SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_SIZENS)
    }
  }
}
