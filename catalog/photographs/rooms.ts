import type { Brand } from '#domain/variant.ts'

/** What each room shows, in the order in which the home page takes them. */
export const roomAlts: { readonly [name: string]: string } = {
  'scene-cb-1': 'A living room in daylight',
  'scene-cb-2': 'A dining room in daylight',
  'scene-cb-3': 'A bedroom in the morning',
  'scene-cb-4': 'A corner to read in',
  'scene-cb-5': 'A set table',
  'scene-cb-6': 'A terrace in the afternoon',
  'scene-cb2-1': 'A loft with a sofa and a low table',
  'scene-cb2-2': 'A loft with a long table',
  'scene-cb2-3': 'A bedroom in a loft',
  'scene-cb2-4': 'A chair by a window',
  'scene-cb2-5': 'A bar with glasses',
  'scene-cb2-6': 'A terrace on a roof',
}

/** The rooms of a brand, first to last. */
export function roomsOf(brand: Brand): string[] {
  return Object.keys(roomAlts).filter((name) => name.startsWith(`scene-${brand.toLowerCase()}-`))
}
