/// Ends the program because an app called the table, or answered it, in a way that has no meaning.
///
/// `fatalError` rather than `preconditionFailure`: the message must be seen in release builds too.
/// - Parameter message: the call, the values and the cure, in one sentence.
func tableMisuse(_ message: String) -> Never { fatalError(message) }
