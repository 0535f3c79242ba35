import DemoParts
import UIKit

/// A small drawing of a screen, for the welcome: of the reuse of cells, of a spreadsheet or of a log.
final class WelcomePicture: UIView {
  /// The screen that is drawn.
  enum Subject { case reuse, grid, file }

  private let subject: Subject

  /// Points of the drawing, whatever size it is shown in.
  private static let size = CGSize(width: 240, height: 132)

  init(_ subject: Subject) {
    self.subject = subject
    super.init(frame: .zero)
    isUserInteractionEnabled = false
    backgroundColor = .systemBackground
    layer.cornerRadius = 8
    clipsToBounds = true
  }

  required init?(coder: NSCoder) { nil }

  /// The height of a picture of that width, in points.
  static func height(ofWidth width: CGFloat) -> CGFloat { (width * size.height / size.width).rounded() }

  override func layoutSubviews() {
    super.layoutSubviews()
    setNeedsDisplay()
  }

  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext(), bounds.width > 0 else { return }
    let pen = Pen(context: context, scale: bounds.width / Self.size.width)
    switch subject {
    case .reuse: Self.drawReuse(pen)
    case .grid: Self.drawGrid(pen)
    case .file: Self.drawFile(pen)
    }
  }

  /// Draws in points of the drawing.
  @MainActor
  private struct Pen {
    let context: CGContext
    /// Points of the view for one of the drawing.
    let scale: CGFloat

    private func place(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
      CGRect(x: x * scale, y: y * scale, width: width * scale, height: height * scale)
    }

    func box(
      _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, _ color: UIColor, radius: CGFloat = 0
    ) {
      context.setFillColor(color.cgColor)
      context.fill(place(x, y, width, height), cornerRadius: radius * scale)
    }

    func frame(
      _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, _ color: UIColor, line: CGFloat = 1,
      radius: CGFloat = 0
    ) {
      context.setStrokeColor(color.cgColor)
      context.setLineWidth(line * scale)
      context.stroke(place(x, y, width, height), cornerRadius: radius * scale)
    }

    func line(_ points: (x: CGFloat, y: CGFloat)..., color: UIColor, width: CGFloat) {
      context.setStrokeColor(color.cgColor)
      context.setLineWidth(width * scale)
      for (start, end) in zip(points, points.dropFirst()) {
        context.strokeLine(
          from: CGPoint(x: start.x * scale, y: start.y * scale), to: CGPoint(x: end.x * scale, y: end.y * scale))
      }
    }

    func text(
      _ text: String, _ x: CGFloat, _ y: CGFloat, _ color: UIColor, size: CGFloat = 9, isBold: Bool = false,
      isFixed: Bool = false, endsThere: Bool = false
    ) {
      let weight: UIFont.Weight = isBold ? .semibold : .regular
      let font: UIFont =
        isFixed
        ? .monospacedSystemFont(ofSize: size * scale, weight: weight)
        : .systemFont(ofSize: size * scale, weight: weight)
      let attributes: [NSAttributedString.Key: Any] = [.font: font, .foregroundColor: color]
      let width = endsThere ? text.size(withAttributes: attributes).width : 0
      text.draw(at: CGPoint(x: x * scale - width, y: y * scale), withAttributes: attributes)
    }
  }

  // MARK: The drawings

  /// A list whose first row leaves, and whose last gets that row's cell.
  private static func drawReuse(_ pen: Pen) {
    pen.box(14, 0, 104, 132, .secondarySystemBackground)
    for row in 0..<6 {
      let y = CGFloat(row) * 26 - 12
      // The cell that left comes again at the end.
      let cell = CellIdentity(number: row % 5 + 1)
      pen.box(22, y + 4, 26, 18, cell.colour, radius: 4)
      pen.text(cell.text, 32, y + 7, .white, size: 10, isBold: true)
      pen.box(56, y + 7, row % 2 == 0 ? 50 : 40, 4, .secondaryLabel, radius: 2)
      pen.box(56, y + 15, 30, 3, .quaternaryLabel, radius: 1.5)
      pen.box(14, y + 25.5, 104, 0.5, .separator)
    }
    let first = CellIdentity(number: 1)
    pen.line((122, 7), (188, 7), (188, 44), color: first.colour, width: 2)
    pen.line((188, 88), (188, 125), (128, 125), color: first.colour, width: 2)
    pen.line((133, 121), (127, 125), (133, 129), color: first.colour, width: 2)
    pen.frame(146, 44, 84, 44, .separator, radius: 6)
    pen.text("waits for a row", 155, 49, Palette.secondary)
    pen.box(175, 65, 26, 18, first.colour, radius: 4)
    pen.text(first.text, 185, 68, .white, size: 10, isBold: true)
  }

  /// The corner of a sheet with a chosen cell.
  private static func drawGrid(_ pen: Pen) {
    let (left, top, width, height): (CGFloat, CGFloat, CGFloat, CGFloat) = (26, 18, 54, 19)
    pen.box(0, 0, 240, top, .secondarySystemBackground)
    pen.box(0, 0, left, 132, .secondarySystemBackground)
    pen.box(left + width, 0, width, top, .systemBlue.withAlphaComponent(0.25))
    pen.box(0, top + 2 * height, left, height, .systemBlue.withAlphaComponent(0.25))
    for (column, name) in ["A", "B", "C", "D"].enumerated() {
      let x = left + CGFloat(column) * width
      pen.text(name, x + 24, 3, .label, isBold: true)
      pen.box(x, 0, 0.5, 132, .separator)
    }
    let rows = [
      ["Month", "Rain", "Sun", ""], ["January", "68.2", "51", "=B2/C2"], ["February", "49.7", "76", "0.65"],
      ["March", "57.4", "118", "0.49"], ["April", "44.0", "164", "0.27"], ["May", "59.3", "203", "0.29"],
    ]
    for (row, cells) in rows.enumerated() {
      let y = top + CGFloat(row) * height
      pen.box(0, y, 240, 0.5, .separator)
      pen.text("\(row + 1)", left - 6, y + 4, .label, endsThere: true)
      for (column, text) in cells.enumerated() {
        let x = left + CGFloat(column) * width
        let isTitle = row == 0
        if column == 0 || isTitle {
          pen.text(text, x + 5, y + 4, .label, isBold: isTitle)
        } else {
          pen.text(text, x + width - 5, y + 4, .label, endsThere: true)
        }
      }
    }
    pen.frame(left + width, top + 2 * height, width, height, .systemBlue, line: 2)
  }

  /// Lines of a log, two of which have what was searched for.
  private static func drawFile(_ pen: Pen) {
    let lines = [
      "09:14:02 GET  /index.html  200", "09:14:02 GET  /style.css   200", "09:14:05 POST /login       500",
      "09:14:06 GET  /index.html  200", "09:14:09 GET  /feed        304", "09:14:11 GET  /feed/12     500",
      "09:14:12 GET  /about       200", "09:14:15 GET  /index.html  200",
    ]
    pen.box(0, 0, 30, 132, .secondarySystemBackground)
    for (index, line) in lines.enumerated() {
      let y = 4 + CGFloat(index) * 16
      pen.text("\(48_211 + index)", 28, y, Palette.secondary, size: 7.5, isFixed: true, endsThere: true)
      if line.hasSuffix("500") {
        let attributes: [NSAttributedString.Key: Any] = [
          .font: UIFont.monospacedSystemFont(ofSize: 9.5 * pen.scale, weight: .regular)
        ]
        let start = String(line.dropLast(3)).size(withAttributes: attributes).width / pen.scale
        let end = line.size(withAttributes: attributes).width / pen.scale
        pen.box(36 + start - 1, y - 1, end - start + 2, 14, .systemOrange.withAlphaComponent(0.55), radius: 2)
        pen.box(235, y, 5, 12, .systemOrange)
      }
      pen.text(line, 36, y, .label, size: 9.5, isFixed: true)
    }
  }
}
