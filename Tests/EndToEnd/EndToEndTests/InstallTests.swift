import Expectations
import Foundation
import Testing

extension EndToEnd {
  /// The scripts with which users get the program.
  @Suite("Installing", .serialized, .timeLimit(.minutes(2)))
  struct InstallTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path

    /// Runs a command in a folder, with the program that is tested as the one to install.
    private func run(
      _ command: String, in scratch: ScratchDirectory, _ environment: [String: String?] = [:]
    ) async throws -> (status: Int32, output: String, errors: [String]) {
      var variables: [String: String?] = [
        "ANOLE_TABLEDEMO": Tools.plainTableDemo, "HOME": scratch.path("home"), "XDG_DATA_HOME": nil, "PREFIX": nil,
      ]
      for (name, value) in environment { variables[name] = value }
      let shell = try ChildProcess(
        "/bin/bash", ["-c", "cd '\(scratch.path("."))'; root='\(Self.root)'; \(command)"], environment: variables)
      return (try await shell.exitStatus(within: 60), shell.output, shell.errorLines)
    }

    @Test("puts a program without symbols into the folder named, be its name relative, and takes all away again")
    func relative() async throws {
      let scratch = try ScratchDirectory()
      let installed = try await run("PREFIX='my %tools' $root/scripts/install", in: scratch)
      expectEqual(installed.status, 0, "\(installed)")
      let program = URL(filePath: scratch.path("my %tools/bin/TableDemo")).path
      let entry = scratch.path("my %tools/share/applications/TableDemo.desktop")
      let text = try String(contentsOfFile: entry, encoding: .utf8)
      expect(text.contains("Exec=\"\(program.replacing("%", with: "%%"))\" %F\n"), "\(text)")
      func length(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      }
      let (kept, whole) = (try #require(try length(program)), try #require(try length(Tools.plainTableDemo)))
      expect(kept < whole)
      let version = try ChildProcess(program, ["--version"])
      try await expect(version.exitStatus() == 0 && version.output.hasPrefix("Anole"))
      let manual = try String(contentsOfFile: scratch.path("my %tools/share/man/man1/TableDemo.1"), encoding: .utf8)
      expect(manual.contains(#"\fB\-\-size\fR \fIWxH\fR"#) && manual.contains(".SH EXIT STATUS AND FILES\n"))
      let removed = try await run("PREFIX='my %tools' $root/scripts/install --uninstall", in: scratch)
      expectEqual(removed.status, 0, "\(removed)")
      // Where the desktop's tools are installed they keep lists of what there is.
      try await expectEqual(run("find 'my %tools' -type f ! -name '*.cache'", in: scratch).output, "")
      // By the XDG base directory specification a relative path of theirs counts as none.
      let data = try await run("$root/scripts/install", in: scratch, ["XDG_DATA_HOME": "data"])
      expectEqual(data.status, 0, "\(data)")
      expect(FileManager.default.fileExists(atPath: scratch.path("home/.local/share/applications/TableDemo.desktop")))
      expect(!FileManager.default.fileExists(atPath: scratch.path("data")))
    }

    @Test("replaces a link in the way, not what it leads to; a folder there is said, and nothing is touched")
    func inTheWay() async throws {
      let scratch = try ScratchDirectory()
      let places = [
        "bin/TableDemo", "share/applications/TableDemo.desktop", "share/icons/hicolor/scalable/apps/anole.svg",
      ]
      for place in places {
        let prepare = "rm -rf p other; mkdir -p p/$(dirname \(place)) other; echo mine > other/file;"
        let install = "PREFIX=$PWD/p $root/scripts/install"
        for target in ["other/file", "other", "nowhere"] {
          let (status, output, errors) = try await run(
            "\(prepare) ln -s $PWD/\(target) p/\(place); \(install)", in: scratch)
          expectEqual(status, 0, "\(place) to \(target): \(output) \(errors)")
          let kept = try await run(
            "cat other/file; ls other; [[ -f p/\(place) && ! -L p/\(place) ]] && echo whole", in: scratch)
          expectEqual(kept.output, "mine\nfile\nwhole\n", "\(place) to \(target): \(kept)")
        }
        let folder = try await run("\(prepare) mkdir p/\(place); \(install)", in: scratch)
        expect(folder.status == 1 && folder.errors.count == 1, "\(folder)")
        expectEqual(folder.errors.first?.contains("p/\(place) is a folder: move it away"), true, "\(folder)")
        try await expectEqual(run("ls -A p/\(place) && find p -type f", in: scratch).output, "")
      }
      let file = try await run("rm -rf p; mkdir p; echo > p/bin; PREFIX=p $root/scripts/install", in: scratch)
      expect(file.status == 1 && file.errors.count == 1 && file.errors[0].contains("p/bin is no folder"), "\(file)")
    }

    @Test(
      "a package that cannot be made: one line says why, and what to do",
      .enabled(if: FileManager.default.fileExists(atPath: Self.root + "/.git"), "needs a clone of the repository"))
    func unmadePackage() async throws {
      let scratch = try ScratchDirectory()
      try await expectEqual(run("git clone -q --depth 1 \"file://$root\" clone", in: scratch).status, 0)
      // Each leaves the clone for the next.
      let tries = [
        ("scripts/package README.md/out", "README.md/out cannot be made: name another folder"),
        ("scripts/package one two", "name one folder at most"),
        ("scripts/package ../out", "/bin/false does not say its version"),
        (
          "mkdir ../bin; ln -s /usr/bin/* ../bin; rm ../bin/xz; PATH=$PWD/../bin scripts/package ../out",
          "no xz: install the package xz-utils"
        ),
        ("echo >> README.md; scripts/package ../out", "changes that are not committed: commit or stash them"),
        ("rm -rf .git; scripts/package ../out", "no clone of the repository"),
      ]
      for (command, reason) in tries {
        let made = try await run("cd clone; \(command)", in: scratch, ["ANOLE_TABLEDEMO": "/bin/false"])
        expect(made.status == 1 && made.errors.count == 1, "\(command): \(made)")
        expectEqual(made.errors.first?.contains(reason), true, "\(command): \(made)")
      }
    }

    @Test(
      "a fresh clone makes both packages of a program that is there, though nothing was built in it",
      .enabled(if: FileManager.default.fileExists(atPath: Self.root + "/.git"), "needs a clone of the repository"),
      .enabled(if: Tools.compiler != nil && Tools.path(of: "dpkg-shlibdeps") != nil && Tools.path(of: "xz") != nil))
    func madePackage() async throws {
      let scratch = try ScratchDirectory()
      try await expectEqual(run("git clone -q --depth 1 \"file://$root\" clone", in: scratch).status, 0)
      // One that is linked to the system's libraries alone, as a release build is.
      let code = #"""
        #include <unistd.h>
        int main(int count, char **arguments) { return execv("\#(Tools.plainTableDemo)", arguments); }
        """#
      try code.write(toFile: scratch.path("program.c"), atomically: true, encoding: .utf8)
      let compiler = try #require(Tools.compiler)
      try await expectEqual(run("\(compiler) -o program program.c", in: scratch).status, 0)
      let made = try await run(
        "cd clone; scripts/package ../out", in: scratch, ["ANOLE_TABLEDEMO": scratch.path("program")])
      expect(made.status == 0 && made.errors == [], "\(made)")
      let listed = try await run(
        "dpkg-deb -f out/*.deb Depends; dpkg-deb -c out/*.deb; tar -tf out/*.tar.xz", in: scratch)
      expect(listed.status == 0 && listed.output.hasPrefix("libc6"), "\(listed)")
      expect(listed.output.contains("/usr/share/man/man1/TableDemo.1.gz") && listed.output.contains("/THIRD-PARTY.md"))
    }

    @Test(
      "the tarball's README and list of third parties name each library of the system that the program is linked to",
      .enabled(if: Tools.path(of: "readelf") != nil))
    func libraries() async throws {
      let scratch = try ScratchDirectory()
      let needed = try await run("readelf -d \"$ANOLE_TABLEDEMO\"", in: scratch).output
        .matches(of: /\(NEEDED\).*\[lib([^\]]*)\.so/).map { String($0.1) }
      let names = [
        "SDL2-2.0": "SDL2", "SDL2_ttf-2.0": "SDL2_ttf", "fontconfig": "fontconfig", "freetype": "FreeType",
        "pcre2-8": "PCRE2", "z": "zlib",
      ]
      expect(Set(needed).isSuperset(of: ["SDL2-2.0", "pcre2-8"]), "\(needed)")
      // The toolchain's own, which a release build holds, and what comes with every C library.
      let others = needed.filter { library in
        names[library] == nil
          && !["swift", "Foundation", "_Foundation", "dispatch", "BlocksRuntime"].contains {
            library.hasPrefix($0)
          } && !["c", "m", "gcc_s", "stdc++", "pthread", "dl", "util"].contains(library)
      }
      expectEqual(others, [])
      for page in ["README.tarball.md", "THIRD-PARTY.md"] {
        let text = try String(contentsOfFile: Self.root + "/Packaging/" + page, encoding: .utf8)
        for name in names.values { expect(text.contains(name), "\(page) says nothing of \(name)") }
      }
    }

    @Test("the man page tells keys as paragraphs, each with its keys in front, and shows no Markdown")
    func manual() async throws {
      let scratch = try ScratchDirectory()
      let made = try await run("$root/Packaging/manual \"$ANOLE_TABLEDEMO\" 2026-11-28", in: scratch)
      expect(made.status == 0 && made.errors == [], "\(made)")
      expect(made.output.contains(".TP\nCtrl+F, \\fB/\\fR\nfind a text, or with \\fB.*\\fR an expression of PCRE2;"))
      let keys = try #require(made.output.split(separator: ".SH KEYS\n").last)
      for line in keys.split(separator: "\n") {
        expect(!line.contains("|") && !line.contains("`") && !line.contains("**"), "\(line)")
      }
    }

    /// Puts tools of another distribution in the place of Debian's.
    private func elsewhere(_ installer: String?, packages script: String) -> String {
      """
      mkdir bin; ln -s /usr/bin/* /bin/* bin 2>/dev/null; rm -f bin/apt-get bin/dnf bin/pacman bin/pkg-config
      \(installer.map { "ln -s /bin/true bin/\($0)" } ?? "true")
      printf '#!/bin/sh\\ncase "$*" in \(script) esac\\n' > bin/pkg-config; chmod +x bin/pkg-config
      export PATH=$PWD/bin; source $root/scripts/lib; need_packages libsdl2-dev
      """
    }

    @Test("a library that is too old is told with where that system has newer ones, and Debian's name on Debian alone")
    func oldLibrary() async throws {
      for (library, script) in [
        ("SDL_ttf 2.20", "*--atleast*SDL2_ttf*) exit 1;; *--modversion*) echo 2.0.18;;"),
        ("SDL 2.26", "*--atleast*sdl2*) exit 1;; *--modversion*) echo 2.0.20;;"),
      ] {
        for (installer, advice) in [("dnf", "dnf upgrade"), ("pacman", "pacman -Syu"), (nil, "update this system")] {
          let scratch = try ScratchDirectory()
          let told = try await run(elsewhere(installer, packages: script), in: scratch)
          expect(told.status == 1 && told.errors.count == 1, "\(told)")
          let line = told.errors.first ?? ""
          expect(line.contains("\(library) or newer is needed, this is 2.0."), "\(line)")
          expect(line.contains(advice) && !line.contains("Debian") && !line.contains("Ubuntu"), "\(line)")
        }
      }
    }

    @Test("each library whose headers are read is looked for, and has its package on every list")
    func headers() async throws {
      for library in ["sdl2", "SDL2_ttf", "x11", "fontconfig", "libpcre2-8", "zlib"] {
        let scratch = try ScratchDirectory()
        // Only the question for all of them together knows what is not there.
        let told = try await run(
          elsewhere("dnf", packages: "*--exists*\\ \(library)|*--exists*\\ \(library)\\ *) exit 1;;"), in: scratch)
        expect(told.status == 1 && told.errors.first?.contains("libraries are missing") == true, "\(library): \(told)")
        let text = told.errors.joined(separator: "\n")
        expect(text.contains("libX11-devel") && text.contains(" libx11 ") && text.contains("Xlib"), "\(text)")
      }
      let debian = try await run("source $root/scripts/lib; echo ${apt_packages[@]}", in: try ScratchDirectory())
      expect(debian.output.split(separator: " ").contains("libx11-dev"), "\(debian)")
    }

    @Test("the hosted workflow has the packages of the lists, and the versions of Swift of the package index")
    func hosted() async throws {
      func file(_ path: String) throws -> String { try String(contentsOfFile: Self.root + "/" + path, encoding: .utf8) }
      let workflow = try file(".github/workflows/test.yml")
      for (installer, list) in [("dnf install", "dnf_packages"), ("pacman -Syu", "pacman_packages")] {
        let line = try #require(workflow.split(separator: "\n").first { $0.contains(installer) })
        let names = try await run("source $root/scripts/lib; echo $\(list)", in: try ScratchDirectory()).output
        expect(names.contains("SDL2") || names.contains("sdl2"), "\(names)")
        expectEqual(Set(names.split { $0.isWhitespace }).subtracting(line.split(separator: " ")), [])
      }
      let index = try file(".spi.yml").matches(of: /swift_version: "([0-9.]+)"/).map { String($0.1) }
      let images = workflow.matches(of: /swift:([0-9.]+)-/).map { String($0.1) }
      expectEqual(Set(images), Set(index))
      let oldest = try #require(try file("Package.swift").firstMatch(of: /swift-tools-version: ([0-9.]+)/))
      expectEqual(index.first, String(oldest.1))
    }

    @Test("each package that a page tells users of Debian to install is on the list of the scripts")
    func namedPackages() async throws {
      let list = try await run("source $root/scripts/lib; echo ${apt_packages[@]}", in: try ScratchDirectory()).output
      let known = Set(list.split { $0.isWhitespace }.map(String.init))
      let lines = try ["README.md", "Documentation/DesktopApp.md"].map { page in
        let text = try String(contentsOfFile: Self.root + "/" + page, encoding: .utf8)
        let line = try #require(text.firstMatch(of: /sudo apt install ((?:[^\n]*\\\n)*[^\n]*)/), "\(page)")
        return line.1.split { $0.isWhitespace || $0 == "\\" }.map(String.init)
      }
      expectEqual(lines[0], lines[1])
      for library in ["libsdl2-dev", "libsdl2-ttf-dev", "libx11-dev", "libfontconfig-dev", "zlib1g-dev"] {
        expect(lines[0].contains(library), "\(library)")
      }
      expectEqual(Set(lines[0]).subtracting(known), ["libsdl2-image-2.0-0"])
      expect(known.contains("libsdl2-image-dev"))
    }

    @Test(
      "asks for a toolchain that Package.swift can be read with",
      arguments: [
        ("6.1.2", false), ("5.10", false), ("6.0", false), ("none", false), ("6.2", true), ("6.10.1", true),
        ("7.0", true),
      ])
    func toolchain(version: String, isEnough: Bool) async throws {
      let scratch = try ScratchDirectory()
      let command = """
        mkdir bin; printf '#!/bin/sh\\necho "Swift version \(version) (swift)"\\n' > bin/swift; chmod +x bin/swift
        cp bin/swift bin/swiftc; export PATH=$PWD/bin:$PATH; source $root/scripts/lib; need_swift
        """
      let (status, _, errors) = try await run(command, in: scratch)
      expectEqual((status == 0), isEnough, "\(errors)")
      expect(isEnough || errors.count == 1 && errors[0].contains("Swift 6.2 or newer is needed"), "\(errors)")
      let manifest = try String(contentsOfFile: Self.root + "/Package.swift", encoding: .utf8)
      expect(manifest.hasPrefix("// swift-tools-version: 6.2\n"))
    }
  }
}
