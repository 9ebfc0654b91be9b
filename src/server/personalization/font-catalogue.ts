import type { House } from '#domain/personalization/render-check.ts'

/** A font of the house: its file, and how loosely its letters stand, in parts of the size. */
export type HouseFont = { readonly file: string; readonly spacing: number }

/** The lettering that can be made, by the names the catalogue has for it. All under the SIL Open Font License. */
export const fonts: { readonly [name: string]: HouseFont } = {
  'Classic Serif': {
    file: '@fontsource/cormorant-garamond/files/cormorant-garamond-latin-700-normal.woff',
    spacing: 0.05,
  },
  Serif: { file: '@fontsource/cormorant-garamond/files/cormorant-garamond-latin-600-normal.woff', spacing: 0.03 },
  Script: { file: '@fontsource/great-vibes/files/great-vibes-latin-400-normal.woff', spacing: 0 },
  'Formal Script': { file: '@fontsource/pinyon-script/files/pinyon-script-latin-400-normal.woff', spacing: 0 },
  Block: { file: '@fontsource/jost/files/jost-latin-500-normal.woff', spacing: 0.06 },
  'Small Caps': { file: '@fontsource/cinzel/files/cinzel-latin-600-normal.woff', spacing: 0.05 },
}

/** Threads and other colours words are made in, '#rrggbb'. */
export const colors: { readonly [name: string]: string } = {
  Stone: '#a09382',
  Cream: '#f0e6d0',
  White: '#fbfaf6',
  Navy: '#27365c',
  Black: '#2a2826',
  Grey: '#8b8d8f',
  Sage: '#8a9a7d',
  Moss: '#66704a',
  Rust: '#a04f2f',
  Wine: '#74303a',
  Blush: '#d6a596',
  Sky: '#8fb0c4',
  Gold: '#b8924c',
  Silver: '#b9bcbf',
  Frost: '#ffffff',
  Burnt: '#3a2112',
  Natural: '#d9b888',
}

/** What words are put on. */
export type Material = 'terry' | 'wool' | 'linen' | 'glass' | 'wood' | 'ornament'

/** How lines stand on a piece: the room in millimetres, each line's size beside the first one's, three letters as a monogram. */
export type Arrangement = {
  readonly material: Material
  readonly width: number
  readonly height: number
  /** Of the tallest letters, at most. */
  readonly maxSize: number
  /** Below this a line no longer shrinks with the first one. */
  readonly leastSize: number
  readonly sizes: readonly number[]
  readonly isMonogram?: boolean
}

const byTemplate: { readonly [template: string]: Arrangement } = {
  '700 monogram-three': {
    material: 'terry',
    width: 64,
    height: 42,
    maxSize: 40,
    leastSize: 8,
    sizes: [1],
    isMonogram: true,
  },
  '700 name-and-year': { material: 'wool', width: 74, height: 44, maxSize: 40, leastSize: 15, sizes: [1, 0.5] },
  '700 single-initial': { material: 'linen', width: 40, height: 38, maxSize: 44, leastSize: 8, sizes: [1] },
  '705 etched-initials': { material: 'glass', width: 54, height: 36, maxSize: 34, leastSize: 8, sizes: [1] },
  '705 etched-three-lines': {
    material: 'wood',
    width: 76,
    height: 58,
    maxSize: 24,
    leastSize: 6.5,
    sizes: [1, 0.55, 0.5],
  },
  '100 engraved-initials': { material: 'wood', width: 56, height: 36, maxSize: 34, leastSize: 8, sizes: [1] },
  '100 name-and-year': { material: 'ornament', width: 52, height: 40, maxSize: 24, leastSize: 8, sizes: [1, 0.6] },
}

/** Where and how large the lines of a template stand; one the house has no drawing for stands in the middle. */
export function arrangementOf(type: number, template: string): Arrangement {
  const material = type === 700 ? 'linen' : type === 705 ? 'glass' : 'wood'
  const sizes = [1, 0.6, 0.5, 0.5, 0.5, 0.5]
  return byTemplate[`${type} ${template}`] ?? { material, width: 64, height: 50, maxSize: 36, leastSize: 8, sizes }
}

const plainGrounds: { readonly [Each in Material]: string } = {
  terry: '#efebe3',
  wool: '#d8cbb8',
  linen: '#e2d8c8',
  glass: '#c9d4d3',
  wood: '#a5713f',
  ornament: '#6d2f35',
}

const grounds: { readonly [code: string]: string } = {
  oat: '#d8cbb8',
  flax: '#cbbba0',
  moss: '#77805a',
  rust: '#9a4a2c',
  navy: '#28344d',
  white: '#f1efe9',
  sage: '#a6ae98',
  sky: '#b5c6cf',
  pebble: '#a39c92',
  fog: '#d4d4d1',
  graphite: '#3d3d3e',
  mint: '#b9cdbd',
  black: '#2b2928',
  citron: '#c9c25a',
  coral: '#d07f68',
  forest: '#2f5d46',
  wine: '#6d2f35',
  walnut: '#73503a',
  acacia: '#a5713f',
  oak: '#c39a69',
  ebony: '#34302d',
  clear: '#c9d4d3',
  smoke: '#8f8c88',
}

/** The colour of the piece under the words, '#rrggbb'; of a colour the house does not know the material's own. */
export function groundColor(material: Material, ground: string): string {
  return grounds[ground] ?? plainGrounds[material]
}

/** The fonts and colours that words can be made in: known without opening a font. */
export const houseOfRenderer: House = {
  hasFont: (name) => Object.hasOwn(fonts, name),
  hasColor: (name) => Object.hasOwn(colors, name),
}
