#if canImport(Glibc)
  @preconcurrency import Glibc

  /// The program's file as it is mapped into memory.
  enum ProgramPages {
    /// Gives back the pages of the relocation table: the loader has read all of it, and nothing will
    /// again. Of a program with Swift's libraries inside they are two megabytes.
    ///
    /// Called once, when the program starts. Does nothing where the table is not found as
    /// expected, or could have been written to.
    static func releaseRelocations() {
      guard let program = _r_debug.r_map, let entries = program.pointee.l_ld else { return }
      let base = UInt(program.pointee.l_addr)
      var start: UInt = 0
      var size: UInt = 0
      var entry = entries
      while entry.pointee.d_tag != DT_NULL {
        switch Int32(entry.pointee.d_tag) {
        case DT_RELA: start = UInt(entry.pointee.d_un.d_ptr)
        case DT_RELASZ: size = UInt(entry.pointee.d_un.d_val)
        default: break
        }
        entry += 1
      }
      // Some loaders leave addresses as they are in the file.
      if start < base { start += base }
      let page = UInt(max(1, sysconf(Int32(_SC_PAGESIZE))))
      let first = (start + page - 1) / page * page
      let end = (start + size) / page * page
      guard base > 0, first < end, isReadOnly(first..<end, programAt: base),
        let pages = UnsafeMutableRawPointer(bitPattern: first)
      else { return }
      madvise(pages, Int(end - first), MADV_DONTNEED)
    }

    /// Whether addresses lie in a part of the file that is mapped without leave to write.
    private static func isReadOnly(_ range: Range<UInt>, programAt base: UInt) -> Bool {
      guard let header = UnsafePointer<Elf64_Ehdr>(bitPattern: base),
        header.pointee.e_ident.0 == 0x7F, header.pointee.e_ident.1 == UInt8(ascii: "E"),
        let segments = UnsafePointer<Elf64_Phdr>(bitPattern: base + UInt(header.pointee.e_phoff))
      else { return false }
      for index in 0..<Int(header.pointee.e_phnum) {
        let segment = segments[index]
        let start = base + UInt(segment.p_vaddr)
        if Int32(segment.p_type) == PT_LOAD, Int32(segment.p_flags) & Int32(PF_W) == 0,
          start <= range.lowerBound, range.upperBound <= start + UInt(segment.p_filesz)
        {
          return true
        }
      }
      return false
    }
  }
#else
  /// The program's file as it is mapped into memory.
  enum ProgramPages {
    /// Only done where the format of programs is known.
    static func releaseRelocations() {}
  }
#endif
