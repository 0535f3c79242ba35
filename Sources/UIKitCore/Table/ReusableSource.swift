/// What new views of an identifier are made from: the class or nib registered last.
enum ReusableSource<View: UIView> {
  case type(View.Type)
  case nib(UINib)
}

extension UITableView {
  func makeCell(from source: ReusableSource<UITableViewCell>, _ identifier: String) -> UITableViewCell {
    let cell: UITableViewCell
    switch source {
    case .type(let type):
      // See `UITableViewCellShape`.
      cell = unsafeBitCast(type, to: UITableViewCellShape.Type.self).init(style: .default, reuseIdentifier: identifier)
        .asCell
    case .nib(let nib):
      cell = only(in: nib, identifier, "forCellReuseIdentifier")
      require(cell.reuseIdentifier, identifier, "forCellReuseIdentifier")
      cell.storedReuseIdentifier = identifier
    }
    // Default configurations depend on the table's style.
    cell.table = self
    return cell
  }

  func makePart(
    from source: ReusableSource<UITableViewHeaderFooterView>, _ identifier: String
  ) -> UITableViewHeaderFooterView {
    switch source {
    case .type(let type):
      // See `UITableViewHeaderFooterViewShape`.
      let view = unsafeBitCast(type, to: UITableViewHeaderFooterViewShape.Type.self).init(reuseIdentifier: identifier)
        .asHeaderFooterView
      view.adopt(style)
      return view
    case .nib(let nib):
      let view: UITableViewHeaderFooterView = only(in: nib, identifier, "forHeaderFooterViewReuseIdentifier")
      require(view.reuseIdentifier, identifier, "forHeaderFooterViewReuseIdentifier")
      view.reuseIdentifier = identifier
      view.adopt(style)
      return view
    }
  }

  /// The one object a nib must hold.
  private func only<View: UIView>(in nib: UINib, _ identifier: String, _ label: StaticString) -> View {
    let objects = nib.instantiate(withOwner: nil, options: nil)
    guard objects.count == 1, let view = objects.first as? View else {
      let types = objects.map { "\(type(of: $0))" }.joined(separator: ", ")
      tableMisuse(
        """
        the nib registered with register(_:\(label):) for "\(identifier)" holds [\(types)]; it must hold exactly one \
        object, a \(View.self)
        """)
    }
    return view
  }

  private func require(_ own: String?, _ registered: String, _ label: StaticString) {
    guard let own, own != registered else { return }
    tableMisuse(
      """
      the nib registered with register(_:\(label):) for "\(registered)" holds a view with the reuse identifier "\(own)"; \
      give both the same identifier, or the view none
      """)
  }
}
