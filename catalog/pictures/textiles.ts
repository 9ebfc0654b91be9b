import { type Canvas, chance, num, type Point, softShape } from './canvas.ts'
import { lit, shaded } from './color.ts'
import { fillShape, grain, type Material } from './material.ts'

export type RugPattern = 'plain' | 'stripe' | 'border' | 'diamond' | 'arches' | 'grid' | 'medallion'

/** A rug from above, lying in the light. `w` and `h` in pixels. */
export function drawRug(
  canvas: Canvas,
  cx: number,
  cy: number,
  w: number,
  h: number,
  pattern: RugPattern,
  color: string,
  second: string,
  hasFringe: boolean,
): void {
  const [x, y] = [cx - w / 2, cy - h / 2]
  canvas.rect(x + 6, y + 12, w, h, '#1d1712', { opacity: 0.3, filter: canvas.blur(14) })
  if (hasFringe) {
    let d = ''
    for (let at = x + 3; at < x + w - 2; at += 9) d += `M${num(at)} ${num(y)}l-1 -17M${num(at)} ${num(y + h)}l1 17`
    canvas.line(d, lit(color, 0.45), 2.6, 0.9)
  }
  canvas.rect(
    x,
    y,
    w,
    h,
    canvas.linear(0, 0, 1, 1, [
      [0, lit(color, 0.14)],
      [0.6, color],
      [1, shaded(color, 0.1)],
    ]),
    { rx: 4 },
  )
  canvas.group({ 'clip-path': canvas.clip(`M${num(x)} ${num(y)}h${num(w)}v${num(h)}h${num(-w)}Z`) }, () =>
    drawMotif(canvas, x, y, w, h, pattern, second),
  )
  canvas.rect(x, y, w, h, grain(canvas, 'fabric', color) ?? 'none', { opacity: 0.9 })
}

function drawMotif(
  canvas: Canvas,
  x: number,
  y: number,
  w: number,
  h: number,
  pattern: RugPattern,
  second: string,
): void {
  switch (pattern) {
    case 'plain': {
      const next = chance(`rug${second}`)
      for (let at = y + 10; at < y + h; at += 14)
        canvas.line(`M${num(x)} ${num(at + next() * 4)}H${num(x + w)}`, second, 1 + next() * 3, 0.08 + next() * 0.12)
      return
    }
    case 'stripe':
      for (let at = y + 46; at < y + h - 20; at += 74)
        canvas.rect(x, at, w, at % 3 < 1 ? 16 : 7, second, { opacity: 0.85 })
      return
    case 'border':
      canvas.rect(x + 34, y + 34, w - 68, h - 68, 'none', { stroke: second, 'stroke-width': 12 })
      canvas.rect(x + 60, y + 60, w - 120, h - 120, 'none', { stroke: second, 'stroke-width': 3 })
      return
    case 'grid':
      for (let at = x + w / 6; at < x + w - 2; at += w / 6)
        canvas.line(`M${num(at)} ${num(y)}V${num(y + h)}`, second, 5, 0.85)
      for (let at = y + w / 6; at < y + h - 2; at += w / 6)
        canvas.line(`M${num(x)} ${num(at)}H${num(x + w)}`, second, 5, 0.85)
      return
    case 'diamond': {
      const size = w / 4
      let d = ''
      for (let row = 0; row * size < h + size; row += 1)
        for (let column = 0; column < 5; column += 1) {
          const [px, py] = [x + column * size, y + row * size]
          d += `M${num(px)} ${num(py - size / 2)}l${num(size / 2)} ${num(size / 2)}l${num(-size / 2)} ${num(size / 2)}l${num(-size / 2)} ${num(-size / 2)}Z`
        }
      canvas.line(d, second, 5, 0.85)
      return
    }
    case 'arches':
      for (let row = 0; row * 120 < h; row += 1)
        for (let column = 0; column < 5; column += 1) {
          const px = x + (column + (row % 2 ? 0.5 : 0)) * (w / 4)
          for (const r of [w / 8 - 8, w / 8 - 26, w / 8 - 44])
            if (r > 6)
              canvas.line(
                `M${num(px - r)} ${num(y + row * 120 + 120)}v-30a${num(r)} ${num(r)} 0 0 1 ${num(r * 2)} 0v30`,
                second,
                7,
                0.8,
              )
        }
      return
    case 'medallion':
      canvas.rect(x + 30, y + 30, w - 60, h - 60, 'none', { stroke: second, 'stroke-width': 20, opacity: 0.8 })
      canvas.rect(x + 62, y + 62, w - 124, h - 124, 'none', { stroke: second, 'stroke-width': 4, opacity: 0.7 })
      for (const share of [1, 0.74, 0.46, 0.2]) {
        const [rx, ry] = [w * 0.27 * share, h * 0.27 * share]
        canvas.path(
          `M${num(x + w / 2)} ${num(y + h / 2 - ry)}Q${num(x + w / 2 + rx * 0.5)} ${num(y + h / 2 - ry * 0.5)} ${num(x + w / 2 + rx)} ${num(y + h / 2)}Q${num(x + w / 2 + rx * 0.5)} ${num(y + h / 2 + ry * 0.5)} ${num(x + w / 2)} ${num(y + h / 2 + ry)}Q${num(x + w / 2 - rx * 0.5)} ${num(y + h / 2 + ry * 0.5)} ${num(x + w / 2 - rx)} ${num(y + h / 2)}Q${num(x + w / 2 - rx * 0.5)} ${num(y + h / 2 - ry * 0.5)} ${num(x + w / 2)} ${num(y + h / 2 - ry)}Z`,
          'none',
          { stroke: second, 'stroke-width': 7, opacity: 0.8 },
        )
      }
  }
}

