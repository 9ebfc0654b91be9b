import type { FastifyInstance } from 'fastify'
import { measuresOfDrawing } from '#domain/catalog/dimension-drawing.ts'
import { measureText } from '#domain/catalog/measures.ts'
import type { Dimensions } from '#domain/catalog/sku.ts'
import type { Brand, Variant } from '#domain/variant.ts'
import { cacheControl } from '#server/http/cache-control.ts'
import '#server/http/fastify-request.ts'

/** Colours of a drawing: a picture of its own knows nothing of the page's custom properties. */
const inks = {
  CB: { paper: '#F7F4EF', face: '#FFFFFF', top: '#F1ECE3', side: '#E8E1D6', line: '#1F1D1A', quiet: '#5E5850' },
  CB2: { paper: '#F4F4F3', face: '#FFFFFF', top: '#EDEDEC', side: '#DFDFDD', line: '#111111', quiet: '#565656' },
} as const satisfies { readonly [Name in Brand]: object }

const sheet = { width: 640, height: 400, margin: 84 }
/** The depth runs back at an angle: so much of it to the right and up. */
const slant = 0.34

type Ink = (typeof inks)[Brand]
type Box = { readonly left: number; readonly top: number; readonly w: number; readonly h: number; readonly d: number }

/** A piece drawn to scale from its measures, each with its figure (PDP-10): an SVG of its own. */
export function dimensionDrawing(measures: Dimensions, { brand, country }: Pick<Variant, 'brand' | 'country'>): string {
  const ink = inks[brand]
  const { width, depth, height, diameter } = measures
  const across = width || diameter
  const back = diameter > 0 ? diameter : depth
  // what has no height lies flat: its depth is drawn upright
  const isFlat = height === 0
  const [upright, away] = isFlat ? [back, 0] : [height, back]
  const room = { w: sheet.width - 2 * sheet.margin, h: sheet.height - 2 * sheet.margin }
  const isRound = diameter > 0
  const scale = Math.min(
    room.w / (across + (isRound ? 0 : away * slant)),
    room.h / (upright + (isRound ? away * slant : away * slant)),
  )
  const [w, h, d] = [across * scale, upright * scale, away * slant * scale]
  const box = {
    left: (sheet.width - w - (isRound ? 0 : d)) / 2,
    top: (sheet.height - h + d) / 2 - 8,
    w,
    h,
    d,
  }
  const say = (figure: number) => measureText(figure, measures.systemOfMeasure, country)
  const shapes = isRound ? cylinder(box, ink) : block(box, ink)
  const figures = [
    { x: box.left + w / 2, y: box.top + h + (isRound ? d / 2 : 0) + 34, text: say(across), anchor: 'middle' },
    { x: box.left - 22, y: box.top + h / 2 + 5, text: say(upright), anchor: 'end' },
    ...(away > 0 && !isRound
      ? [{ x: box.left + w + d / 2 + 20, y: box.top + h - d / 2 + 16, text: say(away), anchor: 'start' }]
      : []),
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${sheet.width} ${sheet.height}" width="${sheet.width}" height="${sheet.height}">`,
    `<rect width="${sheet.width}" height="${sheet.height}" fill="${ink.paper}"/>`,
    `<g stroke="${ink.line}" stroke-width="1.25" stroke-linejoin="round">${shapes}</g>`,
    `<path fill="none" stroke="${ink.quiet}" d="${measureLines(box, isRound)}"/>`,
    `<g font-family="Figtree, Archivo, system-ui, sans-serif" font-size="17" fill="${ink.line}">`,
    ...figures.map(figureText),
    '</g></svg>',
  ].join('')
}

/** The second unit stands under the first: beside it there is no room. */
function figureText({ x, y, text, anchor }: { x: number; y: number; text: string; anchor: string }): string {
  const [first = '', second] = text.split(/ (?=\()/)
  const under = second === undefined ? '' : `<tspan x="${r(x)}" dy="20">${second}</tspan>`
  return `<text x="${r(x)}" y="${r(y)}" text-anchor="${anchor}">${first}${under}</text>`
}

function block({ left, top, w, h, d }: Box, ink: Ink): string {
  return [
    `<path fill="${ink.top}" d="M${r(left)} ${r(top)}l${r(d)} ${r(-d)}h${r(w)}l${r(-d)} ${r(d)}z"/>`,
    `<path fill="${ink.side}" d="M${r(left + w)} ${r(top)}l${r(d)} ${r(-d)}v${r(h)}l${r(-d)} ${r(d)}z"/>`,
    `<path fill="${ink.face}" d="M${r(left)} ${r(top)}h${r(w)}v${r(h)}h${r(-w)}z"/>`,
  ].join('')
}

function cylinder({ left, top, w, h, d }: Box, ink: Ink): string {
  const arc = `a${r(w / 2)} ${r(d / 2)} 0 0 0`
  return [
    `<path fill="${ink.face}" d="M${r(left)} ${r(top)}v${r(h)}${arc} ${r(w)} 0v${r(-h)}z"/>`,
    `<ellipse fill="${ink.top}" cx="${r(left + w / 2)}" cy="${r(top)}" rx="${r(w / 2)}" ry="${r(d / 2)}"/>`,
  ].join('')
}

/** A line with a tick at each end below, at the left and, of what is not round, along the depth. */
function measureLines({ left, top, w, h, d }: Box, isRound: boolean): string {
  const below = top + h + (isRound ? d / 2 : 0) + 12
  const beside = left - 12
  const width = `M${r(left)} ${r(below)}h${r(w)}m0-5v10M${r(left)} ${r(below - 5)}v10`
  const height = `M${r(beside)} ${r(top)}v${r(h)}m-5 0h10M${r(beside - 5)} ${r(top)}h10`
  const depth = isRound || d === 0 ? '' : `M${r(left + w + 9)} ${r(top + h + 9)}l${r(d)} ${r(-d)}`
  return width + height + depth
}

/** A tenth is fine enough. */
function r(figure: number): number {
  return Math.round(figure * 10) / 10
}

/** Drawings by their measures; an address never means another drawing, so it is kept for ever. */
export function drawingRoutes(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/drawings/:file', (request, reply) => {
    const measures = measuresOfDrawing(request.params.file)
    if (measures === undefined) return reply.callNotFound()
    return reply
      .headers({
        'content-type': 'image/svg+xml; charset=utf-8',
        'cache-control': cacheControl.forEver,
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      })
      .send(dimensionDrawing(measures, request.site.variant))
  })
}
