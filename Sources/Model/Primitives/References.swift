import Foundation

/// A value that each thread has for itself, and loses at its end.
///
/// A task keeps the value only up to its first suspension: it may go on in another thread.
package final class ThreadLocal<Value: AnyObject>: Sendable {
  private let key: pthread_key_t

  /// Keys are few in a process: make one for the process's life.
  package init() {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { value in
      if let value { Unmanaged<AnyObject>.fromOpaque(value).release() }
    }
    precondition(status == 0, "pthread_key_create failed with \(status): more than \(PTHREAD_KEYS_MAX) keys?")
    self.key = key
  }

  /// The calling thread's; nil until it set one.
  package var value: Value? {
    get { pthread_getspecific(key).map { Unmanaged<Value>.fromOpaque($0).takeUnretainedValue() } }
    set {
      let old = pthread_getspecific(key)
      pthread_setspecific(key, newValue.map { Unmanaged.passRetained($0).toOpaque() })
      if let old { Unmanaged<Value>.fromOpaque(old).release() }
    }
  }
}

/// A reference that does not keep its object alive, for collections.
package struct Weak<Object: AnyObject> {
  /// The object, while something else keeps it.
  package weak var value: Object?
  /// - Parameter value: what to refer to.
  package init(_ value: Object) { self.value = value }
}
