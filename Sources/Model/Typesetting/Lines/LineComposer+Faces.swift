extension LineComposer {
  /// Gives every cluster the face that draws it: its style's own where that can,
  /// else one fallback face for the whole cluster. Counts what none can draw.
  func chooseFaces(_ paragraph: inout TextParagraph) {
    let utf8 = Array(paragraph.text.utf8)
    var own: (style: Int, face: FontFaceID, coversPlainText: Bool)?
    var fallback: FontFaceID?
    for index in paragraph.clusters.indices {
      let cluster = paragraph.clusters[index]
      if own?.style != cluster.style {
        let face = typesetter.face(for: style(cluster.style).font)
        own = (cluster.style, face, typesetter.coversPlainText(face))
        fallback = nil
      }
      guard let own else { continue }
      if cluster.utf8.count == 1, own.coversPlainText, utf8[cluster.utf8.lowerBound] >= 0x20 {
        paragraph.clusters[index].face = own.face
        continue
      }
      let choice = face(for: paragraph, cluster, own: own.face, last: fallback)
      if choice.face != own.face { fallback = choice.face }
      paragraph.clusters[index].face = choice.face
      paragraph.clusters[index].missing = choice.missing
    }
    joinSpaces(&paragraph)
  }

  private func face(
    for paragraph: TextParagraph, _ cluster: TextCluster, own: FontFaceID, last: FontFaceID?
  ) -> (face: FontFaceID, missing: Int) {
    let scalars = paragraph.scalars(of: cluster).filter(Self.needsGlyph)
    guard !scalars.isEmpty else { return (own, 0) }
    func uncovered(_ face: FontFaceID) -> Int {
      scalars.count { !typesetter.engine.hasGlyph(for: $0, in: face) }
    }
    if cluster.script == .emoji,
      let emoji = typesetter.engine.fallbackFace(for: Self.emojiSample, like: own),
      uncovered(emoji) == 0
    {
      return (emoji, 0)
    }
    var best = (face: own, missing: uncovered(own))
    if best.missing > 0, let last { best = better(best, (last, uncovered(last))) }
    for scalar in scalars where best.missing > 0 {
      guard !typesetter.engine.hasGlyph(for: scalar, in: best.face),
        let face = typesetter.engine.fallbackFace(for: scalar, like: own)
      else { continue }
      best = better(best, (face, uncovered(face)))
    }
    return best
  }

  /// A pictograph every emoji font has: the platform answers with the one in colour,
  /// also where the text's own face has outlines for it.
  private static let emojiSample: Unicode.Scalar = "😀"

  private func better(_ a: (face: FontFaceID, missing: Int), _ b: (face: FontFaceID, missing: Int))
    -> (face: FontFaceID, missing: Int)
  { b.missing < a.missing ? b : a }

  /// A space between letters of one fallback face goes with them, so that a phrase is
  /// shaped as a whole. Not so between pictures, whose face has wide spaces.
  private func joinSpaces(_ paragraph: inout TextParagraph) {
    var index = 1
    while index < paragraph.clusters.count {
      guard paragraph.clusters[index].isSpace else {
        index += 1
        continue
      }
      var end = index
      while end < paragraph.clusters.count, paragraph.clusters[end].isSpace { end += 1 }
      let before = paragraph.clusters[index - 1]
      let face = before.face
      // Scripts are not resolved yet: only letters have one of their own.
      if before.script != .emoji, before.script != .common,
        end < paragraph.clusters.count, paragraph.clusters[end].face == face,
        typesetter.engine.hasGlyph(for: " ", in: face)
      {
        for space in index..<end { paragraph.clusters[space].face = face }
      }
      index = end
    }
  }

  /// Joiners, selectors, tags and direction controls shape their neighbours and have
  /// no picture.
  private static func needsGlyph(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && !scalar.properties.isDefaultIgnorableCodePoint
  }
}

extension TextParagraph {
  /// The scalars of one cluster.
  func scalars(of cluster: TextCluster) -> Substring.UnicodeScalarView {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: cluster.utf8.lowerBound)
    let end = utf8.index(start, offsetBy: cluster.utf8.count)
    return text[start..<end].unicodeScalars
  }
}