export type PillowTrim = 'plain' | 'stripe' | 'fringe' | 'button' | 'channel'

/** A plump pillow standing. */
export function drawPillow(
  canvas: Canvas,
  cx: number,
  cy: number,
  w: number,
  h: number,
  material: Material,
  color: string,
  second: string,
  trim: PillowTrim,
): void {
  const [x, y] = [w / 2, h / 2]
  const corner = (sx: number, sy: number): Point => [cx + sx * x * 0.97, cy + sy * y * 0.97]
  // plump: the sides swell, the corners are drawn out
  const [a, b] = [x * 0.97, y * 0.97]
  const d = `M${num(cx - a)} ${num(cy - b)}C${num(cx - x * 0.55)} ${num(cy - y * 0.99)} ${num(cx - x * 0.4)} ${num(cy - y * 1.05)} ${num(cx)} ${num(cy - y * 1.04)}S${num(cx + x * 0.55)} ${num(cy - y * 0.99)} ${num(cx + a)} ${num(cy - b)}C${num(cx + x * 0.99)} ${num(cy - y * 0.55)} ${num(cx + x * 1.04)} ${num(cy - y * 0.4)} ${num(cx + x * 1.03)} ${num(cy)}S${num(cx + x * 0.99)} ${num(cy + y * 0.55)} ${num(cx + a)} ${num(cy + b)}C${num(cx + x * 0.55)} ${num(cy + y * 0.99)} ${num(cx + x * 0.4)} ${num(cy + y * 1.04)} ${num(cx)} ${num(cy + y * 1.03)}S${num(cx - x * 0.55)} ${num(cy + y * 0.99)} ${num(cx - a)} ${num(cy + b)}C${num(cx - x * 0.99)} ${num(cy + y * 0.55)} ${num(cx - x * 1.04)} ${num(cy + y * 0.4)} ${num(cx - x * 1.03)} ${num(cy)}S${num(cx - x * 0.99)} ${num(cy - y * 0.55)} ${num(cx - a)} ${num(cy - b)}Z`
  canvas.ellipse(cx, cy + y + 2, x * 1.02, 22, '#1d1712', { opacity: 0.34, filter: canvas.blur(14) })
  if (trim === 'fringe')
    for (const side of [-1, 1]) {
      let lines = ''
      for (let at = -y + 8; at < y; at += 10)
        lines += `M${num(cx + side * x * 0.955)} ${num(cy + at)}l${num(side * 30)} 2`
      canvas.line(lines, lit(color, 0.2), 3.4)
    }
  fillShape(canvas, d, material, color, 'front', 'pillow')
  canvas.group({ 'clip-path': canvas.clip(d) }, () => {
    if (trim === 'stripe')
      for (const share of [-0.72, -0.62, 0.62, 0.72])
        canvas.rect(cx + share * x - 9, cy - y, 18, h, second, { opacity: 0.85 })
    if (trim === 'channel')
      for (let at = -x; at < x; at += w / 9)
        canvas.line(`M${num(cx + at)} ${num(cy - y)}V${num(cy + y)}`, '#241a12', 4, 0.16)
  })
  canvas.path(
    d,
    canvas.radial(0.4, 0.34, 0.78, [
      [0, '#fffaf0', 0.2],
      [0.35, '#fffaf0', 0.09],
      [0.62, '#1d1712', 0],
      [1, '#1d1712', 0.24],
    ]),
  )
  if (trim === 'button') canvas.ellipse(cx, cy, 16, 16, shaded(color, 0.3))
  for (const [sx, sy] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const) {
    const [px, py] = corner(sx, sy)
    canvas.line(
      `M${num(px - sx * 12)} ${num(py - sy * 12)}L${num(px - sx * w * 0.13)} ${num(py - sy * h * 0.1)}`,
      '#241a12',
      3,
      0.14,
    )
  }
}

