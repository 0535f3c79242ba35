import UIKit

/// Lets the rows of a table be dragged to other programs, as the text that Ctrl+C copies. Kept by the screen: tables do not
/// keep their delegates.
package final class RowTextDragging: NSObject, UITableViewDragDelegate {
  package func tableView(
    _ tableView: UITableView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
  ) -> [UIDragItem] {
    guard let text = tableView.text(forRowAt: indexPath), !text.isEmpty else { return [] }
    return [UIDragItem(itemProvider: NSItemProvider(object: text))]
  }
}
