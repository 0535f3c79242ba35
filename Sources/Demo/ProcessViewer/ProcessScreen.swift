import DemoParts

/// Makes the screen of this system's processes.
@MainActor
package enum ProcessScreen {
  /// A screen that reads the processes while it is shown.
  package static func make() -> any ScrollScreen { ProcessesController() }
}
