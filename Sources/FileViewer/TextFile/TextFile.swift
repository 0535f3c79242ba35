/// A text file on screen: a line is a row.
typealias TextFile = IndexedFile<NewlineScanner>

extension IndexedFile<NewlineScanner> {
  /// The text of a line as it is shown, counted from 0; empty when the file holds no such line any more, nil when it was
  /// not read yet.
  func line(_ number: Int) -> String? { content(of: LinePart(line: number))?.text }
}
