import Foundation

/// A 2D affine map: `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`.
///
/// Foundation on Linux lacks it; names and order of operations are those of
/// Core Graphics: `t.scaledBy(…)` scales first and applies `t` afterwards.
public struct CGAffineTransform: Hashable, Sendable {
  /// The coefficients of the formula above.
  public var a, b, c, d, tx, ty: CGFloat

  /// The map that changes nothing.
  @inlinable
  public static var identity: CGAffineTransform { CGAffineTransform() }

  /// A map by its coefficients.
  @inlinable
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The identity.
  @inlinable
  public init() { self.init(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0) }

  /// A move by `x`, `y` points.
  @inlinable
  public init(translationX x: CGFloat, y: CGFloat) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// A scale by factors `x`, `y` about the origin.
  @inlinable
  public init(scaleX x: CGFloat, y: CGFloat) { self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

  /// A turn by `angle` radians about the origin; clockwise on screen, where y
  /// points down.
  @inlinable
  public init(rotationAngle angle: CGFloat) {
    let s = sin(Double(angle))
    let c = cos(Double(angle))
    self.init(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
  }

  /// Whether the map changes nothing.
  @inlinable
  public var isIdentity: Bool { self == .identity }

  /// Whether axis-aligned rectangles stay axis-aligned and unflipped.
  @inlinable
  package var isTranslationAndScale: Bool { b == 0 && c == 0 && a > 0 && d > 0 }

  /// Moves by `x`, `y` first and applies this map afterwards.
  @inlinable
  public func translatedBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
    CGAffineTransform(translationX: x, y: y).concatenating(self)
  }

  /// Scales by `x`, `y` first and applies this map afterwards.
  @inlinable
  public func scaledBy(x: CGFloat, y: CGFloat) -> CGAffineTransform {
    CGAffineTransform(scaleX: x, y: y).concatenating(self)
  }

  /// Turns by `angle` radians first and applies this map afterwards.
  @inlinable
  public func rotated(by angle: CGFloat) -> CGAffineTransform {
    CGAffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// The map that applies `self` first and `other` to the result.
  @inlinable
  public func concatenating(_ other: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(
      a: a * other.a + b * other.c, b: a * other.b + b * other.d,
      c: c * other.a + d * other.c, d: c * other.b + d * other.d,
      tx: tx * other.a + ty * other.c + other.tx, ty: tx * other.b + ty * other.d + other.ty)
  }

  /// The map that undoes this one; the map itself when its determinant is zero.
  @inlinable
  public func inverted() -> CGAffineTransform {
    let det = a * d - b * c
    guard det != 0 else { return self }
    return CGAffineTransform(
      a: d / det, b: -b / det, c: -c / det, d: a / det,
      tx: (c * ty - d * tx) / det, ty: (b * tx - a * ty) / det)
  }
}

extension CGPoint {
  /// The point that the map takes this one to.
  @inlinable
  public func applying(_ t: CGAffineTransform) -> CGPoint {
    CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
  }
}

extension CGRect {
  /// The smallest axis-aligned rectangle around the mapped corners.
  @inlinable
  public func applying(_ t: CGAffineTransform) -> CGRect {
    let p0 = CGPoint(x: minX, y: minY).applying(t)
    let p1 = CGPoint(x: maxX, y: minY).applying(t)
    let p2 = CGPoint(x: minX, y: maxY).applying(t)
    let p3 = CGPoint(x: maxX, y: maxY).applying(t)
    let x0 = min(p0.x, p1.x, p2.x, p3.x)
    let y0 = min(p0.y, p1.y, p2.y, p3.y)
    let x1 = max(p0.x, p1.x, p2.x, p3.x)
    let y1 = max(p0.y, p1.y, p2.y, p3.y)
    return CGRect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
  }
}

/// A displacement in two dimensions.
public struct CGVector: Hashable, Sendable {
  /// The distances along both axes.
  public var dx, dy: CGFloat
  /// No displacement.
  @inlinable
  public static var zero: CGVector { CGVector(dx: 0, dy: 0) }
  /// A displacement by its parts.
  @inlinable
  public init(dx: CGFloat, dy: CGFloat) {
    self.dx = dx
    self.dy = dy
  }
}

/// Seconds, as Core Animation counts them.
public typealias CFTimeInterval = Double
