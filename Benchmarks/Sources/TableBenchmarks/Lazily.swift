/// Made when the first benchmark that runs needs it: a filter spares what it leaves out.
@MainActor
final class Lazily<Value> {
  private let make: () -> Value
  private(set) lazy var value = make()
  init(_ make: @escaping () -> Value) { self.make = make }
}
