/// A kind of tree, with the name botanists give it.
struct Tree {
  let name: String
  let genus: String

  /// The trees by their first letters, from A to Z.
  static let sections: [(letter: String, trees: [Tree])] =
    Dictionary(grouping: all) { String($0.name.prefix(1)) }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }

  static let all: [Tree] = [
    Tree(name: "Alder", genus: "Alnus"), Tree(name: "Apple", genus: "Malus"), Tree(name: "Ash", genus: "Fraxinus"),
    Tree(name: "Aspen", genus: "Populus"), Tree(name: "Balsa", genus: "Ochroma"),
    Tree(name: "Baobab", genus: "Adansonia"),
    Tree(name: "Beech", genus: "Fagus"), Tree(name: "Birch", genus: "Betula"), Tree(name: "Cacao", genus: "Theobroma"),
    Tree(name: "Cedar", genus: "Cedrus"), Tree(name: "Cherry", genus: "Prunus"),
    Tree(name: "Chestnut", genus: "Castanea"),
    Tree(name: "Cypress", genus: "Cupressus"), Tree(name: "Dogwood", genus: "Cornus"),
    Tree(name: "Ebony", genus: "Diospyros"),
    Tree(name: "Elm", genus: "Ulmus"), Tree(name: "Eucalyptus", genus: "Eucalyptus"), Tree(name: "Fig", genus: "Ficus"),
    Tree(name: "Fir", genus: "Abies"), Tree(name: "Ginkgo", genus: "Ginkgo"),
    Tree(name: "Hawthorn", genus: "Crataegus"),
    Tree(name: "Hazel", genus: "Corylus"), Tree(name: "Hemlock", genus: "Tsuga"), Tree(name: "Hickory", genus: "Carya"),
    Tree(name: "Holly", genus: "Ilex"), Tree(name: "Hornbeam", genus: "Carpinus"),
    Tree(name: "Ironwood", genus: "Ostrya"),
    Tree(name: "Jacaranda", genus: "Jacaranda"), Tree(name: "Juniper", genus: "Juniperus"),
    Tree(name: "Katsura", genus: "Cercidiphyllum"),
    Tree(name: "Larch", genus: "Larix"), Tree(name: "Laurel", genus: "Laurus"), Tree(name: "Lime", genus: "Tilia"),
    Tree(name: "Magnolia", genus: "Magnolia"), Tree(name: "Mahogany", genus: "Swietenia"),
    Tree(name: "Maple", genus: "Acer"),
    Tree(name: "Mulberry", genus: "Morus"), Tree(name: "Nutmeg", genus: "Myristica"),
    Tree(name: "Oak", genus: "Quercus"),
    Tree(name: "Olive", genus: "Olea"), Tree(name: "Pear", genus: "Pyrus"), Tree(name: "Pine", genus: "Pinus"),
    Tree(name: "Plane", genus: "Platanus"), Tree(name: "Poplar", genus: "Populus"),
    Tree(name: "Quince", genus: "Cydonia"),
    Tree(name: "Redwood", genus: "Sequoia"), Tree(name: "Rowan", genus: "Sorbus"), Tree(name: "Spruce", genus: "Picea"),
    Tree(name: "Sycamore", genus: "Acer"), Tree(name: "Teak", genus: "Tectona"), Tree(name: "Tupelo", genus: "Nyssa"),
    Tree(name: "Umbrella pine", genus: "Sciadopitys"), Tree(name: "Viburnum", genus: "Viburnum"),
    Tree(name: "Walnut", genus: "Juglans"),
    Tree(name: "Willow", genus: "Salix"), Tree(name: "Yew", genus: "Taxus"), Tree(name: "Zelkova", genus: "Zelkova"),
  ]
}
