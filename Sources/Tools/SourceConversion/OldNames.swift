/// Names of UIKit as Swift wrote them before 4.2, and those of today. On iOS the compiler knows the old ones in the mode for
/// Swift 4 only, and rewrites them as this does.
enum OldNames {
  /// Today's name of a type or constant; nil for any other name.
  static func today(of name: String) -> String? { types[name] ?? constants[name] ?? members[name] }

  /// Today's name of a notification that was a member of `NSNotification.Name`.
  static func notification(_ name: String) -> String? { notifications[name] }

  /// Today's argument label of a type's initialiser, by the type's name and the old label.
  static func label(of type: String, _ label: String) -> String? {
    switch (type, label) {
    case ("UIActivityIndicatorView", "activityIndicatorStyle"): "style"
    case ("UIColor", "colorLiteralRed"): "red"
    default: nil
    }
  }

  /// Today's call of an old one with an argument label: the method, and its label, empty for none.
  static func call(_ method: String, _ label: String) -> (method: String, label: String)? {
    calls[method + "(" + label].map { ($0.0, $0.1) }
  }

  /// The labels of the initialiser that takes the place of a function; its type without `Make` at the end.
  static func labels(ofMaker name: String) -> [String]? { makers[name] }

  private static let types: [String: String] = [
    "UITableViewStyle": "UITableView.Style",
    "UITableViewRowAnimation": "UITableView.RowAnimation",
    "UITableViewScrollPosition": "UITableView.ScrollPosition",
    "UITableViewCellStyle": "UITableViewCell.CellStyle",
    "UITableViewCellSelectionStyle": "UITableViewCell.SelectionStyle",
    "UITableViewCellAccessoryType": "UITableViewCell.AccessoryType",
    "UITableViewCellEditingStyle": "UITableViewCell.EditingStyle",
    "UITableViewCellSeparatorStyle": "UITableViewCell.SeparatorStyle",
    "UITableViewCellStateMask": "UITableViewCell.StateMask",
    "UITableViewRowActionStyle": "UITableViewRowAction.Style",
    "UICollectionViewScrollDirection": "UICollectionView.ScrollDirection",
    "UICollectionViewScrollPosition": "UICollectionView.ScrollPosition",
    "UIControlEvents": "UIControl.Event",
    "UIControlState": "UIControl.State",
    "UIControlContentHorizontalAlignment": "UIControl.ContentHorizontalAlignment",
    "UIControlContentVerticalAlignment": "UIControl.ContentVerticalAlignment",
    "UIAlertControllerStyle": "UIAlertController.Style",
    "UIAlertActionStyle": "UIAlertAction.Style",
    "UIBarButtonItemStyle": "UIBarButtonItem.Style",
    "UIBarButtonSystemItem": "UIBarButtonItem.SystemItem",
    "UIButtonType": "UIButton.ButtonType",
    "UIViewAnimationOptions": "UIView.AnimationOptions",
    "UIViewAutoresizing": "UIView.AutoresizingMask",
    "UIViewContentMode": "UIView.ContentMode",
    "UITextBorderStyle": "UITextField.BorderStyle",
    "UITextFieldViewMode": "UITextField.ViewMode",
    "UISearchBarStyle": "UISearchBar.Style",
    "UIActivityIndicatorViewStyle": "UIActivityIndicatorView.Style",
    "UIScrollViewKeyboardDismissMode": "UIScrollView.KeyboardDismissMode",
    "UIScrollViewIndicatorStyle": "UIScrollView.IndicatorStyle",
    "UIStackViewAlignment": "UIStackView.Alignment",
    "UIStackViewDistribution": "UIStackView.Distribution",
    "UILayoutConstraintAxis": "NSLayoutConstraint.Axis",
    "NSLayoutAttribute": "NSLayoutConstraint.Attribute",
    "NSLayoutRelation": "NSLayoutConstraint.Relation",
    "NSLayoutFormatOptions": "NSLayoutConstraint.FormatOptions",
    "UIGestureRecognizerState": "UIGestureRecognizer.State",
    "UITouchPhase": "UITouch.Phase",
    "UIImageRenderingMode": "UIImage.RenderingMode",
    "UIImpactFeedbackStyle": "UIImpactFeedbackGenerator.FeedbackStyle",
    "UIFontTextStyle": "UIFont.TextStyle",
    "UIApplicationState": "UIApplication.State",
    "UIApplicationLaunchOptionsKey": "UIApplication.LaunchOptionsKey",
    "UIApplicationOpenURLOptionsKey": "UIApplication.OpenURLOptionsKey",
    "UISplitViewControllerDisplayMode": "UISplitViewController.DisplayMode",
    "UINavigationItemLargeTitleDisplayMode": "UINavigationItem.LargeTitleDisplayMode",
    "NSAttributedStringKey": "NSAttributedString.Key",
  ]

