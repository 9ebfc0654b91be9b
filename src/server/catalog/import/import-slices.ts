/** What one slice takes: few enough that nobody who meets it waits long. */
export type SliceSize = { readonly products: number; readonly skus: number }

/**
 * Deals products out to slices, numbered from 1: products of `pairs` (a sku goes from one to the other) come together, so
 * that no sku is in two products or in none; each slice is filled in the order given. `skus` are those of each product.
 * Only what must come together may make a slice larger.
 */
export function dealSlices(
  skus: Int32Array,
  pairs: Iterable<readonly [number, number]>,
  size: SliceSize,
): { readonly slices: number; readonly sliceOf: Int32Array } {
  const groups = groupsOf(skus.length, pairs)
  const weight = new Int32Array(skus.length)
  const members = new Int32Array(skus.length)
  for (const [product, group] of groups.entries()) {
    weight[group] = (weight[group] ?? 0) + (skus[product] ?? 0)
    members[group] = (members[group] ?? 0) + 1
  }
  const sliceOfGroup = new Int32Array(skus.length)
  let slice = 1
  let products = 0
  let rows = 0
  for (const group of groups) {
    if (sliceOfGroup[group] !== 0) continue
    const more = { products: members[group] ?? 0, rows: weight[group] ?? 0 }
    if (products > 0 && (products + more.products > size.products || rows + more.rows > size.skus)) {
      slice += 1
      products = 0
      rows = 0
    }
    sliceOfGroup[group] = slice
    products += more.products
    rows += more.rows
  }
  return { slices: skus.length === 0 ? 0 : slice, sliceOf: groups.map((group) => sliceOfGroup[group] ?? 0) }
}

/** Of each product the first one that it hangs together with. */
function groupsOf(products: number, pairs: Iterable<readonly [number, number]>): Int32Array {
  const above = Int32Array.from({ length: products }, (_, product) => product)
  const top = (product: number): number => {
    let at = product
    while (above[at] !== at) {
      above[at] = above[above[at] ?? at] ?? at
      at = above[at] ?? at
    }
    return at
  }
  for (const [one, other] of pairs) {
    const first = Math.min(top(one), top(other))
    above[top(one)] = first
    above[top(other)] = first
  }
  return above.map((_, product) => top(product))
}
