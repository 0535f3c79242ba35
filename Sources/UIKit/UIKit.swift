@_exported import Foundation
@_exported import Instruments
internal import SDL
@_exported import UIKitCore
