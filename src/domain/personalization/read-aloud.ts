/** A text with the lines it stands on. */
export type ReadText = { readonly text: string; readonly lines: readonly number[] }

/**
 * What somebody reads who looks at the piece: each line by itself, and letters that stand alone or in twos, in the order they
 * are stitched, as the one word they make: F, L and M on one line or on three read 'FLM', whatever dots or blanks are between.
 */
export function readAloud(texts: readonly string[]): readonly ReadText[] {
  const read: ReadText[] = texts.flatMap((text, at) => (text.trim() === '' ? [] : [{ text: text.trim(), lines: [at] }]))
  const letters = texts.map((text) => text.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== ''))
  // one letter, or two: what is cut in half to be read together
  const isInitials = (parts: readonly string[]) => parts.length > 0 && parts.every((part) => [...part].length <= 2)
  for (const [at, parts] of letters.entries()) {
    if (isInitials(parts) && parts.length > 1) read.push({ text: parts.join(''), lines: [at] })
  }
  const used = letters.flatMap((parts, at) => (parts.length > 0 ? [at] : []))
  if (used.length > 1 && used.every((at) => isInitials(letters[at] ?? []))) {
    read.push({ text: letters.flat().join(''), lines: used })
  }
  return read
}
