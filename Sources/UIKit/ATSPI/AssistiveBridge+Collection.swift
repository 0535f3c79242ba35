internal import Desktop
import Foundation
import UIKitCore

/// A rule by which tools look for nodes: states, attributes, roles and interfaces, each with how it is to match.
struct AssistiveMatch {
  /// How a node has to fit the entries of one kind.
  private enum Way: Int {
    case all = 1
    case any, without
  }

  /// Most nodes that are looked at for one question.
  static let mostLookedAt = 2000
  /// Most nodes that an answer names.
  static let mostFound = 500

  private let states: [UInt32], stateWay: Way?
  private let attributes: [(name: String, value: String)], attributeWay: Way?
  private let roles: Set<Int>, roleWay: Way?
  private let interfaces: [String], interfaceWay: Way?
  private let isInverted: Bool

  /// - Parameter value: the rule as it came over the bus.
  /// - Returns: nil for a value that is no rule.
  init?(_ value: DesktopBus.Value) {
    guard let parts = value.list, parts.count == 9, let states = parts[0].list, let roles = parts[4].list,
      let interfaces = parts[6].list, let isInverted = parts[8].flag
    else { return nil }
    func way(_ part: Int) -> Way? { parts[part].number.flatMap(Way.init(rawValue:)) }
    func words(_ values: [DesktopBus.Value]) -> [UInt32] {
      values.map { UInt32(truncatingIfNeeded: $0.number ?? 0) }
    }
    self.states = words(states)
    attributes = (parts[2].table ?? [:]).map { ($0.key, $0.value.text ?? "") }
    self.roles = Set(
      words(roles).enumerated().flatMap { place, word in
        (0..<32).filter { word >> $0 & 1 == 1 }.map { place * 32 + $0 }
      })
    self.interfaces = interfaces.compactMap { $0.text?.split(separator: ".").last.map(String.init) }
    (stateWay, attributeWay, roleWay, interfaceWay) = (way(1), way(3), way(5), way(7))
    self.isInverted = isInverted
  }

  /// Whether nodes are looked for below nodes of a role.
  static func searches(_ role: AccessibleRole) -> Bool {
    switch role {
    case .group, .scrollArea, .list, .grid, .menu, .toolbar, .dialog, .alert, .tabList: true
    default: false
    }
  }

  /// Whether a node fits the rule.
  @MainActor
  func holds(for node: AccessibleNode, in bridge: AssistiveBridge) -> Bool {
    fits(node, bridge) != isInverted
  }

  @MainActor
  private func fits(_ node: AccessibleNode, _ bridge: AssistiveBridge) -> Bool {
    if let stateWay, states.contains(where: { $0 != 0 }) {
      let pairs = zip(states, bridge.states(of: node))
      switch stateWay {
      case .all: guard pairs.allSatisfy({ $0 & $1 == $0 }) else { return false }
      case .any: guard pairs.contains(where: { $0 & $1 != 0 }) else { return false }
      case .without: guard pairs.allSatisfy({ $0 & $1 == 0 }) else { return false }
      }
    }
    if let roleWay, !roles.isEmpty {
      let isOne = roles.contains(Int(bridge.role(of: node).number))
      guard roleWay == .without ? !isOne : isOne && (roleWay == .any || roles.count == 1) else { return false }
    }
    if !attributes.isEmpty, attributeWay != nil {
      let own = bridge.attributes(of: node)
      guard Self.fits(attributeWay, attributes, { wanted in own.contains { $0 == wanted } }) else { return false }
    }
    if !interfaces.isEmpty, interfaceWay != nil {
      let own = bridge.interfaces(of: node)
      guard Self.fits(interfaceWay, interfaces, own.contains) else { return false }
    }
    return true
  }

  private static func fits<Entry>(_ way: Way?, _ entries: [Entry], _ has: (Entry) -> Bool) -> Bool {
    switch way {
    case .all: entries.allSatisfy(has)
    case .any: entries.contains(where: has)
    case .without: !entries.contains(where: has)
    case nil: true
    }
  }
}

/// Looking for nodes by a rule: among those that `GetChildren` tells, so of a list among the rows on screen.
extension AssistiveBridge {
  func answerCollection(_ member: String, _ node: AccessibleNode, _ values: [DesktopBus.Value]) -> AssistiveReply {
    guard member == "GetMatches" else { return .unknownMethod }
    guard values.count == 4, let rule = AssistiveMatch(values[0]), let order = values[1].number,
      let count = values[2].number, let isDeep = values[3].flag
    else { return .invalid }
    let most = count > 0 ? min(count, AssistiveMatch.mostFound) : AssistiveMatch.mostFound
    var found: [AccessibleNode] = []
    var left = AssistiveMatch.mostLookedAt
    func look(below node: AccessibleNode) {
      for child in tree.children(of: node) {
        guard found.count < most, left > 0 else { return }
        left -= 1
        if rule.holds(for: child, in: self) { found.append(child) }
        if isDeep { look(below: child) }
      }
    }
    look(below: node)
    // Orders from 4 on are those before it backwards.
    let ordered = order >= 4 ? found.reversed() : found
    return .values([.list("(so)", ordered.map { reference($0) })])
  }
}
