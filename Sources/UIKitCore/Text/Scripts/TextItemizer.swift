/// Splits text into grapheme clusters with script and line-breaking class.
enum TextItemizer {
  /// The clusters of `text`, scripts unresolved.
  /// - Parameter limit: at most this many clusters are read.
  /// - Complexity: O(n) in what is read.
  static func clusters(of text: some StringProtocol, limit: Int = .max)
    -> ContiguousArray<TextCluster>
  {
    var clusters: ContiguousArray<TextCluster> = []
    var scalar = 0
    var byte = 0
    for character in text {
      if clusters.count >= limit { break }
      let scalars = character.unicodeScalars
      guard let first = scalars.first else { continue }
      let count = scalars.count
      let bytes = character.utf8.count
      clusters.append(
        TextCluster(
          scalars: scalar..<scalar + count, utf8: byte..<byte + bytes,
          script: TextCluster.isEmoji(scalars) ? .emoji : TextScript(first),
          lineBreak: LineBreakClass(first)))
      scalar += count
      byte += bytes
    }
    return clusters
  }
}
