import Foundation

/// An object that is told which files the user has chosen.
@preconcurrency @MainActor
public protocol UIDocumentPickerDelegate: NSObjectProtocol {
  /// The user chose files, or places where the app's files are now. The picker is gone already.
  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL])
  /// The user chose nothing, or a place that could not be written to.
  func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController)
}

extension UIDocumentPickerDelegate {
  /// Does nothing.
  public func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {}
  /// Does nothing.
  public func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) {}
}

/// The purpose of a document picker, as programs before iOS 14 name it.
public enum UIDocumentPickerMode: UInt, Sendable {
  /// Files are opened, and the app gets copies.
  case `import`
  /// Files are opened where they are.
  case open
  /// Copies of the app's files get a place.
  case exportToService
  /// The app's files get another place.
  case moveToService
}

/// A controller by which the user chooses files, or places for files of the app, in the desktop's dialog.
///
/// It is presented as any controller: while the dialog is open, the window takes no clicks. It ends by itself, before the
/// delegate is told. Where the desktop has no dialog it asks for a path.
@preconcurrency @MainActor
open class UIDocumentPickerViewController: UIViewController {
  private enum Purpose {
    case opening([UTType], asCopy: Bool)
    case exporting([URL], asCopy: Bool)
  }

  /// The object that is told of the user's choice.
  public final weak var delegate: (any UIDocumentPickerDelegate)?
  /// Whether several files can be chosen. Read when the view appears.
  public final var allowsMultipleSelection = false
  /// The folder with which the dialog begins; nil leaves that to the desktop.
  public final var directoryURL: URL?
  /// Accepted for source compatibility: desktops show names with their endings.
  public final var shouldShowFileExtensions = true
  private let purpose: Purpose
  private var hasBegun = false
  private var isOver = false

  /// Opens files.
  /// - Parameters:
  ///   - contentTypes: the kinds of files that are shown; with `.folder` alone the user chooses folders.
  ///   - asCopy: the delegate gets copies in the folder for temporary files.
  public convenience init(forOpeningContentTypes contentTypes: [UTType], asCopy: Bool = false) {
    self.init(.opening(contentTypes, asCopy: asCopy))
  }

  /// Gives files of the app a place: the user chooses place and name of one file, a folder for several.
  /// - Parameters:
  ///   - urls: files that are there; at least one.
  ///   - asCopy: the files stay where they are, too.
  public convenience init(forExporting urls: [URL], asCopy: Bool = false) {
    precondition(!urls.isEmpty, "UIDocumentPickerViewController(forExporting:): name at least one file")
    self.init(.exporting(urls, asCopy: asCopy))
  }

  /// Opens files, as programs before iOS 14 do.
  /// - Parameter documentTypes: identifiers such as `public.image`; those without a name here stand for all files.
  public convenience init(documentTypes: [String], in mode: UIDocumentPickerMode) {
    self.init(.opening(documentTypes.map { UTType(importedAs: $0) }, asCopy: mode == .import))
  }

  /// Gives a file of the app's a place, as programs before iOS 14 do.
  public convenience init(url: URL, in mode: UIDocumentPickerMode) {
    self.init(.exporting([url], asCopy: mode != .moveToService))
  }

  private init(_ purpose: Purpose) {
    self.purpose = purpose
    super.init(nibName: nil, bundle: nil)
    modalPresentationStyle = .overFullScreen
  }

  /// Archives are not read. Always nil.
  public required init?(coder: NSCoder) { nil }

  open override func loadView() {
    let made = UIView(frame: frameForLoading)
    made.isOpaque = false
    made.accessibilityLabel = dialog.title
    view = made
  }

