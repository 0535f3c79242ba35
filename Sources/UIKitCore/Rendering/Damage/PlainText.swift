/// A text slot's place in a display list, told to a backend that wants to know which pixels text
/// will cover anyway.
package struct PlainText {
  /// What is drawn there, without a transform, opacity or group.
  package var slot: TextSlotID
  /// The window's pixels it is drawn to.
  package var visible: PixelRect
  /// The colour of all pixels behind it, if they have one.
  package var ground: DrawColor?
}
