// The uniform type identifiers that code for iOS names most. They are `CFString`s there and strings here, so that
// `kUTTypeImage as String` stays as it is.

/// Any picture.
public let kUTTypeImage = "public.image"
/// A JPEG picture.
public let kUTTypeJPEG = "public.jpeg"
/// A PNG picture.
public let kUTTypePNG = "public.png"
/// A GIF picture.
public let kUTTypeGIF = "com.compuserve.gif"
/// A film, with or without sound.
public let kUTTypeMovie = "public.movie"
/// A film without sound.
public let kUTTypeVideo = "public.video"
/// Sound.
public let kUTTypeAudio = "public.audio"
/// A PDF document.
public let kUTTypePDF = "com.adobe.pdf"
/// Any text.
public let kUTTypeText = "public.text"
/// Text without styles.
public let kUTTypePlainText = "public.plain-text"
/// Plain text in UTF-8.
public let kUTTypeUTF8PlainText = "public.utf8-plain-text"
/// Text in RTF.
public let kUTTypeRTF = "public.rtf"
/// A page in HTML.
public let kUTTypeHTML = "public.html"
/// A document in XML.
public let kUTTypeXML = "public.xml"
/// A document in JSON.
public let kUTTypeJSON = "public.json"
/// An address of the web.
public let kUTTypeURL = "public.url"
/// The address of a file.
public let kUTTypeFileURL = "public.file-url"
/// A folder.
public let kUTTypeFolder = "public.folder"
/// A ZIP archive.
public let kUTTypeZipArchive = "public.zip-archive"
/// Any bytes.
public let kUTTypeData = "public.data"
/// Anything that can be opened.
public let kUTTypeItem = "public.item"
