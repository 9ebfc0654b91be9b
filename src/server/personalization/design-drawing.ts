import type { NormalDesign } from '#domain/personalization/normal-design.ts'
import { type DesignVector, short } from '#server/personalization/design-vector.ts'
import { etched, etchingFilters } from '#server/personalization/etching.ts'
import { groundColor } from '#server/personalization/font-catalogue.ts'
import { ground, scene } from '#server/personalization/grounds.ts'
import { sewn, threadFilters } from '#server/personalization/thread.ts'

const opening = '<svg xmlns="http://www.w3.org/2000/svg"'

/** Where the middle of the words is in the picture; a band at a towel's foot keeps clear of them. */
const lift: { readonly [material: string]: number } = { terry: -6, wool: -4, linen: -3, ornament: 2 }

/** The picture of a design on its piece: preview, cart, confirmation and mail. SVG without any of the shopper's characters. */
export function pictureSvg(vector: DesignVector, design: NormalDesign, hash: string): string {
  const { material } = vector.lettering.arrangement
  const color = groundColor(material, design.ground)
  const { defs, body } = ground(material, color)
  const isSewn = vector.lines.some(({ stitches }) => stitches.length > 0)
  const words = isSewn ? sewn(vector) : etched(vector, material, color)
  const { width, height } = scene
  return [
    `${opening} width="800" height="1000" viewBox="${-width / 2} ${-height / 2} ${width} ${height}" data-hash="${hash}">`,
    `<defs>${defs}${isSewn ? threadFilters : etchingFilters}</defs>`,
    body,
    `<g transform="translate(0 ${lift[material] ?? 0})">${words}</g></svg>`,
  ].join('')
}

/** The same design for the machine: millimetres, each line's outline and threads in the order they are sewn. */
export function productionSvg(vector: DesignVector, design: NormalDesign, hash: string): string {
  const { left, top, right, bottom } = vector.lettering.box
  const [x, y, width, height] = [left - 2, top - 2, right - left + 4, bottom - top + 4].map(short)
  const lines = vector.lines.map(({ path, colorName, color, spacing, stitches }, at) => {
    const threads = stitches
      .map(({ x1, y1, x2, y2 }) => `M${short(x1)} ${short(y1)}L${short(x2)} ${short(y2)}`)
      .join('')
    return [
      `<g id="line-${at + 1}" data-color="${attribute(colorName)}">`,
      `<path class="outline" d="${path}" fill="${stitches.length > 0 ? 'none' : color}" stroke="${color}" stroke-width=".1"/>`,
      ...(threads === ''
        ? []
        : [`<path class="threads" d="${threads}" fill="none" stroke="${color}" stroke-width="${short(spacing)}"/>`]),
      '</g>',
    ].join('')
  })
  return [
    `${opening} width="${width}mm" height="${height}mm" viewBox="${x} ${y} ${width} ${height}" data-hash="${hash}"`,
    ` data-type="${design.type}" data-template="${attribute(design.template)}" data-location="${attribute(design.location)}">`,
    ...lines,
    '</svg>',
  ].join('')
}

/** A name of the catalogue within quotes. */
function attribute(text: string): string {
  return text.replace(/[^\p{L}\p{N} ._-]/gu, ' ')
}
