/// A text file on screen: a line is a row.
typealias TextFile = IndexedFile<NewlineScanner>

extension IndexedFile<NewlineScanner> {
  /// The text of a line as it is shown, counted from 0; empty when the file holds no such line any more, nil when it was
  /// not read yet.
  func line(_ number: Int) -> String? {
    cell(number).map { LineText.text(of: $0.bytes, isCut: $0.isCut, limit: cellLimit - LineText.slack) }
  }
}
