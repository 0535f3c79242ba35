import UIKit

/// A list as it is written for iOS: selectors, a plain `deinit`, overrides in an extension, constraints in letters.
class ReminderListController: UIViewController {
  let tableView = UITableView()
  var reminders = ["Water the plants", "Call Ada", "Send the letter"]
  let factory = LabelFactory()

  lazy var addButton: UIButton = {
    let button = UIButton(type: .system)
    button.setTitle("Add", for: .normal)
    button.addTarget(self, action: #selector(addTapped(_:)), for: .touchUpInside)
    return button
  }()

  deinit {
    NotificationCenter.default.removeObserver(self)
  }

  @objc func addTapped(_ sender: UIButton) {
    reminders.append("Reminder \(reminders.count + 1)")
    tableView.insertRows(at: [IndexPath(row: reminders.count - 1, section: 0)], with: .automatic)
  }

  @objc private func remindersChanged(_ notification: Notification) {
    tableView.reloadData()
  }
}

extension ReminderListController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let title = factory.makeTitle("Reminders")
    let stamp = StampView()
    stamp.text = "today"
    stamp.textColor = .systemRed
    let views: [String: UIView] = ["title": title, "stamp": stamp, "add": addButton, "table": tableView]
    for child in views.values {
      child.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(child)
    }
    for format in [
      "H:|-[title]-[stamp]-(>=8)-[add]-|", "H:|[table]|", "V:|-12-[title]-[table]|", "V:|-14-[stamp]", "V:|-8-[add]",
    ] {
      NSLayoutConstraint.activate(
        NSLayoutConstraint.constraints(withVisualFormat: format, options: [], metrics: nil, views: views))
    }
    tableView.dataSource = self
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "reminder")
    NotificationCenter.default.addObserver(
      self, selector: #selector(remindersChanged), name: Notification.Name("remindersChanged"), object: nil)
  }
}

extension ReminderListController: UITableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { reminders.count }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "reminder", for: indexPath)
    cell.textLabel?.text = reminders[indexPath.row]
    return cell
  }
}
