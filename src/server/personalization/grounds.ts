import type { Material } from '#server/personalization/font-catalogue.ts'
import { lightness, shade } from '#server/personalization/shades.ts'

/** The picture's room in millimetres, its middle at 0, 0: four to five, as all pictures of pieces. */
export const scene = { width: 100, height: 125 } as const

const left = -scene.width / 2
const top = -scene.height / 2
const all = `x="${left}" y="${top}" width="${scene.width}" height="${scene.height}"`

/** The piece close by, in its own colour, as SVG: definitions and what is drawn. */
export function ground(material: Material, color: string): { readonly defs: string; readonly body: string } {
  const { defs, body } = surfaces[material](color)
  const light = `<radialGradient id="light" gradientUnits="userSpaceOnUse" cx="-22" cy="-34" r="118"><stop offset="0" stop-color="#fff" stop-opacity=".2"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".24"/></radialGradient>`
  return { defs: defs + light, body: `${body}<rect ${all} fill="url(#light)"/>` }
}

type Surface = (color: string) => { readonly defs: string; readonly body: string }

const noise = (id: string, frequency: string, matrix: string, octaves = 2) =>
  `<filter id="${id}" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="${octaves}" seed="3"/><feColorMatrix type="matrix" values="${matrix}"/></filter>`
const dark = (alpha: string) => `0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 ${alpha}`

const linen: Surface = (color) => {
  const [deep, high] = [shade(color, -0.2), shade(color, 0.28)]
  return {
    defs: `<pattern id="weave" width="1.6" height="1.6" patternUnits="userSpaceOnUse"><rect width="1.6" height="1.6" fill="${color}"/><path d="M0 .4h1.6M0 1.2h1.6" stroke="${deep}" stroke-width=".3" stroke-opacity=".5"/><path d="M.4 0v.8M1.2 .8v.8" stroke="${high}" stroke-width=".52" stroke-opacity=".75"/><path d="M1.2 0v.8M.4 .8v.8" stroke="${deep}" stroke-width=".34" stroke-opacity=".4"/></pattern>${noise('slub', '.03 .9', dark('.9 0 0 -.38'))}`,
    body: `<rect ${all} fill="url(#weave)"/><rect ${all} filter="url(#slub)" opacity=".5"/>${hem(color)}`,
  }
}

/** The mitred hem of a corner, with its stitching. */
function hem(color: string): string {
  const [x, y] = [39, 51]
  return `<path d="M${left} ${y}H${x}V${top}" fill="none" stroke="#000" stroke-opacity=".24" stroke-width=".5"/><path d="M${x} ${y}L50 62.5" stroke="#000" stroke-opacity=".24" stroke-width=".4"/><path d="M${left} ${y - 1.6}H${x - 1.6}V${top}" fill="none" stroke="${shade(color, lightness(color) > 0.5 ? -0.32 : 0.35)}" stroke-width=".5" stroke-dasharray="1.7 .9" stroke-linecap="round"/><path d="M${left} ${y}H${x}V${top}H50V62.5H${left}z" fill="#fff" fill-opacity=".07"/>`
}

const terry: Surface = (color) => {
  const [deep, high] = [shade(color, -0.26), shade(color, 0.4)]
  return {
    defs: `<pattern id="loops" width="2.2" height="1.9" patternUnits="userSpaceOnUse"><rect width="2.2" height="1.9" fill="${deep}"/><circle cx=".55" cy=".5" r=".66" fill="${color}"/><circle cx="1.65" cy="1.45" r=".66" fill="${color}"/><circle cx=".42" cy=".36" r=".28" fill="${high}" fill-opacity=".8"/><circle cx="1.52" cy="1.3" r=".28" fill="${high}" fill-opacity=".8"/></pattern><pattern id="band" width="1" height="1.4" patternUnits="userSpaceOnUse"><rect width="1" height="1.4" fill="${color}"/><path d="M0 .35h1M0 1.05h1" stroke="${deep}" stroke-width=".28" stroke-opacity=".7"/><path d="M.2 0v.7M.7 .7v.7" stroke="${high}" stroke-width=".3"/></pattern>${noise('pile', '.6', dark('1.2 0 0 -.5'))}`,
    body: `<rect ${all} fill="url(#loops)"/><rect ${all} filter="url(#pile)" opacity=".3"/>${[34, 39.5].map((y, at) => `<rect x="${left}" y="${y}" width="100" height="${at === 0 ? 3 : 10}" fill="url(#band)"/><path d="M${left} ${y}h100" stroke="#000" stroke-opacity=".25" stroke-width=".5"/><path d="M${left} ${y + (at === 0 ? 3 : 10)}h100" stroke="#fff" stroke-opacity=".3" stroke-width=".4"/>`).join('')}`,
  }
}

