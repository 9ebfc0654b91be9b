/** The colours a shopper filters by, in the order to show; `swatch` is the dot beside the word. */
export const colorFamilies = {
  white: { label: 'White', swatch: '#f8f7f4' },
  cream: { label: 'Cream', swatch: '#ebe2d3' },
  natural: { label: 'Natural', swatch: '#cbab80' },
  brown: { label: 'Brown', swatch: '#73503a' },
  black: { label: 'Black', swatch: '#242322' },
  gray: { label: 'Gray', swatch: '#9a9996' },
  blue: { label: 'Blue', swatch: '#4a6484' },
  green: { label: 'Green', swatch: '#5f7a5c' },
  yellow: { label: 'Yellow', swatch: '#d3ac4c' },
  orange: { label: 'Orange', swatch: '#bf6f48' },
  red: { label: 'Red', swatch: '#8f2f30' },
  pink: { label: 'Pink', swatch: '#d9b3a8' },
  purple: { label: 'Purple', swatch: '#6b4a66' },
  gold: { label: 'Gold', swatch: '#b5925a' },
  silver: { label: 'Silver', swatch: '#b9bcbe' },
  clear: { label: 'Clear', swatch: '#e3eae9' },
} as const

export type ColorFamily = keyof typeof colorFamilies

// what a name says weighs more than its dot: brass and ochre look alike on a screen
const named: readonly (readonly [RegExp, ColorFamily])[] = [
  [/\b(brass|gold|golden)\b/i, 'gold'],
  [/\b(silver|steel|chrome|nickel|pewter|stainless)\b/i, 'silver'],
  [/\bclear\b/i, 'clear'],
  [/\b(bronze|walnut)\b/i, 'brown'],
  [/\bcopper\b/i, 'orange'],
]

/**
 * The family of an option's colour, by its name and else by its swatch '#rrggbb'; null when it has no swatch, because
 * then it is no colour ('Queen', '8 x 10 ft').
 */
export function colorFamilyOf(name: string, swatch: string): ColorFamily | null {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(swatch)
  if (found === null) return null
  const byName = named.find(([pattern]) => pattern.test(name))
  if (byName !== undefined) return byName[1]
  const [red = 0, green = 0, blue = 0] = found.slice(1).map((part) => Number.parseInt(part, 16) / 255)
  return familyOfLight(red, green, blue)
}

/** Parts from 0 to 1. Borders are where people change the word, found by trying them on a real palette. */
function familyOfLight(red: number, green: number, blue: number): ColorFamily {
  const most = Math.max(red, green, blue)
  const least = Math.min(red, green, blue)
  const spread = most - least
  const light = (most + least) / 2
  const hue = hueOf(red, green, blue, most, spread)
  if (light < 0.2) return spread > 0.1 && hue > 190 && hue < 260 ? 'blue' : 'black'
  if (light > 0.94 && spread < 0.04) return 'white'
  if (spread < 0.07) return light > 0.9 ? 'white' : light < 0.25 ? 'black' : 'gray'
  if (hue < 70 || hue >= 345) return warmFamily(hue, light, spread)
  if (hue < 165) return 'green'
  if (hue < 255) return 'blue'
  return hue < 325 ? 'purple' : light > 0.6 ? 'pink' : 'purple'
}

function warmFamily(hue: number, light: number, spread: number): ColorFamily {
  if (light > 0.84) return 'cream'
  if (light > 0.72 && hue > 22 && hue < 60 && spread < 0.2) return 'cream'
  if (hue < 25 && light > 0.68) return 'pink'
  if (hue < 8 || hue >= 345) return light < 0.5 ? 'red' : 'pink'
  if (hue < 22) return light < 0.25 ? 'brown' : spread > 0.25 ? 'orange' : 'brown'
  if (spread < 0.12) return 'gray'
  if (hue >= 52 && light < 0.5) return 'green'
  if (hue >= 33 && spread > 0.45 && light > 0.45) return 'yellow'
  return light < 0.43 ? 'brown' : 'natural'
}

function hueOf(red: number, green: number, blue: number, most: number, spread: number): number {
  if (spread === 0) return 0
  const sixth =
    most === red
      ? ((green - blue) / spread + 6) % 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4
  return sixth * 60
}