/** Folded cloth in a pile: throws, towels, sheets, napkins. */
export function drawFolded(
  canvas: Canvas,
  cx: number,
  floor: number,
  w: number,
  each: number,
  colors: readonly string[],
  material: Material,
  edge: 'hem' | 'fringe' | 'stripe' | 'plain',
  mark = '',
): void {
  canvas.ellipse(cx, floor + 4, w * 0.54, 24, '#1d1712', { opacity: 0.34, filter: canvas.blur(14) })
  colors.forEach((color, index) => {
    const y = floor - index * each * 0.97
    const wide = w * (1 - (index % 2) * 0.025 - index * 0.01)
    const [x0, x1] = [cx - wide / 2, cx + wide / 2]
    const d = softShape(
      [
        [x0, y - each],
        [x1, y - each],
        [x1, y],
        [x0, y],
      ],
      each * 0.46,
      each * 0.03,
    )
    fillShape(canvas, d, material, color, 'front', `fold${index}`)
    // the folds at the front edge
    for (const share of [0.34, 0.66])
      canvas.line(
        `M${num(x0 + each * 0.2)} ${num(y - each * share)}Q${num(cx)} ${num(y - each * (share - 0.06))} ${num(x1 - each * 0.12)} ${num(y - each * share)}`,
        '#241a12',
        2.6,
        0.2,
      )
    if (edge === 'stripe')
      canvas.rect(x0 + wide * 0.12, y - each * 0.97, wide * 0.035, each * 0.94, lit(color, 0.6), { opacity: 0.8 })
    if (edge === 'fringe' && index === colors.length - 1) {
      let lines = ''
      for (let at = x0 + wide * 0.19; at < x0 + wide * 0.52; at += 9)
        lines += `M${num(at)} ${num(y - each * 0.5)}l1 ${num(each * 0.62)}`
      canvas.path(
        `M${num(x0 + wide * 0.18)} ${num(y - each)}h${num(wide * 0.35)}v${num(each * 0.56)}h${num(-wide * 0.35)}Z`,
        canvas.down([
          [0, lit(color, 0.3)],
          [1, color],
        ]),
      )
      canvas.line(lines, color, 3.4)
    }
  })
  const top = floor - (colors.length - 1) * each * 0.97
  const topColor = colors.at(-1)!
  const wide = w * (1 - ((colors.length - 1) % 2) * 0.025 - (colors.length - 1) * 0.01)
  canvas.line(
    `M${num(cx - wide * 0.42)} ${num(top - each * 0.95)}H${num(cx + wide * 0.42)}`,
    '#fffaf2',
    each * 0.05,
    0.4,
  )
  if (mark !== '')
    canvas.text(cx + w * 0.14, top - each * 0.36, mark, shaded(topColor, 0.55), each * 0.42, {
      'font-family': 'Georgia, serif',
      'text-anchor': 'middle',
    })
}

/** A pair of curtains on a rod. */
export function drawCurtains(canvas: Canvas, color: string, metal: string): void {
  const next = chance(color)
  canvas.rect(
    270,
    190,
    420,
    700,
    canvas.down([
      [0, '#fdfbf6'],
      [1, '#f4ecdc'],
    ]),
  )
  canvas.line('M480 190V890M270 520H690', '#d8cdbb', 8)
  for (const side of [-1, 1]) {
    for (let index = 0; index < 8; index += 1) {
      const x = 480 + side * (330 - index * 24)
      const d = `M${x - 15} 182C${num(x - 17)} 480 ${num(x - 13 + next() * 6)} 800 ${num(x - 18)} 1010H${num(x + 18)}C${num(x + 13)} 800 ${num(x + 17)} 480 ${x + 15} 182Z`
      canvas.path(
        d,
        canvas.across([
          [0, shaded(color, 0.22)],
          [0.4, lit(color, 0.3)],
          [1, shaded(color, 0.12)],
        ]),
      )
      const texture = grain(canvas, 'fabric', color)
      if (texture) canvas.path(d, texture)
    }
  }
  canvas.rect(
    110,
    166,
    740,
    10,
    canvas.down([
      [0, lit(metal, 0.4)],
      [1, shaded(metal, 0.3)],
    ]),
    { rx: 5 },
  )
  for (const x of [110, 850]) canvas.ellipse(x, 171, 15, 15, metal)
}
