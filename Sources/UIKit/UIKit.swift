@_exported import Foundation
@_exported import UIKitCore
internal import SDL
