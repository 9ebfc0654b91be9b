import { drawBed } from './beds.ts'
import type { Canvas } from './canvas.ts'
import { lit, mix, shaded } from './color.ts'
import { drawBasket, drawCandle, drawTray, drawVase } from './decor.ts'
import type { Drawing, Subject } from './drawing.ts'
import { drawGlass } from './glass.ts'
import { drawCook, drawMug } from './kitchen.ts'
import { drawLamp } from './lighting.ts'
import { drawArt, drawClock, drawMirror } from './on-the-wall.ts'
import {
  drawFire,
  drawFrameSeat,
  drawGiftCard,
  drawLantern,
  drawOrnament,
  drawSapling,
  drawUmbrella,
} from './outdoor-and-gifts.ts'
import { centre, footOf, unitOf } from './place.ts'
import { profiles } from './profiles.ts'
import { drawSofa } from './seating.ts'
import { createStage, type Skin, type Stage } from './stage.ts'
import { drawCabinet, drawShelf } from './storage.ts'
import { drawChair, drawPouf, drawTable } from './tables.ts'
import { drawCurtains, drawFolded, drawPillow, drawRug } from './textiles.ts'
import { drawHandle, drawPlate, drawStack, drawTurned } from './vessels.ts'

type Draw<Kind extends Drawing['kind']> = (
  canvas: Canvas,
  drawing: Extract<Drawing, { kind: Kind }>,
  subject: Subject,
) => void

function stageOf(canvas: Canvas, subject: Subject): Stage {
  return createStage(canvas, { scale: unitOf(subject), floor: footOf(subject) })
}

