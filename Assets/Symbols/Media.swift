extension Symbols {
  /// Pictures, film and sound.
  static let mediaSymbols: StaticString = """
    camera fill circle
     body M8.6 5.4L7.6 6.8H5.1A2.3 2.3 0 0 0 2.8 9.1V17.3A2.3 2.3 0 0 0 5.1 19.6H18.9A2.3 2.3 0 0 0 21.2 17.3V9.1A2.3 2.3 0 0 0 18.9 6.8H16.4L15.4 5.4A2.2 2.2 0 0 0 13.6 4.4H10.4A2.2 2.2 0 0 0 8.6 5.4Z
     mark O12 13 3.6
    photo fill circle
     body R2.7 4.4 18.6 15.2 2.6
     mark M3 16.6L7.6 12.2A1.9 1.9 0 0 1 10.2 12.2L13.4 15.2L14.8 13.9A1.9 1.9 0 0 1 17.4 13.9L21 17.2
     spot P15.6 8.8
    photo.on.rectangle
     line R6.4 8 14.8 12 2.2M4.6 15.8A2.2 2.2 0 0 1 2.8 13.6V6.2A2.2 2.2 0 0 1 5 4H15.4A2.2 2.2 0 0 1 17.4 5.2
     line M6.8 17.8L9.8 14.8A1.6 1.6 0 0 1 12 14.8L14.6 17.2L15.6 16.2A1.6 1.6 0 0 1 17.8 16.2L20.8 18.8
    video fill circle slash
     body R2.2 6.2 13.2 11.6 2.8
     body M17.8 10.6L20.6 8.6A.7 .7 0 0 1 21.8 9.2V14.8A.7 .7 0 0 1 20.6 15.4L17.8 13.4Z
    film fill
     body R2.9 4.4 18.2 15.2 2.4
     mark M7.4 4.6V19.4M16.6 4.6V19.4M7.4 12H16.6M3.2 9.4H7.2M3.2 14.6H7.2M16.8 9.4H20.8M16.8 14.6H20.8
    mic fill circle slash
     body R8.6 2.7 6.8 11.8 3.4
     line M5 11.6A7 7 0 0 0 19 11.6M12 18.6V21.3M8.4 21.3H15.6
    speaker fill slash
     body M6.4 8.8H9.6L15 4.6V19.4L9.6 15.2H6.4A1.6 1.6 0 0 1 4.8 13.6V10.4A1.6 1.6 0 0 1 6.4 8.8Z
    speaker.wave.1 fill
     use speaker.wave at 13.6 12 1
     line M16.4 9A4.4 4.4 0 0 1 16.4 15
    speaker.wave.2 fill circle
     use speaker.wave
     line M14.8 9A4.4 4.4 0 0 1 14.8 15M17.6 6.2A8.6 8.6 0 0 1 17.6 17.8
    speaker.wave.3 fill
     use speaker.wave at 11.2 12 1
     line M13.8 9A4.4 4.4 0 0 1 13.8 15M16.6 6.4A8.2 8.2 0 0 1 16.6 17.6M19.4 3.8A12.6 12.6 0 0 1 19.4 20.2
    speaker.wave inside
     body M3.8 9.2H6.4L11.2 5.4V18.6L6.4 14.8H3.8A1.4 1.4 0 0 1 2.4 13.4V10.6A1.4 1.4 0 0 1 3.8 9.2Z
    play fill circle square
     body M7.4 4.4L19.4 11.1A1 1 0 0 1 19.4 12.9L7.4 19.6A1.1 1.1 0 0 1 5.8 18.6V5.4A1.1 1.1 0 0 1 7.4 4.4Z
    pause fill circle
     body R5.4 4.4 4.4 15.2 1.4R14.2 4.4 4.4 15.2 1.4
    stop fill circle
     body R4.8 4.8 14.4 14.4 2.4
    playpause fill
     body M2.9 6V18L11.2 12Z
     body R13.4 6 1.8 12 .8R19.3 6 1.8 12 .8
    forward fill circle
     body M2.4 6.4V17.6L10.6 12Z
     body M13 6.4V17.6L21.2 12Z
    backward fill circle
     use forward mirror
    forward.end fill circle
     body M4.6 5.6V18.4L15 12Z
     line M18.6 5.4V18.6
    backward.end fill circle
     use forward.end mirror
    music.note
     line M10.8 16.9V3.6C11.6 6.4 16.8 6.6 16.8 10.6
     solid O7.9 17.4 2.4
    music.note.list
     line M3.2 5.6H12M3.2 10.6H12M3.2 15.6H8.4M17 17V5.2L21 4.2
     solid O14.6 17.4 1.7
    headphones circle
     line M3.4 17V12.2A8.6 8.6 0 0 1 20.6 12.2V17
     solid R3.6 14 2.9 6.2 1.2R17.5 14 2.9 6.2 1.2
    waveform circle
     line M3.2 10.2V13.8M7.6 6.8V17.2M12 3.4V20.6M16.4 6.8V17.2M20.8 10.2V13.8
    waveform.path.ecg
     line M2.4 12H7L9.8 4.4L14 19.6L16.8 12H21.6
    goforward
     line M20.6 12.8A8.6 8.6 0 1 1 12 4.2H15.6M12.6 1.8L15.6 4.4L12.6 7
    gobackward
     use goforward mirror
    """
}
