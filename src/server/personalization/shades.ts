/** A colour made lighter (above 0) or darker (below), -1 to 1; '#rrggbb'. */
export function shade(color: string, by: number): string {
  const to = by > 0 ? 255 : 0
  const part = Math.min(1, Math.abs(by))
  const mixed = channelsOf(color).map((channel) => Math.round(channel + (to - channel) * part))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** How bright a colour is, 0 to 1. */
export function lightness(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color)
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}