const wool: Surface = (color) => {
  const [deep, high] = [shade(color, -0.24), shade(color, 0.24)]
  return {
    defs: `<pattern id="twill" width="2.4" height="2.4" patternUnits="userSpaceOnUse" patternTransform="rotate(28)"><rect width="2.4" height="2.4" fill="${color}"/><path d="M0 .6h2.4" stroke="${high}" stroke-width=".7" stroke-opacity=".6"/><path d="M0 1.8h2.4" stroke="${deep}" stroke-width=".6" stroke-opacity=".6"/></pattern>${noise('fuzz', '.5 .9', dark('1.6 0 0 -.72'), 3)}`,
    body: `<rect ${all} fill="url(#twill)"/><rect ${all} filter="url(#fuzz)" opacity=".34"/>${fringe(color)}`,
  }
}

function fringe(color: string): string {
  const strands = Array.from({ length: 34 }, (_, at) => {
    const x = left + 1.5 + at * 3
    return `M${x} 47q${at % 2 === 0 ? 0.9 : -0.8} 8 ${at % 3 === 0 ? -0.6 : 0.5} 16`
  }).join('')
  return `<rect x="${left}" y="47" width="100" height="16" fill="#e9e4da"/><path d="${strands}" transform="translate(.5 .5)" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="1.7"/><path d="${strands}" fill="none" stroke="${color}" stroke-width="1.7"/><path d="${strands}" transform="translate(-.3 0)" fill="none" stroke="${shade(color, 0.3)}" stroke-width=".5" stroke-opacity=".7"/><path d="M${left} 47h100" stroke="${shade(color, -0.35)}" stroke-width="1"/>`
}

const glass: Surface = (color) => ({
  defs: `<linearGradient id="round" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="${shade(color, -0.5)}"/><stop offset=".07" stop-color="${shade(color, 0.35)}"/><stop offset=".16" stop-color="${shade(color, -0.18)}"/><stop offset=".5" stop-color="${shade(color, -0.3)}"/><stop offset=".84" stop-color="${shade(color, -0.14)}"/><stop offset=".94" stop-color="${shade(color, 0.3)}"/><stop offset="1" stop-color="${shade(color, -0.45)}"/></linearGradient><linearGradient id="depth" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".28"/><stop offset=".4" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#0c1615" stop-opacity=".32"/></linearGradient><filter id="gleam" x="-50%" y="-10%" width="200%" height="120%"><feGaussianBlur stdDeviation="1.1"/></filter>`,
  body: `<rect ${all} fill="url(#round)"/><rect ${all} fill="url(#depth)"/><path d="M-40 -56q-3.4 46 0 94l5.4 3q-3-50 .4-95z" fill="#fff" fill-opacity=".6" filter="url(#gleam)"/><path d="M38 -50q2.6 40 .4 82l-2 1.4q1.6-44-.4-82z" fill="#fff" fill-opacity=".42" filter="url(#gleam)"/><path d="M${left} 55q50 7 100 0v8H${left}z" fill="#fff" fill-opacity=".2"/><path d="M${left} 55q50 7 100 0" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width=".6"/>`,
})

const wood: Surface = (color) => ({
  defs: `${noise('grain', '.006 .16', `0 0 0 0 .12 0 0 0 0 .06 0 0 0 0 .02 0 0 2.4 0 -.95`, 4)}${noise('pores', '.05 1.3', '0 0 0 0 .08 0 0 0 0 .04 0 0 0 0 .01 0 3 0 0 -1.75', 2)}`,
  body: `<rect ${all} fill="${color}"/><rect ${all} filter="url(#grain)" opacity=".62"/><rect ${all} filter="url(#pores)" opacity=".5"/>`,
})

const ornament: Surface = (color) => ({
  defs: `<radialGradient id="ball" gradientUnits="userSpaceOnUse" cx="-14" cy="-20" r="62"><stop offset="0" stop-color="${shade(color, 0.4)}"/><stop offset=".35" stop-color="${color}"/><stop offset="1" stop-color="${shade(color, -0.6)}"/></radialGradient><filter id="gleam" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="2"/></filter>`,
  body: `<rect ${all} fill="#ece7de"/><ellipse cx="4" cy="52" rx="34" ry="4" fill="#000" fill-opacity=".22" filter="url(#gleam)"/><rect x="-5" y="-52" width="10" height="9" rx="1.6" fill="#b8924c"/><circle r="45" cy="2" fill="url(#ball)"/><ellipse cx="-17" cy="-22" rx="9" ry="6" transform="rotate(-38 -17 -22)" fill="#fff" fill-opacity=".5" filter="url(#gleam)"/>`,
})

const surfaces: { readonly [Each in Material]: Surface } = { linen, terry, wool, glass, wood, ornament }
