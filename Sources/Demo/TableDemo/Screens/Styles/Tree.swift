/// A kind of tree, with the name botanists give it.
struct Tree {
  let name: String
  let genus: String

  /// The trees by their first letters, from A to Z.
  static let sections: [(letter: String, trees: [Tree])] =
    Dictionary(grouping: all) { String($0.name.prefix(1)) }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }

  static let all = names.map(Tree.init)

  private static let names: KeyValuePairs = [
    "Alder": "Alnus", "Apple": "Malus", "Ash": "Fraxinus", "Aspen": "Populus", "Balsa": "Ochroma",
    "Baobab": "Adansonia", "Beech": "Fagus", "Birch": "Betula", "Cacao": "Theobroma", "Cedar": "Cedrus",
    "Cherry": "Prunus", "Chestnut": "Castanea", "Cypress": "Cupressus", "Dogwood": "Cornus", "Ebony": "Diospyros",
    "Elm": "Ulmus", "Eucalyptus": "Eucalyptus", "Fig": "Ficus", "Fir": "Abies", "Ginkgo": "Ginkgo",
    "Hawthorn": "Crataegus", "Hazel": "Corylus", "Hemlock": "Tsuga", "Hickory": "Carya", "Holly": "Ilex",
    "Hornbeam": "Carpinus", "Ironwood": "Ostrya", "Jacaranda": "Jacaranda", "Juniper": "Juniperus",
    "Katsura": "Cercidiphyllum", "Larch": "Larix", "Laurel": "Laurus", "Lime": "Tilia", "Magnolia": "Magnolia",
    "Mahogany": "Swietenia", "Maple": "Acer", "Mulberry": "Morus", "Nutmeg": "Myristica", "Oak": "Quercus",
    "Olive": "Olea", "Pear": "Pyrus", "Pine": "Pinus", "Plane": "Platanus", "Poplar": "Populus", "Quince": "Cydonia",
    "Redwood": "Sequoia", "Rowan": "Sorbus", "Spruce": "Picea", "Sycamore": "Acer", "Teak": "Tectona",
    "Tupelo": "Nyssa", "Umbrella pine": "Sciadopitys", "Viburnum": "Viburnum", "Walnut": "Juglans", "Willow": "Salix",
    "Yew": "Taxus", "Zelkova": "Zelkova",
  ]
}
