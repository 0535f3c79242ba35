import UIKit

/// A controller that puts a table of its own in the place of its view, and animates as soon as that is on screen.
final class ReplacingController: UIViewController {
  var whenDone: (() -> Void)?
  private let tableView = FullHeightTableView(frame: .zero, style: .plain)
  private let badge = UIView()
  private var calls: [String] = []
  private var frames = 0

  override func loadView() {
    calls.append("loadView")
    super.loadView()
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    calls.append("viewDidLoad")
    Promise.keep(view.bounds.size, CGSize(width: 390, height: 700), "viewDidLoad sees the window's size")
    Promise.keep(UIScreen.main.bounds.size, CGSize(width: 390, height: 700), "so does the screen")
    tableView.dataSource = self
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    badge.translatesAutoresizingMaskIntoConstraints = false
    tableView.addSubview(badge)
    NSLayoutConstraint.activate([
      badge.widthAnchor.constraint(equalToConstant: 40), badge.heightAnchor.constraint(equalToConstant: 40),
      badge.leadingAnchor.constraint(equalTo: tableView.leadingAnchor, constant: 8),
      badge.topAnchor.constraint(equalTo: tableView.topAnchor, constant: 8),
    ])
    view = tableView
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    calls.append("viewWillAppear")
  }

  override func viewIsAppearing(_ animated: Bool) {
    super.viewIsAppearing(animated)
    calls.append("viewIsAppearing")
    Promise.keep(view.window != nil, "viewIsAppearing comes when the view is in its window")
  }

  override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    if calls.last != "viewDidLayoutSubviews" { calls.append("viewWillLayoutSubviews") }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    if calls.last != "viewDidLayoutSubviews" { calls.append("viewDidLayoutSubviews") }
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    calls.append("viewDidAppear")
    Promise.keep(
      calls,
      [
        "loadView", "viewDidLoad", "viewWillAppear", "viewIsAppearing", "viewWillLayoutSubviews",
        "viewDidLayoutSubviews", "viewDidAppear",
      ], "the order of a view's life")
    Promise.keep(view === tableView && tableView.window != nil, "a view set in viewDidLoad is the one that is shown")
    Promise.keep(tableView.frame.size, CGSize(width: 390, height: 700), "it fills the window")
    Promise.keep(tableView.visibleCells.count, 16, "a table has its cells in viewDidAppear")
    Promise.keep(badge.frame.size, CGSize(width: 40, height: 40), "and constrained views their sizes")
    animate()
  }

  private func animate() {
    let link = CADisplayLink { [weak self] _ in self?.frames += 1 }
    link.add(to: .main, forMode: .common)
    let start = Date()
    UIView.animate(withDuration: 0.3) {
      badge.alpha = 0
    } completion: { [unowned self] finished in
      link.invalidate()
      Promise.keep(finished, "an animation begun in viewDidAppear finishes")
      Promise.keep(Date().timeIntervalSince(start) > 0.25, "and takes its time")
      Promise.keep(frames > 2, "and is seen on its way")
      whenDone?()
    }
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    Promise.keep(view.window != nil, "viewWillDisappear comes while the view is in its window")
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    Promise.keep(view.window == nil, "viewDidDisappear when it has left")
  }

  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
  }

  override func didReceiveMemoryWarning() { super.didReceiveMemoryWarning() }
}

extension ReplacingController: UITableViewDataSource {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 100 }

  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    cell.textLabel!.text = "Row \(indexPath.row)"
    return cell
  }
}

/// The table that many apps have: as high as its rows.
final class FullHeightTableView: UITableView {
  override init(frame: CGRect, style: UITableView.Style) { super.init(frame: frame, style: style) }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  override var contentSize: CGSize { didSet { invalidateIntrinsicContentSize() } }

  override var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: contentSize.height) }

  override func reloadData() {
    super.reloadData()
    invalidateIntrinsicContentSize()
  }

  override var isEditing: Bool {
    get { super.isEditing }
    set { super.isEditing = newValue }
  }

  override func setEditing(_ editing: Bool, animated: Bool) { super.setEditing(editing, animated: animated) }
  override func layoutSubviews() { super.layoutSubviews() }
  override func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    super.setContentOffset(contentOffset, animated: animated)
  }
  override func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    super.scrollRectToVisible(rect, animated: animated)
  }
  override func touchesShouldCancel(in view: UIView) -> Bool { view is UIButton || super.touchesShouldCancel(in: view) }
  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? { super.hitTest(point, with: event) }
  override func adjustedContentInsetDidChange() { super.adjustedContentInsetDidChange() }
}