  private static let constants: [String: String] = [
    "UITableViewAutomaticDimension": "UITableView.automaticDimension",
    "UICollectionElementKindSectionHeader": "UICollectionView.elementKindSectionHeader",
    "UICollectionElementKindSectionFooter": "UICollectionView.elementKindSectionFooter",
    "UICollectionViewFlowLayoutAutomaticSize": "UICollectionViewFlowLayout.automaticSize",
    "UIAccessibilityTraitNone": "UIAccessibilityTraits.none",
    "UIAccessibilityTraitButton": "UIAccessibilityTraits.button",
    "UIAccessibilityTraitLink": "UIAccessibilityTraits.link",
    "UIAccessibilityTraitImage": "UIAccessibilityTraits.image",
    "UIAccessibilityTraitSelected": "UIAccessibilityTraits.selected",
    "UIAccessibilityTraitStaticText": "UIAccessibilityTraits.staticText",
    "UIAccessibilityTraitNotEnabled": "UIAccessibilityTraits.notEnabled",
    "UIAccessibilityTraitUpdatesFrequently": "UIAccessibilityTraits.updatesFrequently",
    "UIAccessibilityTraitAdjustable": "UIAccessibilityTraits.adjustable",
    "UIAccessibilityTraitHeader": "UIAccessibilityTraits.header",
    "UITableViewIndexSearch": "UITableView.indexSearch",
    "UITableViewSelectionDidChange": "UITableView.selectionDidChangeNotification",
    "UIScrollViewDecelerationRateNormal": "UIScrollView.DecelerationRate.normal",
    "UIScrollViewDecelerationRateFast": "UIScrollView.DecelerationRate.fast",
    "UIViewNoIntrinsicMetric": "UIView.noIntrinsicMetric",
    "UILayoutFittingCompressedSize": "UIView.layoutFittingCompressedSize",
    "UILayoutFittingExpandedSize": "UIView.layoutFittingExpandedSize",
    "UILayoutPriorityRequired": "UILayoutPriority.required",
    "UILayoutPriorityDefaultHigh": "UILayoutPriority.defaultHigh",
    "UILayoutPriorityDefaultLow": "UILayoutPriority.defaultLow",
    "UIFontWeightUltraLight": "UIFont.Weight.ultraLight",
    "UIFontWeightThin": "UIFont.Weight.thin",
    "UIFontWeightLight": "UIFont.Weight.light",
    "UIFontWeightRegular": "UIFont.Weight.regular",
    "UIFontWeightMedium": "UIFont.Weight.medium",
    "UIFontWeightSemibold": "UIFont.Weight.semibold",
    "UIFontWeightBold": "UIFont.Weight.bold",
    "UIFontWeightHeavy": "UIFont.Weight.heavy",
    "UIFontWeightBlack": "UIFont.Weight.black",
    "UIApplicationOpenSettingsURLString": "UIApplication.openSettingsURLString",
    "UIKeyboardFrameBeginUserInfoKey": "UIResponder.keyboardFrameBeginUserInfoKey",
    "UIKeyboardFrameEndUserInfoKey": "UIResponder.keyboardFrameEndUserInfoKey",
    "UIKeyboardAnimationDurationUserInfoKey": "UIResponder.keyboardAnimationDurationUserInfoKey",
    "UIKeyboardAnimationCurveUserInfoKey": "UIResponder.keyboardAnimationCurveUserInfoKey",
    "UIEdgeInsetsZero": "UIEdgeInsets.zero",
    "NSFontAttributeName": "NSAttributedString.Key.font",
    "NSForegroundColorAttributeName": "NSAttributedString.Key.foregroundColor",
    "NSBackgroundColorAttributeName": "NSAttributedString.Key.backgroundColor",
    "NSParagraphStyleAttributeName": "NSAttributedString.Key.paragraphStyle",
    "NSUnderlineStyleAttributeName": "NSAttributedString.Key.underlineStyle",
    "NSStrikethroughStyleAttributeName": "NSAttributedString.Key.strikethroughStyle",
    "NSKernAttributeName": "NSAttributedString.Key.kern",
  ]

  private static let members: [String: String] = [
    "childViewControllers": "children",
    "addChildViewController": "addChild",
    "removeFromParentViewController": "removeFromParent",
    "isMovingFromParentViewController": "isMovingFromParent",
    "isMovingToParentViewController": "isMovingToParent",
    "activityIndicatorViewStyle": "style",
  ]

  private static let calls: [String: (String, String)] = [
    "willMove(toParentViewController": ("willMove", "toParent"),
    "didMove(toParentViewController": ("didMove", "toParent"),
    "bringSubview(toFront": ("bringSubviewToFront", ""),
    "sendSubview(toBack": ("sendSubviewToBack", ""),
  ]

  private static let makers: [String: [String]] = [
    "UIEdgeInsetsMake": ["top", "left", "bottom", "right"],
    "UIOffsetMake": ["horizontal", "vertical"],
  ]

  private static let notifications: [String: String] = [
    "UIKeyboardWillShow": "UIResponder.keyboardWillShowNotification",
    "UIKeyboardDidShow": "UIResponder.keyboardDidShowNotification",
    "UIKeyboardWillHide": "UIResponder.keyboardWillHideNotification",
    "UIKeyboardDidHide": "UIResponder.keyboardDidHideNotification",
    "UIKeyboardWillChangeFrame": "UIResponder.keyboardWillChangeFrameNotification",
    "UIKeyboardDidChangeFrame": "UIResponder.keyboardDidChangeFrameNotification",
    "UIApplicationDidFinishLaunching": "UIApplication.didFinishLaunchingNotification",
    "UIApplicationDidBecomeActive": "UIApplication.didBecomeActiveNotification",
    "UIApplicationWillResignActive": "UIApplication.willResignActiveNotification",
    "UIApplicationWillEnterForeground": "UIApplication.willEnterForegroundNotification",
    "UIApplicationDidEnterBackground": "UIApplication.didEnterBackgroundNotification",
    "UIApplicationWillTerminate": "UIApplication.willTerminateNotification",
    "UITextFieldTextDidBeginEditing": "UITextField.textDidBeginEditingNotification",
    "UITextFieldTextDidChange": "UITextField.textDidChangeNotification",
    "UITextFieldTextDidEndEditing": "UITextField.textDidEndEditingNotification",
    "UIContentSizeCategoryDidChange": "UIContentSizeCategory.didChangeNotification",
  ]
}
