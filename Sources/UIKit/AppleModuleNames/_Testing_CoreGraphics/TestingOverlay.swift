// Empty. Swift Testing names this module for files that import `Testing` and `CoreGraphics`, as `_Testing_UIKit`.
