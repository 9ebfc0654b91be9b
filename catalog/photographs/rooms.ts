import type { Brand } from '#domain/variant.ts'

/** What each room shows, in the order in which the home page takes them. */
export const roomAlts: { readonly [name: string]: string } = {
  'scene-cb-1': 'A living room in morning light: a linen sofa, a wood-framed chair and a wool rug',
  'scene-cb-2': 'A dining room: an oak table with chairs, a pendant lamp and a credenza',
  'scene-cb-3': 'A bedroom: a cane bed between two nightstands, an armchair by the window',
  'scene-cb-4': 'A reading corner: a leather chair, a floor lamp and a bookcase',
  'scene-cb-5': 'An entry: a bench, a mirror over a credenza, a lamp',
  'scene-cb-6': 'A terrace in the sun: an outdoor sofa and chair on a rug',
  'scene-cb2-1': 'A loft at dusk: a sofa, a low table, a swivel chair and an arc lamp',
  'scene-cb2-2': 'A loft at dusk: a marble table with chairs under three pendant lamps',
  'scene-cb2-3': 'A bedroom in a loft: a low bed between two lit lamps',
  'scene-cb2-4': 'A corner for one: a wire chair, a side table and a tall mirror',
  'scene-cb2-5': 'A place to work: a desk with a task lamp and a shelf beside it',
  'scene-cb2-6': 'A roof terrace in the evening: a sofa and a chair round a fire bowl',
}

/** The rooms of a brand, first to last. */
export function roomsOf(brand: Brand): string[] {
  return Object.keys(roomAlts).filter((name) => name.startsWith(`scene-${brand.toLowerCase()}-`))
}

/** Pieces that a room is cut to, upright, as their second picture; `at` is their middle from left to right, 0 to 1. */
export const settings: { readonly [piece: string]: { readonly room: string; readonly at: number } } = {
  'maren-sofa': { room: 'scene-cb-1', at: 0.5 },
  'atelier-custom-sofa': { room: 'scene-cb2-1', at: 0.49 },
}