  open override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    guard !hasBegun else { return }
    hasBegun = true
    UIApplication.shared.platform.chooseFiles(dialog) { [self] result in take(result) }
  }

  // MARK: The dialog

  /// The dialog that the desktop is asked for.
  private var dialog: FileDialog {
    var dialog: FileDialog
    switch purpose {
    case .opening(let types, _):
      let isFolder = !types.isEmpty && types.allSatisfy { $0 == .folder }
      let kind: FileDialog.Kind =
        isFolder
        ? .folder(allowsSeveral: allowsMultipleSelection) : .files(allowsSeveral: allowsMultipleSelection)
      dialog = FileDialog(kind, title: title ?? (isFolder ? "Open Folder" : "Open"))
      // A kind without endings stands for all files.
      if types.allSatisfy({ !$0.extensions.isEmpty || !$0.mimeTypes.isEmpty }) {
        dialog.extensions = types.flatMap(\.extensions)
        dialog.mimeTypes = types.flatMap(\.mimeTypes)
      }
    case .exporting(let urls, _):
      dialog =
        urls.count == 1
        ? FileDialog(.newFile(name: urls[0].lastPathComponent), title: title ?? "Save")
        : FileDialog(.folder(allowsSeveral: false), title: title ?? "Save \(urls.count) Files")
    }
    dialog.folder = directoryURL
    return dialog
  }

  private func take(_ result: UIApplication.FileDialogResult) {
    guard !isOver else { return }
    switch result {
    case .chosen(let urls): use(urls)
    case .cancelled: cancel()
    case .unavailable(let reason): askForPath("Without a dialog, for \(reason): type a path.")
    }
  }

  private func use(_ chosen: [URL]) {
    switch purpose {
    case .opening(_, asCopy: false): finish(chosen)
    case .opening(_, asCopy: true):
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      place(chosen.map { ($0, folder.appending(path: $0.lastPathComponent)) }, keepsSources: true, making: folder)
    case .exporting(let urls, let asCopy):
      guard urls.count > 1 else { return place([(urls[0], chosen[0])], keepsSources: asCopy) }
      place(FilePlacement.free(urls, in: chosen[0]), keepsSources: asCopy)
    }
  }

  private func place(_ files: [(from: URL, to: URL)], keepsSources: Bool, making folder: URL? = nil) {
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      var failure: String?
      do {
        if let folder { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        for file in files { try FilePlacement.place(file.from, at: file.to, keepsSource: keepsSources) }
      } catch { failure = error.localizedDescription }
      DispatchQueue.main.async { [failure] in
        if let failure { self.report(failure) } else { self.finish(files.map(\.to)) }
      }
    }
  }

  // MARK: Without a dialog

  /// Asks for a path, and again where there can be none.
  private func askForPath(_ message: String, _ path: String? = nil) {
    let alert = UIAlertController(title: dialog.title, message: message, preferredStyle: .alert)
    var proposed = path ?? (directoryURL ?? FileManager.default.homeDirectoryForCurrentUser).path + "/"
    if path == nil, case .newFile(let name) = dialog.kind { proposed += name }
    alert.addTextField { field in
      field.text = proposed
      field.accessibilityLabel = "Path"
    }
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel) { [self] _ in cancel() })
    let accept = UIAlertAction(title: "OK", style: .default) { [self, weak alert] _ in
      takePath(alert?.textFields?.first?.text ?? "")
    }
    alert.addAction(accept)
    alert.preferredAction = accept
    present(alert, animated: true)
  }

  private func takePath(_ text: String) {
    let path = NSString(string: text.trimmingCharacters(in: .whitespaces)).expandingTildeInPath
    var isFolder: ObjCBool = false
    let isThere = !path.isEmpty && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    switch dialog.kind {
    case .newFile where isThere: askForPath("There is a file of that name already.", text)
    case .newFile where path.isEmpty || path.hasSuffix("/"): askForPath("A file needs a name.", text)
    case .files where !isThere || isFolder.boolValue: askForPath("There is no such file.", text)
    case .folder where !isThere || !isFolder.boolValue: askForPath("There is no such folder.", text)
    default: use([URL(filePath: path)])
    }
  }

  // MARK: The end

  private func report(_ failure: String) {
    let alert = UIAlertController(title: "Not Saved", message: failure, preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "OK", style: .default) { [self] _ in cancel() })
    present(alert, animated: true)
  }

  private func cancel() { end { $0.documentPickerWasCancelled(self) } }

  private func finish(_ urls: [URL]) { end { $0.documentPicker(self, didPickDocumentsAt: urls) } }

  /// Takes the picker off the screen, and tells the delegate then.
  private func end(_ tell: @escaping (any UIDocumentPickerDelegate) -> Void) {
    guard !isOver else { return }
    isOver = true
    let told = { [self] in if let delegate { tell(delegate) } }
    guard let presenter = presentingViewController else { return told() }
    presenter.dismiss(animated: false, completion: told)
  }
}

/// Puts files where the user wants them.
enum FilePlacement {
  /// Copies or moves a file, in place of one that is there: first beside it, then under its name by one call, so that no reader
  /// sees half of it.
  static func place(_ source: URL, at target: URL, keepsSource: Bool) throws {
    guard source.standardizedFileURL.path != target.standardizedFileURL.path else { return }
    let draft = target.deletingLastPathComponent().appending(path: ".\(UUID().uuidString)-\(getpid())")
    do {
      try FileManager.default.copyItem(at: source, to: draft)
      guard rename(draft.path, target.path) == 0 else {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSLocalizedDescriptionKey: String(cString: strerror(errno))])
      }
    } catch {
      try? FileManager.default.removeItem(at: draft)
      throw error
    }
    if !keepsSource { try FileManager.default.removeItem(at: source) }
  }

  /// Places in a folder under the files' own names, with a number where another file has that.
  static func free(_ files: [URL], in folder: URL) -> [(from: URL, to: URL)] {
    var taken: Set<String> = []
    return files.map { file in
      let (stem, ending) = (file.deletingPathExtension().lastPathComponent, file.pathExtension)
      var (name, number) = (file.lastPathComponent, 1)
      while taken.contains(name) || FileManager.default.fileExists(atPath: folder.appending(path: name).path) {
        number += 1
        name = "\(stem) \(number)" + (ending.isEmpty ? "" : ".\(ending)")
      }
      taken.insert(name)
      return (file, folder.appending(path: name))
    }
  }
}

extension URL {
  /// Always true: a desktop's programs may read what their user may.
  @discardableResult
  public func startAccessingSecurityScopedResource() -> Bool { true }
  /// Does nothing.
  public func stopAccessingSecurityScopedResource() {}
}
