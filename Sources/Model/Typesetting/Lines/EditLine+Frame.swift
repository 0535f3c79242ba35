import Pixels
import Primitives

extension EditLine {
  /// The part of the line between two points, to be drawn at the left end of a bitmap `width` pixels wide; above and
  /// below the line it has the rows that ink may reach into.
  ///
  /// - Parameters:
  ///   - start: the point of the line that comes to the bitmap's left edge; negative where the line begins inside.
  ///   - width: whole pixels.
  ///   - color: of all characters; nil for their own.
  /// - Complexity: O(n) in the words of runs that can be seen.
  package func frame(from start: Double, width: Int, color: DrawColor? = nil) -> TextFrame {
    var frame = TextFrame()
    frame.pixelWidth = width
    frame.pixelHeight = Int(measured: height, else: 0)
    for var run in runs {
      // Letters may reach beyond their run, but never by more than their size.
      let slack = 2 * run.pixelSize
      let visible = start - slack...start + Double(width) + slack
      guard run.x <= visible.upperBound, run.x + run.width >= visible.lowerBound else { continue }
      let first = frame.words.count
      for word in words[run.words] {
        let left = run.x + Double(word.x)
        if left <= visible.upperBound, left + Double(word.width) >= visible.lowerBound { frame.words.append(word) }
      }
      run.words = first..<frame.words.count
      run.x -= start
      if let color { run.color = color }
      frame.runs.append(run)
    }
    frame.addRows(above: rowsAbove, below: rowsBelow)
    return frame
  }
}
