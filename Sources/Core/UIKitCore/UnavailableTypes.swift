import Foundation

/// A stand-in for a type of UIKit that is not here. Code that uses the type has one error for each mention of its name,
/// with a hint to the replacement, and no errors for the members that it reads, sets and calls. No program that
/// compiles has one.
@dynamicMemberLookup
@MainActor
public protocol UnavailableType: AnyObject {}

extension UnavailableType {
  /// Any member.
  public subscript(dynamicMember name: String) -> UnavailableMember {
    get { UnavailableMember() }
    set {}
  }
  /// Any member of any type.
  @_disfavoredOverload
  public subscript<Value>(dynamicMember name: String) -> Value {
    get { misuse("\(name) is of a type that is not here") }
    set {}
  }
  /// Any member of the type.
  public static subscript(dynamicMember name: String) -> UnavailableMember {
    get { UnavailableMember() }
    set {}
  }
  /// Any member of the type, of any type.
  @_disfavoredOverload
  public static subscript<Value>(dynamicMember name: String) -> Value {
    get { misuse("\(name) is of a type that is not here") }
    set {}
  }
}

/// The value of any member of a type that is not here.
@dynamicMemberLookup @dynamicCallable
public struct UnavailableMember: ExpressibleByNilLiteral {
  init() {}
  /// Nothing.
  public init(nilLiteral: ()) {}

  /// Any member.
  public subscript(dynamicMember name: String) -> UnavailableMember {
    get { self }
    nonmutating set {}
  }
  /// Any member of any type.
  @_disfavoredOverload
  public subscript<Value>(dynamicMember name: String) -> Value {
    get { misuse("\(name) is of a type that is not here") }
    nonmutating set {}
  }
  /// Any call.
  @discardableResult
  public func dynamicallyCall(withKeywordArguments arguments: KeyValuePairs<String, Any?>) -> UnavailableMember { self }
}

/// A stand-in for views that are not here.
open class UnavailableView: UIControl, UnavailableType {}
/// A stand-in for controllers that are not here.
open class UnavailableController: UIViewController, UnavailableType {}
/// A stand-in for other classes that are not here.
@preconcurrency @MainActor
open class UnavailableObject: NSObject, UnavailableType {}
/// A stand-in for animations that are not here.
open class UnavailableAnimation: CAAnimation, UnavailableType {}
