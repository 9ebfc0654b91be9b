import type { Pixels } from '#server/catalog/import/picture-files.ts'

/** A part of a neutral render that takes the colour of an option. */
export type ColorPart = {
  /** How much of each pixel is of this part, 0 to 255. */
  readonly mask: Uint8Array
  /** Its colour in the render, linear red green blue from 0 to 1. */
  readonly neutral: readonly number[]
}

const linearOf = Float32Array.from({ length: 256 }, (_, value) => toLinear(value / 255))
/** Linear light in 4096 steps as a byte of a picture. */
const byteOf = Uint8Array.from({ length: 4097 }, (_, step) => Math.round(fromLinear(step / 4096) * 255))
/** Above it light is bent softly to white instead of being cut. */
const shoulder = 0.85

/**
 * A neutral render in a colour: in linear light each part is multiplied by target / neutral. The mirror light of its
 * surface (`gloss`) keeps its own colour, as it does on dark leather or glaze. `target` is '#rrggbb'.
 */
export function develop(
  neutral: Pixels,
  gloss: Pixels | undefined,
  parts: readonly ColorPart[],
  target: string,
): Pixels {
  const data = Buffer.from(neutral.data)
  const color = lifted([1, 3, 5].map((at) => toLinear(Number.parseInt(target.slice(at, at + 2), 16) / 255)))
  for (const { mask, neutral: base } of parts) {
    const ratio = color.map((part, channel) => part / (base[channel] ?? 1))
    for (let pixel = 0; pixel < mask.length; pixel += 1) {
      const share = (mask[pixel] ?? 0) / 255
      if (share === 0) continue
      for (let channel = 0; channel < 3; channel += 1) {
        const at = pixel * 3 + channel
        const light = linearOf[data[at] ?? 0] ?? 0
        const mirror = Math.min(light, gloss ? (linearOf[gloss.data[at] ?? 0] ?? 0) : 0)
        const colored = (light - mirror) * (ratio[channel] ?? 1) + mirror
        data[at] = byteOf[Math.round(bend(light + share * (colored - light)) * 4096)] ?? 255
      }
    }
  }
  return { ...neutral, data }
}

/** Black cloth sends back some of the room's light; without it seams and folds would drown. */
function lifted(color: readonly number[]): number[] {
  const [red = 0, green = 0, blue = 0] = color
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return color.map((part) => part + 0.02 * Math.max(0, 1 - luminance / 0.06))
}

function bend(light: number): number {
  if (light <= shoulder) return Math.max(0, light)
  return 1 - (1 - shoulder) * Math.exp((shoulder - light) / (1 - shoulder))
}

function toLinear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function fromLinear(light: number): number {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
}
