/// The errands that the rows of the screen `updates` show: the same one every time for a number.
enum ErrandText {
  /// The errand of a number, 0 or more.
  static func text(of number: Int) -> String {
    let hash = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
    let errand = errands[Int((hash >> 33) % UInt64(errands.count))]
    return errand.before + people[Int((hash >> 13) % UInt64(people.count))] + errand.after
  }

  private static let people = [
    "Ada", "Bruno", "Clara", "David", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kofi", "Lena", "Mateo",
    "Nadia", "Olga", "Priya",
  ]
  private static let errands: [(before: String, after: String)] = [
    ("Call ", " about the tickets"), ("Return the ladder to ", ""), ("Ask ", " for the bread recipe"),
    ("Fetch ", " from the station"), ("Send ", " the photos"), ("Mend ", "'s bicycle"), ("Thank ", " for the plums"),
    ("Write to ", " about the flat"), ("Play chess with ", ""), ("Lend ", " the tent"), ("Water ", "'s plants"),
    ("Cook for ", " on Friday"), ("Find ", "'s umbrella"), ("Sign the card for ", ""), ("Meet ", " at the market"),
    ("Translate the letter for ", ""),
  ]
}
