import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = PlanetsController(style: .plain)
    window?.makeKeyAndVisible()
    return true
  }
}

class PlanetsController: UITableViewController {
  let planets = [
    ("Mercury", 0), ("Venus", 0), ("Earth", 1), ("Mars", 2), ("Jupiter", 97), ("Saturn", 274),
    ("Uranus", 28), ("Neptune", 16),
  ]

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Planets"
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "planet")
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    planets.count
  }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "planet", for: indexPath)
    let (name, moons) = planets[indexPath.row]
    cell.textLabel?.text = "\(name), \(moons) moon\(moons == 1 ? "" : "s")"
    return cell
  }
}
