/// The recognisers and behaviours attached to a view. Changes in this file only.
struct ViewAttachments {
  /// Nil for none.
  fileprivate(set) var recognizers: [UIGestureRecognizer]?
  fileprivate(set) var interactions: [any UIInteraction] = []

  /// Gives a view's attachments for change; see `UIView`.
  struct Key { fileprivate init() {} }
}

extension UIView {
  /// The recognisers attached to the view.
  public final var gestureRecognizers: [UIGestureRecognizer]? { attachments.recognizers }

  /// Attaches a recogniser; the view keeps it alive.
  public func addGestureRecognizer(_ recognizer: UIGestureRecognizer) {
    recognizer.view?.removeGestureRecognizer(recognizer)
    let all = (gestureRecognizers ?? []) + [recognizer]
    self[ViewAttachments.Key()].recognizers = all
    recognizer.view = self
  }

  /// Does nothing when the recogniser is attached elsewhere.
  public func removeGestureRecognizer(_ recognizer: UIGestureRecognizer) {
    guard recognizer.view === self else { return }
    let others = (gestureRecognizers ?? []).filter { $0 !== recognizer }
    self[ViewAttachments.Key()].recognizers = others.isEmpty ? nil : others
    recognizer.view = nil
  }

  /// The behaviours attached to the view.
  public var interactions: [any UIInteraction] { attachments.interactions }

  /// Attaches a behaviour, taking it off the view it was attached to. The view keeps it alive.
  public func addInteraction(_ interaction: any UIInteraction) {
    interaction.view?.removeInteraction(interaction)
    interaction.willMove(to: self)
    self[ViewAttachments.Key()].interactions.append(interaction)
    interaction.didMove(to: self)
  }

  /// Takes a behaviour off; does nothing when it is attached elsewhere.
  public func removeInteraction(_ interaction: any UIInteraction) {
    guard interaction.view === self else { return }
    interaction.willMove(to: nil)
    let others = interactions.filter { $0 !== interaction }
    self[ViewAttachments.Key()].interactions = others
    interaction.didMove(to: nil)
  }
}
