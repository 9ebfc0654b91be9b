/** Rows that are sorted or merged before others have their turn: some milliseconds of work. */
const atOnce = 4_096

/** A long job in short pieces: whoever runs it lets others have their turn between two of them. */
export type InTurns<Result> = Generator<undefined, Result, undefined>

/** Rows 0 to `size` - 1. */
export function allRows(size: number): Uint32Array {
  const rows = new Uint32Array(size)
  for (let row = 0; row < size; row += 1) rows[row] = row
  return rows
}

/** Rows 0 to `size` - 1 in order; those that compare as equal stay as they stand. */
export function* sortRows(size: number, compare: (one: number, other: number) => number): InTurns<Uint32Array> {
  let rows: Uint32Array = allRows(size)
  for (let from = 0; from < size; from += atOnce) {
    rows.subarray(from, from + atOnce).sort(compare)
    yield
  }
  let merged: Uint32Array = new Uint32Array(size)
  for (let width = atOnce; width < size; width *= 2) {
    for (let from = 0; from < size; from += 2 * width) {
      const middle = Math.min(from + width, size)
      yield* merge(rows, merged, { from, middle, to: Math.min(middle + width, size) }, compare)
    }
    ;[rows, merged] = [merged, rows]
  }
  return rows
}

/** Merges two sorted stretches that lie side by side. */
function* merge(
  rows: Uint32Array,
  into: Uint32Array,
  { from, middle, to }: { readonly from: number; readonly middle: number; readonly to: number },
  compare: (one: number, other: number) => number,
): InTurns<void> {
  let left = from
  let right = middle
  for (let place = from; place < to; place += 1) {
    const isLeft = right >= to || (left < middle && compare(rows[left] ?? 0, rows[right] ?? 0) <= 0)
    into[place] = (isLeft ? rows[left++] : rows[right++]) ?? 0
    if (place % atOnce === atOnce - 1) yield
  }
}
