import Foundation
import Pixels
internal import SDL

/// A picture of the window whose rows are kept as runs. A run of one colour takes no pixels, and is painted without any
/// being read: most of a screen is its ground.
struct RunPicture {
  /// Pixels of a row that follow each other.
  private struct Run {
    /// The columns of the first pixel, and behind the last one.
    var start, end: Int32
    /// The index in `words` of the first pixel; nil where all have one colour.
    var first: Int32?
    /// The colour of all of them, in a run of one colour.
    var color: UInt32
  }

  private var runs: ContiguousArray<Run> = []
  /// For each row the index of its first run.
  private var rows: ContiguousArray<Int> = []
  private var words: ContiguousArray<UInt32> = []

  /// Runs begin and end at multiples of this, in pixels, and at the end of a row: a word of text makes one run, not one
  /// for each line of its letters.
  private static let piece = 32

  /// An empty picture.
  init() {}

  /// A picture of the first pixels of the first rows of a window.
  /// - Complexity: O(pixels).
  init(of pixels: WindowPixels, width: Int, height: Int) {
    rows.reserveCapacity(height)
    // Memory is taken page by page, as far as pixels come into it.
    words.reserveCapacity(width * height)
    for y in 0..<height {
      rows.append(runs.count)
      append(pixels.base + y * pixels.stride, count: width)
    }
  }

  /// Pixels that are kept one by one.
  var pixelsKept: Int { words.count }

  private mutating func append(_ row: UnsafePointer<UInt32>, count: Int) {
    let firstRun = runs.count
    var x = 0
    while x < count {
      let length = min(Self.piece, count - x)
      let end = Int32(x + length)
      let isEven = Self.isEven(row + x, length)
      if let last = runs.indices.last, last >= firstRun, isEven == (runs[last].first == nil),
        !isEven || runs[last].color == row[x]
      {
        runs[last].end = end
      } else {
        runs.append(Run(start: Int32(x), end: end, first: isEven ? nil : Int32(words.count), color: row[x]))
      }
      if !isEven { words.append(contentsOf: UnsafeBufferPointer(start: row + x, count: length)) }
      x += length
    }
  }

  /// Whether so many pixels, at least one, have one colour: each is the one behind it.
  private static func isEven(_ row: UnsafePointer<UInt32>, _ count: Int) -> Bool {
    memcmp(row, row + 1, (count - 1) * 4) == 0
  }

  /// Paints part of a window: the same part of the picture, and a translucent colour over that.
  /// - Returns: the pixels that were blended one by one.
  /// - Precondition: the part lies in the picture, and is not empty.
  func paint(_ rect: PixelRect, into pixels: WindowPixels, under color: DrawColor) -> Int {
    let (above, alpha) = (color.argb | 0xFF00_0000, UInt32(color.alpha))
    let blend = EvenBlend(above, alpha: alpha)
    var blended = 0
    runs.withUnsafeBufferPointer { runs in
      words.withUnsafeBufferPointer { words in
        for y in Int(rect.y)..<Int(rect.maxY) {
          let row = pixels.base + y * pixels.stride
          var index = rows[y]
          while runs[index].end <= rect.x { index += 1 }
          var x = rect.x
          while x < rect.maxX {
            let run = runs[index]
            index += 1
            let count = Int(min(run.end, rect.maxX) - x)
            if let first = run.first, let base = words.baseAddress {
              blend.paint(base + Int(first + x - run.start), into: row + Int(x), count: count)
              blended += count
            } else {
              (row + Int(x)).fill(with: PixelBlend.over(above, alpha, run.color), count: count)
            }
            x += Int32(count)
          }
        }
      }
    }
    return blended
  }
}
