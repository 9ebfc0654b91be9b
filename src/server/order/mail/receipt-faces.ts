import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'
import type { Brand } from '#domain/variant.ts'

/** The faces of the brand's site, as whole font files. */
const files = {
  fraunces: import.meta.resolve('@expo-google-fonts/fraunces/400Regular/Fraunces_400Regular.ttf'),
  figtree: import.meta.resolve('@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf'),
  figtreeStrong: import.meta.resolve('@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf'),
  archivo: import.meta.resolve('@expo-google-fonts/archivo/400Regular/Archivo_400Regular.ttf'),
  archivoMedium: import.meta.resolve('@expo-google-fonts/archivo/500Medium/Archivo_500Medium.ttf'),
  archivoStrong: import.meta.resolve('@expo-google-fonts/archivo/600SemiBold/Archivo_600SemiBold.ttf'),
  archivoMark: import.meta.resolve('@expo-google-fonts/archivo/800ExtraBold/Archivo_800ExtraBold.ttf'),
}

type FaceName = keyof typeof files

/** What a line of a receipt is set in. */
export type Role = 'mark' | 'heading' | 'text' | 'strong'

const faces: { readonly [Each in Brand]: { readonly [Each in Role]: FaceName } } = {
  CB: { mark: 'fraunces', heading: 'fraunces', text: 'figtree', strong: 'figtreeStrong' },
  CB2: { mark: 'archivoMark', heading: 'archivoMedium', text: 'archivo', strong: 'archivoStrong' },
}

/** Archivo has every letter that a name may hold; Figtree and Fraunces lack a few ('ŏ', 'ŧ', 'ſ'). */
const stands: { readonly [Each in FaceName]: FaceName } = {
  fraunces: 'archivo',
  figtree: 'archivo',
  figtreeStrong: 'archivoStrong',
  archivo: 'archivo',
  archivoMedium: 'archivoMedium',
  archivoStrong: 'archivoStrong',
  archivoMark: 'archivoMark',
}

/** A line as it can be printed, and the letters in it that no face has: '?' stands in their places. */
export type SetLine = { readonly file: string; readonly text: string; readonly missing: readonly string[] }

/**
 * The face for a line in a role of a brand: its own, or for the whole line the one that has all the letters.
 * Letters are composed first ('e' with a combining accent is 'é'), as few faces have the accents alone.
 */
export function setLine(brand: Brand, role: Role, words: string): SetLine {
  const letters = [...words.normalize('NFC').replaceAll(/[\n\r\t]/g, ' ')]
  const own = faces[brand][role]
  const lacks = (name: FaceName) => letters.filter((letter) => !holds(name, letter))
  if (lacks(own).length === 0) return { file: fileURLToPath(files[own]), text: letters.join(''), missing: [] }
  const other = stands[own]
  const missing = [...new Set(lacks(other))]
  const text = letters.map((letter) => (missing.includes(letter) ? '?' : letter)).join('')
  return { file: fileURLToPath(files[other]), text, missing }
}

const opened = new Map<FaceName, Font>()

function holds(name: FaceName, letter: string): boolean {
  const known = opened.get(name) ?? openFont(fileURLToPath(files[name]))
  opened.set(name, known)
  return known.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
}

function openFont(path: string): Font {
  const font = openSync(path)
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${path} is a collection of fonts`)
  return font
}
