import { type DesignVector, short } from '#server/personalization/design-vector.ts'
import { directionCount, type Stitch } from '#server/personalization/satin.ts'
import { lightness, shade } from '#server/personalization/shades.ts'

const tones = 7
// light falls from the upper left: thread across it shines, thread along it stays dull
const lightAngle = (-50 * Math.PI) / 180

/**
 * Sewn lines as SVG: a shadow on the cloth, the padding, then every thread in the tone its direction has in the light, dark
 * where it goes into the cloth, with a gleam on its back. Needs the filters of `threadFilters`.
 */
export function sewn({ lines }: DesignVector): string {
  return lines
    .map(({ color, path, spacing, stitches }, line) => {
      const word = (rest: string) => `<use href="#word-${line}" ${rest}/>`
      const base = lightness(color) > 0.8 ? shade(color, -0.08) : lightness(color) < 0.22 ? shade(color, 0.12) : color
      const groups = byTone(stitches)
      const body = groups.map((group, tone) => {
        const light = tone / (tones - 1) - 0.5
        return `<path d="${group.map(whole).join('')}" stroke="${shade(base, light * (light > 0 ? 0.62 : 0.5))}"/>`
      })
      const ends = `<path d="${stitches.map(tips).join('')}" stroke="${shade(base, -0.6)}" stroke-opacity=".3"/>`
      const gleam = groups
        .slice(2)
        .map((group, at) => `<path d="${group.map(back).join('')}" stroke-opacity="${short(0.2 + at * 0.1)}"/>`)
      return [
        `<defs><path id="word-${line}" d="${path}"/></defs>`,
        word(
          'fill="#000" stroke="#000" stroke-width="1" opacity=".5" transform="translate(.55 .8)" filter="url(#cast)"',
        ),
        word(`fill="${shade(base, -0.38)}" stroke="${shade(base, -0.38)}" stroke-width=".35" stroke-linejoin="round"`),
        `<g fill="none" stroke-linecap="round" stroke-width="${short(spacing * 0.86)}">${body.join('')}</g>`,
        `<g fill="none" stroke-linecap="round" stroke-width="${short(spacing * 0.9)}">${ends}</g>`,
        `<g fill="none" stroke="${shade(base, 0.75)}" stroke-linecap="round" stroke-width="${short(spacing * 0.3)}">${gleam.join('')}</g>`,
      ].join('')
    })
    .join('')
}

export const threadFilters =
  '<filter id="cast" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation=".7"/></filter>'

/** The same for every drawing of a design: no two threads quite alike, none by chance. */
function grain(at: number): number {
  const wave = Math.sin(at * 12.9898) * 43_758.5453
  return wave - Math.floor(wave) - 0.5
}

function byTone(stitches: readonly Stitch[]): Stitch[][] {
  const groups: Stitch[][] = Array.from({ length: tones }, () => [])
  for (const [at, stitch] of stitches.entries()) {
    const angle = (stitch.direction * Math.PI) / directionCount
    const shine = Math.abs(Math.sin(angle - lightAngle))
    const tone = Math.round((0.15 + shine * 0.7) * (tones - 1) + grain(at) * 1.5)
    groups[Math.max(0, Math.min(tones - 1, tone))]?.push(stitch)
  }
  return groups
}

function whole({ x1, y1, x2, y2 }: Stitch): string {
  return between(x1, y1, x2, y2)
}

function back({ x1, y1, x2, y2 }: Stitch): string {
  const [dx, dy] = [x2 - x1, y2 - y1]
  return between(x1 + dx * 0.28, y1 + dy * 0.28, x1 + dx * 0.66, y1 + dy * 0.66)
}

function tips({ x1, y1, x2, y2 }: Stitch): string {
  const length = Math.hypot(x2 - x1, y2 - y1)
  if (length < 1.2) return ''
  const [dx, dy] = [((x2 - x1) / length) * 0.3, ((y2 - y1) / length) * 0.3]
  return between(x1, y1, x1 + dx, y1 + dy) + between(x2 - dx, y2 - dy, x2, y2)
}

function between(x1: number, y1: number, x2: number, y2: number): string {
  return `M${short(x1)} ${short(y1)}l${short(x2 - x1)} ${short(y2 - y1)}`
}
