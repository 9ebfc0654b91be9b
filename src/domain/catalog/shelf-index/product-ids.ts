/**
 * Ids of products by row and rows by id, in a few flat arrays: a text and an entry of a Map for each of 300,000 products
 * would take five times the memory.
 */
export type ProductIds = {
  readonly size: number
  readonly bytes: number
  idOf(row: number): string
  rowOf(productId: string): number | undefined
}

export type ProductIdsMaker = {
  /** Answers whether it is new; it has the next row then. */
  add(productId: string): boolean
  make(): ProductIds
}

/** An empty table that grows. */
export function productIdsMaker(): ProductIdsMaker {
  let letters = new Uint16Array(1 << 14)
  let ends = new Uint32Array(1 << 10)
  let slots = new Int32Array(1 << 11).fill(-1)
  // where the letters of each row lead to, so that a longer table is filled without reading them again
  let hashes = new Uint32Array(1 << 10)
  let size = 0

  function grow(): void {
    if (size === ends.length) {
      ends = longer(new Uint32Array(size * 2), ends)
      hashes = longer(new Uint32Array(size * 2), hashes)
    }
    if (size * 3 < slots.length * 2) return
    slots = new Int32Array(slots.length * 2).fill(-1)
    const last = slots.length - 1
    for (let row = 0; row < size; row += 1) {
      let slot = (hashes[row] ?? 0) & last
      while (slots[slot] !== -1) slot = (slot + 1) & last
      slots[slot] = row
    }
  }

  return {
    add(productId) {
      grow()
      const hash = hashOf(productId)
      const slot = slotOf(productId, hash, { letters, ends, slots })
      if (slots[slot] !== -1) return false
      const begin = size === 0 ? 0 : (ends[size - 1] ?? 0)
      const end = begin + productId.length
      if (end > letters.length) letters = longer(new Uint16Array(Math.max(end, letters.length * 2)), letters)
      for (let at = 0; at < productId.length; at += 1) letters[begin + at] = productId.charCodeAt(at)
      ends[size] = end
      hashes[size] = hash
      slots[slot] = size
      size += 1
      return true
    },
    make() {
      const table = { letters: letters.slice(0, ends[size - 1] ?? 0), ends: ends.slice(0, size), slots }
      return {
        size,
        bytes: table.letters.byteLength + table.ends.byteLength + slots.byteLength,
        idOf: (row) => idAt(row, table),
        rowOf(productId) {
          const row = table.slots[slotOf(productId, hashOf(productId), table)] ?? -1
          return row === -1 ? undefined : row
        },
      }
    },
  }
}

/** Letters of all ids one behind the other, where each ends, and rows in the places that the letters lead to; -1 is free. */
type Table = { readonly letters: Uint16Array; readonly ends: Uint32Array; readonly slots: Int32Array }

function longer<List extends Uint16Array | Uint32Array>(list: List, before: List): List {
  list.set(before)
  return list
}

function idAt(row: number, { letters, ends }: Table): string {
  return String.fromCharCode(...letters.subarray(row === 0 ? 0 : ends[row - 1], ends[row]))
}

/** Where the id's row stands, or would: the first free place from the one that its letters lead to. */
function slotOf(productId: string, hash: number, table: Table): number {
  const last = table.slots.length - 1
  let slot = hash & last
  for (;;) {
    const row = table.slots[slot] ?? -1
    if (row === -1 || isId(productId, row, table)) return slot
    slot = (slot + 1) & last
  }
}

function isId(productId: string, row: number, { letters, ends }: Table): boolean {
  const begin = row === 0 ? 0 : (ends[row - 1] ?? 0)
  if ((ends[row] ?? 0) - begin !== productId.length) return false
  for (let at = 0; at < productId.length; at += 1) {
    if (letters[begin + at] !== productId.charCodeAt(at)) return false
  }
  return true
}

/** FNV-1a, mixed once more: ids that differ in their last digit shall not stand in one row of places. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 8
}
