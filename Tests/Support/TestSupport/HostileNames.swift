/// Names that a careless writer of JSON would spoil.
package let hostileNames = [
  "quote \" and backslash \\", "\\\"\\\"", "\u{0}\u{1}\u{8}\t\n\u{b}\u{c}\r\u{1f}\u{7f}",
  "\u{85}\u{2028}\u{2029}\u{FEFF}",
  "é漢👩‍👩‍👧", "\u{202E}right to left\u{202C}", "e\u{301}\u{301}\u{301}", "\u{FFFD}\u{FFFF}\u{10FFFF}",
  String(decoding: [0x61, 0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80], as: UTF8.self), "</script>", "{}[],:", " ",
]
