/// All besides the content that a row's height depends on: heights found under one of these hold under no other.
struct HeightConditions: Hashable {
  /// Of a row, in points.
  var width: Double
  /// The line below a row, in points.
  var separator: Double
  /// What is left to the content; holds the device pixel that heights are rounded to.
  var room: CellRoom
  /// Controls take width from the content.
  var isEditing: Bool
}

extension UITableView {
  /// Those that hold now; they are what the next pass will go by.
  var heightConditions: HeightConditions {
    HeightConditions(
      width: bounds.width - 2 * sectionInset, separator: separatorThickness, room: look.wantedRoom,
      isEditing: editing.isOn)
  }
}
