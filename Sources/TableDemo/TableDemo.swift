import UIKit

@main struct TableDemo { static func main() {} }
