internal import CSDL2

/// The desktop's clipboard, as far as it holds text. Needs a running
/// `SDLContext`.
@MainActor
package enum SystemClipboard {
  /// The text on the clipboard; nil without one. Setting nil clears it.
  package static var text: String? {
    get {
      guard SDL_HasClipboardText() == SDL_TRUE, let text = SDL_GetClipboardText() else {
        return nil
      }
      defer { SDL_free(text) }
      return String(cString: text)
    }
    set { SDL_SetClipboardText(newValue ?? "") }
  }

  /// The text selected last on an X11 or Wayland desktop; nil without a selection, and on desktops without a primary
  /// selection. Setting nil clears it.
  package static var primarySelection: String? {
    get {
      guard SDL_HasPrimarySelectionText() == SDL_TRUE, let text = SDL_GetPrimarySelectionText() else { return nil }
      defer { SDL_free(text) }
      return String(cString: text)
    }
    set { SDL_SetPrimarySelectionText(newValue ?? "") }
  }
}