const draws: { readonly [Kind in Drawing['kind']]: Draw<Kind> } = {
  sofa: (canvas, drawing, subject) =>
    drawSofa(stageOf(canvas, subject), subject, drawing, {
      cover: { material: drawing.cover ?? 'fabric', color: subject.paints.main },
      legs:
        drawing.legs === 'metal'
          ? { material: 'metal', color: subject.paints.metal }
          : { material: 'wood', color: subject.paints.wood },
    }),
  table: (canvas, drawing, subject) => {
    const { main, metal } = subject.paints
    const surface = drawing.surface ?? 'wood'
    const legs: Skin =
      drawing.legs === 'hairpin'
        ? { material: 'metal', color: metal }
        : surface === 'wood'
          ? { material: 'wood', color: main }
          : { material: 'plain', color: subject.paints.second }
    drawTable(stageOf(canvas, subject), subject, drawing, { top: { material: surface, color: main }, legs })
  },
  chair: (canvas, drawing, subject) => {
    const { main, wood, metal } = subject.paints
    const isWhole = drawing.seat === 'frame'
    const frame: Skin =
      drawing.frame === 'wood'
        ? { material: 'wood', color: isWhole ? main : wood }
        : { material: 'metal', color: isWhole ? main : metal }
    drawChair(
      stageOf(canvas, subject),
      subject,
      drawing,
      isWhole ? frame : { material: drawing.seat ?? 'fabric', color: main },
      frame,
    )
  },
  frameSeat: (canvas, drawing, subject) =>
    drawFrameSeat(
      stageOf(canvas, subject),
      subject,
      drawing.seats,
      { material: 'wood', color: subject.paints.wood },
      { material: 'fabric', color: subject.paints.main },
    ),
  pouf: (canvas, drawing, subject) => {
    const unit = unitOf(subject) * 0.86
    drawPouf(
      canvas,
      480,
      footOf(subject),
      subject.width * unit,
      subject.height * unit,
      { material: drawing.cover ?? 'fabric', color: subject.paints.main },
      drawing.isSquare ?? false,
    )
  },
  cabinet: (canvas, drawing, subject) =>
    drawCabinet(
      stageOf(canvas, subject),
      subject,
      drawing,
      { material: 'wood', color: subject.paints.main },
      { material: 'metal', color: subject.paints.metal },
    ),
  shelf: (canvas, drawing, subject) =>
    drawShelf(
      stageOf(canvas, subject),
      subject,
      drawing.shelves,
      { material: drawing.isOpen ? 'metal' : 'wood', color: subject.paints.main },
      drawing.isOpen ?? false,
    ),
  bed: (canvas, drawing, subject) =>
    drawBed(
      stageOf(canvas, subject),
      subject,
      drawing,
      { material: drawing.cover ?? 'wood', color: subject.paints.main },
      { sheet: '#f4f1ea', cover: subject.paints.second },
    ),
  lamp: (canvas, drawing, subject) => {
    const unit = Math.min(unitOf(subject), drawing.lamp === 'pendant' ? 560 / subject.width : 40)
    const { main, second, metal } = subject.paints
    const isMainShade = drawing.shadeCloth !== true
    drawLamp(
      canvas,
      subject,
      { ...drawing, kind: drawing.lamp },
      {
        shade: isMainShade ? { material: 'metal', color: main } : { material: 'fabric', color: second },
        base: { material: drawing.baseMaterial ?? 'metal', color: isMainShade ? metal : main },
      },
      { cx: 480, floor: drawing.lamp === 'pendant' ? 760 : centre + (subject.height * unit) / 2, unit },
    )
  },
  rug: (canvas, drawing, { width, depth, paints }) => {
    const unit = Math.min(660 / width, 940 / depth)
    drawRug(
      canvas,
      480,
      600,
      width * unit,
      depth * unit,
      drawing.pattern,
      paints.main,
      paints.second,
      drawing.hasFringe ?? false,
    )
  },
  turned: (canvas, drawing, { width, height, paints }) => {
    const unit = Math.min(620 / width, 560 / height)
    drawTurned(
      canvas,
      profiles[drawing.profile],
      { cx: 480, floor: 850, radius: (width * unit) / 2, height: height * unit, flat: 0.2 },
      { material: drawing.surface ?? 'ceramic', color: paints.main },
      drawing.isClosed ? false : lit(paints.main, 0.2),
    )
  },
  vase: (canvas, drawing, { width, height, paints }) => {
    const unit = Math.min(430 / width, (drawing.hasBranch ? 420 : 600) / height)
    drawVase(
      canvas,
      480,
      900,
      (width * unit) / 2,
      height * unit,
      drawing.profile,
      { material: drawing.surface ?? 'ceramic', color: paints.main },
      drawing.hasBranch ?? false,
    )
  },
  glass: (canvas, drawing, { width, height, paints }) => {
    const count = drawing.count ?? 1
    const unit = Math.min((count === 1 ? 460 : 720 / count) / width, 600 / height)
    const spots = count === 1 ? [480] : count === 2 ? [310, 650] : [220, 480, 740]
    for (const [index, cx] of spots.entries()) {
      drawGlass(
        canvas,
        profiles[drawing.profile],
        { cx, floor: 870 + (index % 2) * 26, radius: (width * unit) / 2, height: height * unit, flat: 0.16 },
        paints.main,
        drawing.stem ?? 0,
        index === 0 || count === 1 ? drawing.fill : undefined,
      )
    }
  },
  jug: (canvas, _drawing, { paints }) => {
    drawHandle(canvas, 610, 450, 720, 150, 34, paints.main)
    drawTurned(
      canvas,
      profiles.jug,
      { cx: 470, floor: 880, radius: 200, height: 490, flat: 0.16 },
      { material: 'ceramic', color: paints.main },
      lit(paints.main, 0.2),
    )
  },
  plate: (canvas, _drawing, { paints }) => drawPlate(canvas, 480, 600, 350, paints.main, paints.second),
  setting: (canvas, _drawing, { paints }) => {
    drawPlate(canvas, 450, 610, 330, paints.main, paints.second)
    drawPlate(canvas, 450, 600, 230, lit(paints.main, 0.12), paints.second)
    drawPlate(canvas, 768, 350, 130, mix(paints.main, paints.second, 0.3), paints.second)
  },
  stack: (canvas, drawing, { width, height, paints }) => {
    const radius = Math.min(310, (520 / Math.max(height, 1)) * (width / 2))
    drawStack(
      canvas,
      480,
      850,
      radius,
      drawing.count,
      paints.main,
      profiles[drawing.profile],
      drawing.profile === 'disc' ? 44 : Math.min(150, radius * 0.42),
    )
  },
  mug: (canvas, drawing, { paints }) => drawMug(canvas, { material: 'ceramic', color: paints.main }, drawing.count),
  pillow: (canvas, drawing, { width, height, paints }) => {
    const unit = Math.min(640 / width, 560 / height)
    drawPillow(
      canvas,
      480,
      850 - (height * unit) / 2,
      width * unit,
      height * unit,
      drawing.cover ?? 'fabric',
      paints.main,
      paints.second,
      drawing.trim,
    )
  },
  folded: (canvas, drawing, { paints }) => {
    const colors = Array.from({ length: drawing.count }, (_, index) =>
      index % 2 === 1 && drawing.count > 2 ? mix(paints.main, paints.second, 0.6) : paints.main,
    )
    drawFolded(
      canvas,
      480,
      850,
      600,
      drawing.count > 2 ? 112 : drawing.count > 1 ? 150 : 200,
      colors,
      drawing.cover ?? 'fabric',
      drawing.edge,
      drawing.mark,
    )
  },
  curtains: (canvas, _drawing, { paints }) => drawCurtains(canvas, paints.main, paints.metal),
  cook: (canvas, drawing, { paints }) =>
    drawCook(
      canvas,
      drawing.cook,
      { material: drawing.surface ?? 'ceramic', color: paints.main },
      paints.wood,
      drawing.letter ?? '',
    ),
  mirror: (canvas, drawing, { width, height, paints }) => {
    const unit = Math.min(600 / width, 820 / height)
    drawMirror(canvas, 480, 600, width * unit, height * unit, drawing.shape, {
      material: drawing.frame ?? 'wood',
      color: paints.main,
    })
  },
  art: (canvas, _drawing, { width, height, paints }) => {
    const unit = Math.min(620 / width, 800 / height)
    drawArt(
      canvas,
      480,
      600,
      width * unit,
      height * unit,
      paints.wood,
      [lit(paints.second, 0.5), paints.main, paints.second, shaded(paints.main, 0.25), paints.wood],
      paints.main,
    )
  },
  basket: (canvas, drawing, { width, height, paints }) => {
    const unit = Math.min(480 / width, 520 / height)
    drawBasket(canvas, 480, 890, (width * unit) / 2, height * unit, paints.main, drawing.hasHandles ?? false)
  },
  candle: (canvas, drawing, { paints }) =>
    drawCandle(canvas, { material: drawing.surface ?? 'ceramic', color: paints.main }, drawing.candle),
  tray: (canvas, drawing, { paints }) =>
    drawTray(
      canvas,
      { material: drawing.surface ?? 'wood', color: paints.main },
      drawing.isBox ?? false,
      drawing.letter ?? '',
    ),
  clock: (canvas, _drawing, { paints }) => drawClock(canvas, { material: 'metal', color: paints.main }),
  umbrella: (canvas, _drawing, { paints }) => drawUmbrella(canvas, paints.main, paints.wood),
  fire: (canvas, _drawing, { paints }) => drawFire(canvas, { material: 'stone', color: paints.main }),
  lantern: (canvas, _drawing, { paints }) => drawLantern(canvas, paints.main),
  giftCard: (canvas, drawing, { paints, amount }) => drawGiftCard(canvas, paints.main, drawing.mark, amount ?? ''),
  sapling: (canvas, _drawing, { paints }) => drawSapling(canvas, paints.main),
  ornament: (canvas, drawing, { paints }) => drawOrnament(canvas, paints.main, drawing.letter ?? ''),
}

/** Draws a subject in the middle of a picture of 960 by 1200, without any ground. */
export function drawSubject(canvas: Canvas, subject: Subject): void {
  const draw = draws[subject.drawing.kind] as Draw<Drawing['kind']>
  draw(canvas, subject.drawing, subject)
}
