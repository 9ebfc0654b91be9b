/** Mixes two colours '#rrggbb': share 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const a = channels(from)
  const b = channels(to)
  return `#${a.map((value, index) => hex(value + (b[index]! - value) * share)).join('')}`
}

/** Lighter by a share of warm light. */
export function lit(color: string, share: number): string {
  return mix(color, '#fffaf2', share)
}

/** Darker by a share of warm shade. */
export function shaded(color: string, share: number): string {
  return mix(color, '#241a12', share)
}

/** Lightness from 0 to 1, as the eye weighs it. */
export function lightness(color: string): number {
  const [red, green, blue] = channels(color)
  return (red! * 0.3 + green! * 0.59 + blue! * 0.11) / 255
}

function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
}

function hex(value: number): string {
  return Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, '0')
}
