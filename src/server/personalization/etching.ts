import type { DesignVector } from '#server/personalization/design-vector.ts'
import type { Material } from '#server/personalization/font-catalogue.ts'
import { lightness, shade } from '#server/personalization/shades.ts'

/** Etched lines as SVG: frosted into glass, burnt or cut into wood, gilded on an ornament. Needs the filters of `etchingFilters`. */
export function etched({ lines }: DesignVector, material: Material, ground: string): string {
  return lines
    .map(({ path, color, colorName }, line) => {
      const word: Word = (rest) => `<use href="#word-${line}" ${rest}/>`
      return `<defs><path id="word-${line}" d="${path}"/></defs>${cuts[material](word, color, colorName, ground)}`
    })
    .join('')
}

/** The outline once more, in another dress. */
type Word = (attributes: string) => string
type Cut = (word: Word, color: string, colorName: string, ground: string) => string

const frosted: Cut = (word, color) =>
  [
    // the far side of the glass takes the shadow of the frost
    word(`fill="#20302f" opacity=".32" transform="translate(.9 1.1)" filter="url(#soft)"`),
    word(`fill="${color}" fill-opacity=".62"`),
    word(`fill="${color}" filter="url(#frost)"`),
    word(`fill="none" stroke="#ffffff" stroke-opacity=".75" stroke-width=".22" transform="translate(.1 .12)"`),
    word(`fill="none" stroke="#2c4442" stroke-opacity=".4" stroke-width=".2" transform="translate(-.1 -.12)"`),
  ].join('')

const burnt: Cut = (word, color, colorName, ground) => {
  const isBurnt = colorName === 'Burnt'
  // cut into light wood the letters lie in shadow, in dark wood they show its inside
  const tone = isBurnt ? color : lightness(ground) > 0.5 ? shade(ground, -0.5) : color
  return [
    ...(isBurnt
      ? [word(`fill="none" stroke="${color}" stroke-opacity=".5" stroke-width="1.1" filter="url(#soft)"`)]
      : []),
    word(`fill="#fff" fill-opacity=".3" transform="translate(.22 .28)"`),
    word(`fill="${tone}" fill-opacity=".93"`),
    word(`fill="#000" filter="url(#char)" opacity="${isBurnt ? 1 : 0.28}"`),
    word(`fill="none" stroke="#1a0d05" stroke-opacity=".55" stroke-width=".22" transform="translate(-.08 -.1)"`),
  ].join('')
}

const gilded: Cut = (word, color) =>
  [
    word(`fill="#000" opacity=".35" transform="translate(.3 .4)" filter="url(#soft)"`),
    word(`fill="url(#leaf)" stroke="${shade(color, -0.35)}" stroke-width=".12"`),
    word(`fill="#fff" filter="url(#char)" opacity=".5"`),
  ].join('')

const cuts: { readonly [Each in Material]: Cut } = {
  ...{ glass: frosted, wood: burnt, ornament: gilded },
  ...{ terry: frosted, wool: frosted, linen: frosted },
}

// grain that stays within the letters: noise cut to their shape
const grainFilter = (id: string, frequency: string, matrix: string) =>
  `<filter id="${id}" x="-5%" y="-5%" width="110%" height="110%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="2" seed="7" result="noise"/><feColorMatrix in="noise" type="matrix" values="${matrix}"/><feComposite in2="SourceGraphic" operator="in"/></filter>`

export const etchingFilters = [
  '<filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation=".55"/></filter>',
  grainFilter('frost', '2.2', '0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 1.6 0 0 -.45'),
  grainFilter('char', '.35 2', '0 0 0 0 .08 0 0 0 0 .04 0 0 0 0 .02 0 1.5 0 0 -.5'),
  '<linearGradient id="leaf" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f1dba0"/><stop offset=".45" stop-color="#b8924c"/><stop offset=".6" stop-color="#ecd28f"/><stop offset="1" stop-color="#94702f"/></linearGradient>',
].join('')
