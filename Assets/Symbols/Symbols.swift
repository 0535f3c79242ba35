/// The symbols that UIKitCore draws itself, as text. They stand apart from the other assets, which programs that use UIKit do
/// not need: those are compiled into TableDemo alone.
package enum Symbols {
  /// The definitions of all symbols, a family each, in the notation that `SymbolDefinition` of `UIKitCore` reads.
  package static var families: [StaticString] {
    [
      signSymbols, shapeSymbols, arrowSymbols, documentSymbols, listSymbols, peopleSymbols, communicationSymbols,
      mediaSymbols, objectSymbols, natureSymbols, deviceSymbols,
    ]
  }
}
