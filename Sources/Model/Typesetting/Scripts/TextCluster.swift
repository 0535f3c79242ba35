/// One user-perceived character and what layout needs to know of it.
struct TextCluster: Equatable {
  /// Scalar indices in the paragraph's text.
  var scalars: Range<Int>
  /// UTF-8 offsets in the paragraph's text.
  var utf8: Range<Int>
  /// Common until `resolveScripts` has run.
  var script: TextScript
  /// Its meaning to the line breaker.
  var lineBreak: LineBreakClass
  /// Index of its style: 0 for the text's own, else one more than the span's.
  var style = 0
  /// The face that draws it, once faces are chosen.
  var face = FontFaceID(rawValue: 0)
  /// Its scalars that no face draws.
  var missing = 0
  /// How many marks may stand on each other on a letter of Latin, Greek or Cyrillic; 0...`InkReach.mostMarks`.
  var marks = 0

  /// Drawn as nothing where it ends a line.
  var isSpace: Bool { lineBreak == .SP || lineBreak == .BK }

  /// Whether a cluster of these scalars asks for its colour picture.
  ///
  /// A flag, a keycap, a sequence joined by ZWJ, a skin tone or variation selector 16
  /// do; variation selector 15 refuses; else the first scalar's default decides.
  static func isEmoji(_ scalars: some Collection<Unicode.Scalar>) -> Bool {
    guard let first = scalars.first, first.value >= 0x23 else { return false }
    let properties = first.properties
    guard properties.isEmoji else { return false }
    for scalar in scalars.dropFirst() {
      switch scalar.value {
      case 0xFE0E: return false
      case 0xFE0F: return true
      case 0x200D, 0x20E3, 0x1F3FB...0x1F3FF: return true
      default: break
      }
    }
    return properties.isEmojiPresentation
  }

  /// How many marks a character has that begins with `first` and has so many scalars.
  static func marks(_ first: Unicode.Scalar, scalarCount: Int) -> Int {
    let own =
      switch first.value {
      case ..<0x80, 0x2000..<0x2070: 0
      // Letters of Latin and Greek with two marks and more.
      case 0x1E00..<0x2000: 2
      default: 1
      }
    return min(own + scalarCount - 1, InkReach.mostMarks)
  }

  /// Gives common clusters the script of the cluster before them, or, at the start,
  /// of the first that has one. Emoji do not lend theirs.
  static func resolveScripts(_ clusters: inout ContiguousArray<TextCluster>) {
    var current: TextScript?
    var unresolved = 0
    for index in clusters.indices {
      let script = clusters[index].script
      if script == .emoji { continue }
      if script != .common {
        if current == nil {
          for earlier in unresolved..<index where clusters[earlier].script == .common {
            clusters[earlier].script = script
          }
        }
        current = script
        unresolved = index + 1
      } else if let current {
        clusters[index].script = current
      }
    }
  }
}
