@_exported import Foundation
internal import SDL
@_exported import UIKitCore
