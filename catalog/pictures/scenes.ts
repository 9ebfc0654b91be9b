import type { Brand } from '#domain/variant.ts'
import { type Canvas, createCanvas } from './canvas.ts'
import { lit, mix } from './color.ts'
import { drawVase } from './decor.ts'
import { drawLamp } from './lighting.ts'
import { drawArt } from './on-the-wall.ts'
import { drawPlant, drawRoom, tones } from './room.ts'
import { drawSofa } from './seating.ts'
import { createStage, type Skin } from './stage.ts'
import { drawCabinet } from './storage.ts'
import { drawChair, drawPouf, drawTable } from './tables.ts'
import { drawPillow } from './textiles.ts'

const [width, height] = [1920, 1080]

const wood = (color: string): Skin => ({ material: 'wood', color })

function rug(canvas: Canvas, cx: number, cy: number, rx: number, ry: number, color: string, line: string): void {
  canvas.path(`M${cx - rx * 0.86} ${cy - ry}H${cx + rx * 0.86}L${cx + rx} ${cy + ry}H${cx - rx}Z`, color, {
    opacity: 0.94,
  })
  canvas.path(
    `M${cx - rx * 0.8} ${cy - ry * 0.8}H${cx + rx * 0.8}L${cx + rx * 0.92} ${cy + ry * 0.8}H${cx - rx * 0.92}Z`,
    'none',
    { stroke: line, 'stroke-width': 6, opacity: 0.6 },
  )
}

/** A living room of the brand, for the head of the home page: 1920 by 1080, calm at the upper left for words. */
export function livingScene(brand: Brand): string {
  const canvas = createCanvas(width, height)
  const tone = tones[brand]
  const isWarm = brand === 'CB'
  drawRoom(canvas, tone, 770)
  drawArt(
    canvas,
    1180,
    270,
    250,
    310,
    tone.dark,
    [lit(tone.wall, 0.4), tone.accent, tone.leaf, tone.floor],
    `${brand}one`,
  )
  drawArt(
    canvas,
    1470,
    270,
    250,
    310,
    tone.dark,
    [lit(tone.wall, 0.6), tone.floor, tone.accent, tone.leaf],
    `${brand}two`,
  )
  rug(canvas, 1220, 930, 640, 105, mix(tone.wall, '#ffffff', 0.45), isWarm ? tone.accent : '#3a3a3a')
  drawLamp(
    canvas,
    { width: 20, height: 62 },
    { kind: 'floor', shade: isWarm ? 'drum' : 'dome' },
    {
      shade: isWarm ? { material: 'fabric', color: '#efe6d6' } : { material: 'metal', color: '#26262a' },
      base: { material: 'metal', color: isWarm ? '#b08d57' : '#26262a' },
    },
    { cx: 830, floor: 842, unit: 8.4 },
  )
  const sofa = createStage(canvas, { scale: 8.6, floor: 905, middle: 1300 })
  drawSofa(
    sofa,
    { width: 92, depth: 38, height: isWarm ? 33 : 29 },
    { seats: isWarm ? 3 : 2, arm: isWarm ? 'round' : 'track', legs: isWarm ? 'taper' : 'plinth', back: 'loose' },
    { cover: { material: 'fabric', color: isWarm ? '#e0d5c4' : '#474748' }, legs: wood(tone.dark) },
  )
  drawPillow(canvas, 1080, 690, 150, 140, 'fabric', isWarm ? '#b5694a' : '#8d8f84', '#ffffff', 'plain')
  drawPillow(canvas, 1530, 694, 160, 130, 'fabric', isWarm ? '#a6ae98' : '#c9c8c4', '#ffffff', 'plain')
  const table = createStage(canvas, { scale: 8.6, floor: 1010, middle: 1230 })
  drawTable(
    table,
    { width: 44, depth: 22, height: 15 },
    { top: 'rect', legs: isWarm ? 'taper' : 'slab', shelf: false },
    { top: wood(isWarm ? '#a5713f' : '#34302d'), legs: wood(isWarm ? '#a5713f' : '#34302d') },
  )
  drawVase(canvas, 1150, 868, 40, 86, 'moon', { material: 'ceramic', color: isWarm ? '#f3ece0' : '#f3f3f0' }, true)
  drawPouf(canvas, 650, 980, 260, 150, { material: 'boucle', color: isWarm ? '#77805a' : '#5b6b1e' }, false)
  drawPlant(canvas, 1800, 900, 380, tone.leaf, `${brand}plant`, tone.wall)
  return canvas.svg()
}

/** A dining room of the brand, for the second scene of the home page: 1920 by 1080, calm at the right. */
export function diningScene(brand: Brand): string {
  const canvas = createCanvas(width, height)
  const tone = tones[brand]
  const isWarm = brand === 'CB'
  const dark = isWarm ? '#b98a5c' : '#34302d'
  drawRoom(canvas, tone, 760)
  const cabinet = createStage(canvas, { scale: 7.6, floor: 830, middle: 1500 })
  drawCabinet(
    cabinet,
    { width: 66, depth: 16, height: 32 },
    {
      columns: ['door', 'door', 'door'],
      base: isWarm ? 'legs' : 'plinth',
      knob: isWarm ? 'round' : 'none',
      front: isWarm ? 'cane' : 'fluted',
    },
    wood(isWarm ? '#9a6a40' : '#4a4542'),
    { material: 'metal', color: '#b08d57' },
  )
  drawVase(canvas, 1360, 586, 46, 130, 'urn', { material: 'ceramic', color: lit(tone.wall, 0.6) }, true)
  drawLamp(
    canvas,
    { width: 13, height: 22 },
    { kind: 'table', shade: isWarm ? 'drum' : 'globe', base: isWarm ? 'moon' : 'rod' },
    {
      shade: { material: 'fabric', color: '#efe6d6' },
      base: { material: 'ceramic', color: isWarm ? '#f1ece1' : '#26262a' },
    },
    { cx: 1650, floor: 586, unit: 8 },
  )
  rug(canvas, 680, 940, 620, 100, mix(tone.wall, '#ffffff', 0.4), isWarm ? '#5f7f8e' : '#3a3a3a')
  for (const middle of [400, 690, 980])
    drawChair(
      createStage(canvas, { scale: 9, floor: 880, middle }),
      { width: 20, depth: 20, height: 32 },
      { back: isWarm ? 'slats' : 'upholstered', frame: isWarm ? 'wood' : 'metal' },
      isWarm ? wood('#8a6240') : { material: 'leather', color: '#2c2b2a' },
      isWarm ? wood('#8a6240') : { material: 'metal', color: '#2a2a2a' },
    )
  drawTable(
    createStage(canvas, { scale: 9.6, floor: 985, middle: 690 }),
    { width: 92, depth: 36, height: 30 },
    { top: 'rect', legs: isWarm ? 'trestle' : 'slab' },
    { top: wood(dark), legs: wood(dark) },
  )
  drawVase(canvas, 690, 672, 64, 110, 'moon', { material: 'ceramic', color: isWarm ? '#c07a56' : '#f3f3f0' }, true)
  for (const cx of [500, 880])
    drawLamp(
      canvas,
      { width: 15, height: 11 },
      { kind: 'pendant', shade: isWarm ? 'dome' : 'cone' },
      {
        shade: { material: 'metal', color: isWarm ? '#77805a' : '#26262a' },
        base: { material: 'metal', color: '#b08d57' },
      },
      { cx, floor: 330, unit: 10 },
    )
  drawPlant(canvas, 120, 900, 360, tone.leaf, `${brand}dining`, tone.wall)
  return canvas.svg()
}
