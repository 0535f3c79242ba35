// Empty. Swift Testing names this module for files that import `Testing` and `UIKit`: on Apple's systems it attaches images to
// tests, and a compiler on Linux asks for it all the same.
