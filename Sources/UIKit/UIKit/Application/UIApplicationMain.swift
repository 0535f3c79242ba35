internal import Desktop
import Foundation
import Instruments
internal import SDL

/// Connects to the display, launches the application and runs it until it ends.
///
/// Called once, on the main thread, by a program's entry point. The window is
/// made by the delegate. A display or fonts that are missing end the program
/// with one line on standard error and exit code 69.
/// - Parameter delegate: told of the launch first, and of all that happens to the application.
/// - Parameter configuration: the window and the way to draw, with which the application begins.
/// - Parameter withoutDisplay: called with the reason when no display can be
///   reached, before anything else has happened; gives the configuration to go
///   on with, a headless one, or nil to end the program.
///
/// Which fonts the desktop uses is remembered for the next start, in the file `fonts` of the program's folder below
/// `XDG_CACHE_HOME` or `~/.cache`.
///
/// SIGTERM, SIGINT and SIGHUP end the program as closing the window does. Should the main thread not answer within two
/// seconds, or should a second signal come, the signal ends the program at once.
/// - Returns: the exit code: 0 after the window was closed, a signal or `terminate()`; 69 after the display went away
///   or the window was destroyed.
@preconcurrency @MainActor
public func UIApplicationMain(
  delegate: UIApplicationDelegate,
  configuration: UIApplicationLaunchConfiguration = UIApplicationLaunchConfiguration(),
  withoutDisplay: ((_ reason: String) -> UIApplicationLaunchConfiguration?)? = nil
) -> Int32 {
  let start = Ticks.seconds
  UIApplication.prepareProcess()
  SDLContext.reserveBusVariable()
  if let problem = LoadedSDL.inProcess.problem { UIApplication.failToLaunch(problem) }
  var configuration = configuration
  let platform: SDLPlatform
  do throws(SDLError) {
    let context: SDLContext
    do throws(SDLError) {
      context = try SDLContext(for: configuration)
    } catch {
      guard let other = withoutDisplay?(error.description) else { throw error }
      configuration = other
      context = try SDLContext(for: other)
    }
    EventQueue.setFileDrops(configuration.acceptsDroppedFiles)
    platform = SDLPlatform(
      configuration, context: context,
      launchSteps: [LaunchStep(name: "connect", start: start, end: Ticks.seconds)])
  } catch {
    UIApplication.failToLaunch(error.description)
  }
  let application = UIApplication(platform: platform)
  application.delegate = delegate
  application.installInstruments()
  if configuration.isUncapped { application.frameLoop.pacing = .uncapped }
  let code = RunLoopDriver(application: application).run()
  platform.willEnd()
  return code
}

extension UIApplication {
  /// Makes an application that has no display and does not run, for unit tests of views and controllers: these are laid out
  /// by `layoutIfNeeded()`, with the fonts of the system.
  ///
  /// Called before a test makes its first view; does nothing where there is an application. Fonts that are missing end the
  /// program with one line on standard error and exit code 69. Not of UIKit's.
  public static func prepareForTesting() {
    guard current == nil else { return }
    do throws(SDLError) {
      let platform = try SDLPlatform(UIApplicationLaunchConfiguration(isHeadless: true))
      // Kept by the class.
      _ = UIApplication(platform: platform)
    } catch {
      failToLaunch(error.description)
    }
  }

  /// The system that programs with a window run on, in one line for reports of faults, such as
  /// "SDL 2.32.74 (sdl2-compat on SDL 3.4.18), wayland (weston)": the SDL that is loaded, the driver that the
  /// environment leads to, and the program that shows the windows, where that can be known. Opens no window.
  public nonisolated static var systemDescription: String {
    "SDL \(LoadedSDL.inProcess), \(DisplayServer.description(.ofProgram))"
  }
}

extension UIApplicationDelegate where Self: UIResponder {
  /// The entry point of a delegate marked `@main`: makes the delegate with its `init()`,
  /// runs the application with `launchConfiguration`, and exits with its code.
  public static func main() {
    exit(UIApplicationMain(delegate: UIApplicationDelegateShape.make(self), configuration: launchConfiguration))
  }
}
