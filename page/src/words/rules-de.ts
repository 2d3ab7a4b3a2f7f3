/** The meanings of the kinds of rules in German. `kinds.jsonl` has the English texts. */
export const meanings: Readonly<Record<string, string>> = {
  rows: 'Jede Zeile enthält verschiedene Ziffern.',
  columns: 'Jede Spalte enthält verschiedene Ziffern.',
  boxes: 'Jeder Block enthält verschiedene Ziffern.',
  regions: 'Jigsaw: Jede Region enthält verschiedene Ziffern.',
  diagonals: 'Beide Hauptdiagonalen enthalten verschiedene Ziffern.',
  windoku: 'Windoku: Die Blöcke zwischen den Blöcken, eine Zelle vom Rand entfernt, enthalten verschiedene Ziffern.',
  'disjoint-groups': 'Zellen an der gleichen Stelle aller Blöcke enthalten verschiedene Ziffern.',
  grid: 'Eines von mehreren Gittern: Seine Zeilen, Spalten und Blöcke enthalten verschiedene Ziffern.',
  void: 'Diese Zellen gehören nicht zum Rätsel.',
  thermo: 'Thermometer: Die Ziffern steigen von der Kugel, der ersten Zelle, bis zur Spitze.',
  pairs:
    'Je zwei aufeinanderfolgende Zellen einer Liste, erst a, dann b, erfüllen die Bedingung oder stehen in der Tabelle.',
  'all-pairs': 'Je zwei Zellen einer Liste erfüllen in beiden Reihenfolgen die Bedingung oder stehen in der Tabelle.',
  windows:
    'Der Ausdruck hat für je N aufeinanderfolgende Zellen einer Linie verschiedene Ergebnisse; N ist die Zahl der Regel.',
  between: 'Die Werte zwischen den beiden Enden der Linie liegen echt zwischen den Werten der Enden.',
  lockout:
    'Die Enden der Linie unterscheiden sich mindestens um die Zahl; die anderen Werte liegen unter oder über beiden.',
  'equal-sums': 'Alle Listen von Zellen haben die gleiche Summe.',
  'region-sum': 'Die Teile der Linie zwischen Blockgrenzen haben die gleiche Summe.',
  'sum-line': 'Die Linie lässt sich in Teile mit der angegebenen Summe zerlegen.',
  'sum-loop':
    'Die geschlossene Linie lässt sich in Teile mit der angegebenen Summe zerlegen; ein Teil darf über die erste Zelle reichen.',
  'pill-arrow':
    'Die ersten Zellen, deren Anzahl angegeben ist, bilden als eine Zahl gelesen die Summe der anderen Zellen.',
  ladder:
    'Die Werte aufeinanderfolgender Zellen unterscheiden sich entlang der Linie um den gleichen Betrag in der gleichen Richtung.',
  renban: 'Die Zellen enthalten verschiedene, aufeinanderfolgende Ziffern in beliebiger Reihenfolge.',
  regex: 'Der reguläre Ausdruck passt auf die Werte entlang jeder Linie, mit A für 10 und so weiter.',
  automaton:
    'Der Automat akzeptiert die Werte der Listen, der Reihe nach gelesen, mit Unterbrechungen zwischen den Listen.',
  lunchbox:
    'Die Zellen enthalten verschiedene Ziffern; die Ziffern zwischen der kleinsten und der größten ergeben die Summe.',
  'skyscraper-is':
    'Die erste Zelle enthält die Anzahl der Werte über 0 auf der Linie, die größer als alle Werte davor sind.',
  'index-line': 'Hat die p-te Zelle der Linie den Wert v, so enthält die v-te Zelle der Linie p.',
  'value-index': 'Der zweite Wert ist die Position, ab 1 hinter ihm gezählt, einer Zelle, die den ersten Wert enthält.',
  'chaos-arrow':
    'Der erste Wert plus die Verschiebung ist die Anzahl der Zellen, die die Arme in der Region ihrer gemeinsamen ersten Zelle sehen.',
  'slow-thermo': 'Die Werte werden von der ersten Zelle an nie kleiner.',
  whisper: 'Die Werte von Nachbarn auf der Linie unterscheiden sich mindestens um die Zahl.',
  'dutch-whisper': 'Die Werte von Nachbarn auf der Linie unterscheiden sich mindestens um 4.',
  nabner: 'Je zwei Werte auf der Linie unterscheiden sich mindestens um 2.',
  modular:
    'Je N aufeinanderfolgende Zellen der Linie haben verschiedene Reste bei der Division durch N; N ist die Zahl der Regel.',
  entropic:
    'Je drei aufeinanderfolgende Zellen der Linie enthalten einen niedrigen, einen mittleren und einen hohen Wert.',
  palindrome: 'Die Linie liest sich in beiden Richtungen gleich.',
  zipper:
    'Alle Paare von Zellen mit gleichem Abstand von der Mitte der Linie haben die gleiche Summe; eine mittlere Zelle enthält diese Summe.',
  arrow: 'Die erste Zelle enthält die Summe der anderen Zellen.',
  'double-arrow': 'Die Zellen zwischen den Enden der Linie haben die gleiche Summe wie die Enden.',
  'average-arrow': 'Die erste Zelle enthält den Durchschnitt der anderen Zellen.',
  'successor-arrow': 'Eine der anderen Zellen enthält den Wert der ersten Zelle plus 1.',
  cage: 'Killer-Käfig: Diese Zellen enthalten verschiedene Ziffern mit der angegebenen Summe.',
  'all-classes': 'Die Werte jeder Liste ergeben alle möglichen Ergebnisse des Ausdrucks.',
  'count-where': 'Die erste Zelle enthält die Anzahl der anderen Zellen, deren Wert a die Bedingung erfüllt.',
  sum: 'Die Summe der Werte, mit Faktoren, ist gleich der Zahl oder erfüllt den Vergleich mit ihr.',
  'cage-sums': 'Diese Zellen enthalten verschiedene Ziffern mit einer der angegebenen Summen.',
  'digital-root-cage':
    'Diese Zellen enthalten verschiedene Ziffern, deren Summe die angegebene einstellige Quersumme hat.',
  'parity-cage': 'Diese Zellen enthalten verschiedene Ziffern mit ungerader (odd) oder gerader (even) Summe.',
  'product-cage': 'Diese Zellen enthalten verschiedene Ziffern mit dem angegebenen Produkt.',
  'difference-cage':
    'Der größte Wert dieser Zellen minus alle anderen ergibt die Zahl; Ziffern dürfen sich wiederholen.',
  'quotient-cage':
    'Der größte Wert dieser Zellen geteilt durch alle anderen ergibt die Zahl; Ziffern dürfen sich wiederholen.',
  product: 'Das Produkt der Werte ist die Zahl; Ziffern dürfen sich wiederholen.',
  'rellik-cage': 'Diese Zellen enthalten verschiedene Ziffern; keine Auswahl davon hat die Summe.',
  'equality-cage':
    'Diese Zellen enthalten verschiedene Ziffern: gleich viele gerade und ungerade, gleich viele niedrige und hohe.',
  'look-and-say': 'In jedem Paar von Ziffern ist die erste die genaue Anzahl der Zellen, die die zweite enthalten.',
  count: 'Die Anzahl der Zellen mit einem der Werte erfüllt den Vergleich mit der Zahl.',
  'count-is': 'Die erste Zelle enthält die Anzahl der anderen Zellen mit einem der Werte.',
  'count-distinct': 'Die erste Zelle enthält die Anzahl verschiedener Werte der anderen Zellen.',
  distinct: 'Die Anzahl verschiedener Werte in den Zellen erfüllt den Vergleich mit der Zahl.',
  'same-digits':
    'Die Listen, oder die angegebene Anzahl von Teilen einer Liste, enthalten die gleichen Ziffern gleich oft.',
  'chaos-count':
    'Der erste Wert plus die Verschiebung ist die Anzahl der Labels, die gleich dem ersten Label sind, dieses mitgezählt.',
  'marked-different':
    'Markierte Zellen der ersten Liste enthalten verschiedene Ziffern; eine Markierung ist jeder Wert der zweiten Liste außer dem kleinsten.',
  'sum-of': 'Die Summe des Ausdrucks über die Listen, mit a aus der ersten und b aus der zweiten Liste, ist die Zahl.',
  'odd-lots': 'Die erste Zelle jeder Liste enthält die Anzahl ungerader Werte der anderen Zellen.',
  'even-lots': 'Die erste Zelle jeder Liste enthält die Anzahl gerader Werte der anderen Zellen.',
  modifiers:
    'Verdoppler oder Vorzeichenwechsler: Der zweitkleinste Wert markiert eine Zelle jeder Zeile, jeder Spalte und jedes Blocks; markierte Zellen enthalten verschiedene Ziffern.',
  'doubler-sum':
    'Die Werte ergeben die Summe; ein Wert zählt doppelt, wenn die zweite Liste für seine Zelle mehr als den kleinsten Wert enthält.',
  'negator-sum':
    'Die Werte ergeben die Summe; ein Wert zählt negativ, wenn die zweite Liste für seine Zelle mehr als den kleinsten Wert enthält.',
  schroedinger:
    'Jede Zeile, jede Spalte und jeder Block enthält alle Ziffern: Die erste Liste markiert darin je eine Zelle mit zwei Ziffern, die zweite enthält die kleinere davon.',
  'schroedinger-sum':
    'Die Werte beider Listen ergeben die Summe; die zweite Liste enthält die zweiten Ziffern der Zellen oder 0.',
  contains: 'Die Zellen enthalten jeden der Werte mindestens so oft, wie er aufgeführt ist.',
  'contains-exactly': 'Die Zellen enthalten jeden der Werte genau so oft, wie er aufgeführt ist.',
  'white-dot': 'Die Werte aufeinanderfolgender Zellen unterscheiden sich um 1.',
  difference: 'Die Werte aufeinanderfolgender Zellen unterscheiden sich um die Zahl.',
  'black-dot': 'Von den Werten zweier aufeinanderfolgender Zellen ist einer das Doppelte des anderen.',
  ratio: 'Von den Werten zweier aufeinanderfolgender Zellen ist einer gleich dem anderen mal der Zahl.',
  x: 'Die Werte aufeinanderfolgender Zellen ergeben zusammen 10.',
  v: 'Die Werte aufeinanderfolgender Zellen ergeben zusammen 5.',
  'pair-sum': 'Die Werte aufeinanderfolgender Zellen ergeben zusammen die Zahl.',
  greater: 'Jede Zelle enthält einen größeren Wert als die nächste.',
  quadruple: 'Die vier Zellen enthalten jeden der Werte mindestens so oft, wie er aufgeführt ist.',
  'all-different': 'Diese Zellen, höchstens N, enthalten verschiedene Ziffern.',
  candidates: 'Jede Zelle enthält einen ihrer Kandidaten.',
  'one-of': 'Jede Zelle enthält einen der Werte.',
  where: 'Der Wert a jeder Zelle erfüllt die Bedingung.',
  'counting-circles': 'Jeder Wert in einem Kreis ist die Anzahl der Kreise, die ihn enthalten.',
  'row-index': 'Hat eine Zelle in Zeile r den Wert v, so enthält die Zelle ihrer Spalte in Zeile v die Zahl r.',
  'column-index': 'Hat eine Zelle in Spalte c den Wert v, so enthält die Zelle ihrer Zeile in Spalte v die Zahl c.',
  'box-index': 'Hat die p-te Zelle eines Blocks den Wert v, so enthält die v-te Zelle des Blocks die Zahl p.',
  minimum: 'Jede Zelle enthält einen kleineren Wert als ihre Nachbarn, die nicht aufgeführt sind.',
  maximum: 'Jede Zelle enthält einen größeren Wert als ihre Nachbarn, die nicht aufgeführt sind.',
  clone: 'Die Listen enthalten die gleichen Werte in der gleichen Reihenfolge.',
  odd: 'Die Zellen enthalten ungerade Werte.',
  even: 'Die Zellen enthalten gerade Werte.',
  low: 'Die Zellen enthalten Werte der unteren Hälfte.',
  high: 'Die Zellen enthalten Werte der oberen Hälfte.',
  'magic-square':
    'Die Zeilen, Spalten und Diagonalen von neun Zellen, Zeile für Zeile aufgeführt, haben die gleiche Summe; die Ziffern sind verschieden.',
  sandwich: 'Die Werte zwischen dem kleinsten und dem größten Wert der Linie ergeben zusammen die Vorgabe.',
  'x-sum': 'Die ersten N Werte ergeben zusammen die Vorgabe; N ist der erste Wert.',
  skyscraper: 'Die Vorgabe ist die Anzahl der Werte über 0, die größer als alle Werte davor sind.',
  'hidden-skyscraper': 'Die Vorgabe ist der erste Wert der Linie, der kleiner als ein Wert davor ist.',
  'numbered-room': 'Der erste Wert der Linie ist die Position, ab 1 gezählt, einer Zelle, die die Vorgabe enthält.',
  'full-rank':
    'Die Linie hat den angegebenen Rang unter allen Zeilen und Spalten, in beiden Richtungen als Zahlen gelesen.',
  'little-killer': 'Die Zellen der Diagonale ergeben zusammen die Vorgabe.',
  'anti-knight': 'Zellen im Abstand eines Springerzugs enthalten verschiedene Ziffern.',
  'anti-taxicab':
    'Der Abstand zweier gleicher Werte, in Schritten entlang von Zeilen und Spalten, ist nie der Wert selbst.',
  taxicab: 'Zellen im angegebenen Abstand, in Schritten entlang von Zeilen und Spalten, enthalten verschiedene Werte.',
  'dutch-flatmates': 'Jede Zelle mit dem mittleren Wert hat den kleinsten Wert über sich oder den größten unter sich.',
  'full-rank-different': 'Alle Zeilen und Spalten, in beiden Richtungen als Zahlen gelesen, sind verschieden.',
  doppelganger:
    'Jede Zeile, jede Spalte und jeder Block enthält eine 0, und ein aufgeführter Wert fehlt darin; den drei Häusern einer 0 fehlen verschiedene Werte.',
  'same-regions': 'Alle Zeilen, Spalten und Blöcke der größten Größe enthalten die gleiche Menge von Werten.',
  'anti-king': 'Zellen im Abstand eines Königszugs enthalten verschiedene Werte.',
  'anti-diagonal-consecutive': 'Diagonal benachbarte Zellen enthalten keine aufeinanderfolgenden Werte.',
  knightmare: 'Werte im Abstand eines Springerzugs ergeben zusammen weder 5 noch 15.',
  'non-consecutive':
    'Zellen mit gemeinsamer Seite enthalten keine aufeinanderfolgenden Werte, außer in aufgeführten Paaren.',
  'strict-kropki':
    'Die Werte von Zellen mit gemeinsamer Seite sind nicht aufeinanderfolgend, und keiner ist das Doppelte des anderen, außer in aufgeführten Paaren.',
  'strict-ratio':
    'Die Werte von Zellen mit gemeinsamer Seite haben nicht das Verhältnis, außer in aufgeführten Paaren.',
  'strict-difference':
    'Zellen mit gemeinsamer Seite unterscheiden sich nicht um die Zahl, außer in aufgeführten Paaren.',
  'strict-sum': 'Zellen mit gemeinsamer Seite ergeben zusammen nicht die Zahl, außer in aufgeführten Paaren.',
  'strict-xv': 'Zellen mit gemeinsamer Seite ergeben zusammen weder 5 noch 10, außer in aufgeführten Paaren.',
  'global-entropy': 'Jedes 2×2-Quadrat enthält einen niedrigen, einen mittleren und einen hohen Wert.',
  'global-modular': 'Jedes 2×2-Quadrat hat alle Reste bei der Division durch die Zahl.',
  'one-per-house':
    'Werte über dem kleinsten markieren Zellen des Gitters, die Zeile für Zeile aufgeführt sind: eine in jeder Zeile, jeder Spalte und jedem Block.',
  connected:
    'Die Zellen mit einem der Werte bilden ein zusammenhängendes Gebiet; seine Größe und die Breite der aufgeführten Zeilen können angegeben sein.',
  chaos:
    'Unbekannte Regionen: Labels teilen die Zellen des Gitters in zusammenhängende Regionen der angegebenen Größe mit je verschiedenen Ziffern.',
  'yin-yang':
    'In Zeilen der angegebenen Länge bedecken der kleinste und der nächste Wert zwei zusammenhängende Gebiete ohne volles 2×2-Quadrat.',
  'one-loop':
    'In Zeilen der angegebenen Länge bilden die Zellen über dem kleinsten Wert eine Schleife, die sich an keiner Seite selbst berührt.',
  cave: 'In Zeilen der angegebenen Länge bildet der kleinste Wert eine zusammenhängende Höhle, und alle anderen Zellen hängen mit dem Rand zusammen.',
  or: 'Mindestens eine der Regeln gilt.',
  and: 'Alle Regeln gelten.',
  not: 'Mindestens eine der Regeln gilt nicht.',
  group: 'Diese Zellen bilden eine Gruppe mit einem Namen, die nichts einschränkt.',
};
