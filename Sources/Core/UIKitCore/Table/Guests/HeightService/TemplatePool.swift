/// The views that are measured, one an identifier.
///
/// A view that is in use must not be configured for a second user, who would undo what the first one set: asking for a
/// height while one is being found out makes another view for that time.
@MainActor
struct TemplatePool<View: UIView> {
  private var views: [String: View] = [:]
  private var busy: Set<String> = []

  /// The identifier's view.
  subscript(identifier: String) -> View? {
    get { views[identifier] }
    set { views[identifier] = newValue }
  }

  /// Marks the identifier's view as used until it is put back.
  /// - Returns: false when it is in use already.
  mutating func take(_ identifier: String) -> Bool { busy.insert(identifier).inserted }

  mutating func putBack(_ identifier: String) { busy.remove(identifier) }
}
