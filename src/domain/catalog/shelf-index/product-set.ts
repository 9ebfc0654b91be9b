/** One bit for each product of an index: bit n of the words stands for the product in row n. */
export type ProductBits = Uint32Array

/** A set of products as it is kept: bits, or where few are in it their rows, whichever is smaller. */
export type ProductSet = { readonly bits: ProductBits } | { readonly rows: Uint32Array }

/** No product of an index of that size. */
export function noBits(size: number): ProductBits {
  return new Uint32Array(Math.ceil(size / 32))
}

/** Whether the product in this row is in the set. */
export function hasBit(bits: ProductBits, row: number): boolean {
  return ((bits[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0
}

/** Puts the product in this row in. */
export function putBit(bits: ProductBits, row: number): void {
  bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31))
}

/** Puts all of a set in. */
export function putSet(bits: ProductBits, set: ProductSet | undefined): void {
  if (set === undefined) return
  if ('rows' in set) for (const row of set.rows) putBit(bits, row)
  else for (let word = 0; word < bits.length; word += 1) bits[word] = (bits[word] ?? 0) | (set.bits[word] ?? 0)
}

/** The set of these rows, each named once. */
export function setOfRows(rows: Uint32Array, size: number): ProductSet {
  if (rows.length <= Math.ceil(size / 32)) return { rows: rows.slice() }
  const bits = noBits(size)
  for (const row of rows) putBit(bits, row)
  return { bits }
}

/** The same products as a set to keep. */
export function setOfBits(bits: ProductBits): ProductSet {
  const count = countBits(bits)
  if (count > bits.length) return { bits }
  const rows = new Uint32Array(count)
  let next = 0
  for (const [place, word] of bits.entries()) {
    for (let left = word; left !== 0; left &= left - 1) rows[next++] = place * 32 + 31 - Math.clz32(left & -left)
  }
  return { rows }
}

/** Memory that a set takes. */
export function bytesOfSet(set: ProductSet): number {
  return ('rows' in set ? set.rows : set.bits).byteLength
}

/** How many products are in both. */
export function countBoth(bits: ProductBits, set: ProductSet | undefined): number {
  if (set === undefined) return 0
  let count = 0
  if ('rows' in set) {
    for (const row of set.rows) if (hasBit(bits, row)) count += 1
    return count
  }
  for (let word = 0; word < bits.length; word += 1) count += bitsOf((bits[word] ?? 0) & (set.bits[word] ?? 0))
  return count
}

/** How many products there are. */
export function countBits(bits: ProductBits): number {
  let count = 0
  for (const word of bits) count += bitsOf(word)
  return count
}

/** How many of 32 bits are set. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
