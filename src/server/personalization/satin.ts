import type { PathCommand } from 'opentype.js'
import { type Point, ringsOf } from '#server/personalization/outlines.ts'

/** One thread from edge to edge; millimetres. `direction` is one of `directionCount`, of half a turn in all. */
export type Stitch = {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
  readonly direction: number
}

/** Between two threads, in millimetres; for small letters a finer thread is taken. */
export function threadSpacing(size: number): number {
  return size < 16 ? 0.3 : 0.42
}
export const directionCount = 16

/** In threads: a stroke narrower than this is widened to it, or cloth would show. */
const leastThreads = 2.2
const maxLength = 8
const cell = 0.35
const overlap = 0.14
/** A narrow stroke is sewn whole, in the direction of its middle. */
const narrow = 1.7
/** A bend in so many parts is as round as a needle can follow. */
const bendSteps = 4
/** Cells around that have a say in a direction. */
const reach = 3

type Span = readonly [from: number, to: number]
type Hatch = {
  readonly cos: number
  readonly sin: number
  readonly top: number
  readonly spacing: number
  readonly rows: readonly (readonly Span[])[]
}

/**
 * Fills letters with satin stitches: threads lie across each stroke, as a machine sews them. At every point the direction
 * with the shortest way from edge to edge is the one across; the field of directions is smoothed, then each direction's
 * own rows are cut to the part where it rules. The work grows with the ink's area alone.
 */
export function satin(curve: readonly PathCommand[], spacing: number): Stitch[] {
  const rings = ringsOf(curve, bendSteps)
  const hatches = Array.from({ length: directionCount }, (_, direction) => hatch(rings, direction, spacing))
  const field = smoothed(directionsOf(rings, hatches))
  return hatches.flatMap((each, direction) => threads(each, direction, field))
}

/** The parts of parallel lines that lie within the rings (non-zero winding), in coordinates turned by the direction. */
function hatch(rings: readonly Point[][], direction: number, spacing: number): Hatch {
  const angle = (direction * Math.PI) / directionCount
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const turned = rings.map((ring) => ring.map(([x, y]): Point => [x * cos + y * sin, y * cos - x * sin]))
  let [top, bottom] = [Infinity, -Infinity]
  for (const ring of turned) {
    for (const [, y] of ring) {
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  const count = top === Infinity ? 0 : Math.ceil((bottom - top) / spacing)
  const crossings: [x: number, turn: number][][] = Array.from({ length: count }, () => [])
  for (const ring of turned) {
    for (const [at, [x0, y0]] of ring.entries()) {
      const [x1, y1] = ring[(at + 1) % ring.length] ?? [x0, y0]
      const [low, high] = y0 < y1 ? [y0, y1] : [y1, y0]
      const first = Math.ceil((low - top) / spacing - 0.5)
      for (let row = Math.max(0, first); row < count; row++) {
        const y = top + (row + 0.5) * spacing
        if (y >= high) break
        crossings[row]?.push([x0 + ((y - y0) / (y1 - y0)) * (x1 - x0), y0 < y1 ? 1 : -1])
      }
    }
  }
  return { cos, sin, top, spacing, rows: crossings.map(spansOf) }
}

function spansOf(crossings: [x: number, turn: number][]): Span[] {
  crossings.sort(([one], [other]) => one - other)
  const spans: Span[] = []
  let winding = 0
  let from = 0
  for (const [x, turn] of crossings) {
    if (winding === 0) from = x
    winding += turn
    if (winding === 0 && x > from) spans.push([from, x])
  }
  return spans
}

type Field = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** -1 outside the ink. */
  readonly direction: Int8Array
}

function directionsOf(rings: readonly Point[][], hatches: readonly Hatch[]): Field {
  const points = rings.flat()
  const left = Math.min(...points.map(([x]) => x)) - cell
  const top = Math.min(...points.map(([, y]) => y)) - cell
  const width = Math.ceil((Math.max(...points.map(([x]) => x)) - left) / cell) + 2
  const height = Math.ceil((Math.max(...points.map(([, y]) => y)) - top) / cell) + 2
  const direction = new Int8Array(width * height).fill(-1)
  // most of the room is no ink, and a look along and one across tell
  const [along, across] = [hatches[0], hatches[directionCount / 2]]
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = left + column * cell
      const y = top + row * cell
      if (lengthAt(along, x, y) === Infinity && lengthAt(across, x, y) === Infinity) continue
      let least = Infinity
      for (let at = 0; at < directionCount; at++) {
        const length = lengthAt(hatches[at], x, y)
        if (length >= least) continue
        least = length
        direction[row * width + column] = at
      }
    }
  }
  return { left, top, width, height, direction }
}

/** From edge to edge through a point, along a hatch's rows; infinite outside. */
function lengthAt(hatch: Hatch | undefined, x: number, y: number): number {
  if (hatch === undefined) return Infinity
  const { cos, sin, top, spacing, rows } = hatch
  const along = x * cos + y * sin
  const spans = rows[Math.floor((y * cos - x * sin - top) / spacing)]
  if (spans === undefined) return Infinity
  for (const span of spans) if (along >= span[0] && along <= span[1]) return span[1] - span[0]
  return Infinity
}

/** Neighbours agree: the mean of the directions around, as axes. */
function smoothed(field: Field): Field {
  const { width, height, direction } = field
  const cos = new Float32Array(width * height)
  const sin = new Float32Array(width * height)
  for (const [at, own] of direction.entries()) {
    if (own < 0) continue
    cos[at] = Math.cos((own * 2 * Math.PI) / directionCount)
    sin[at] = Math.sin((own * 2 * Math.PI) / directionCount)
  }
  const sums = [cos, sin].map((each) => summed(summed(each, width, height, 1, width), height, width, width, 1))
  const [cosines, sines] = sums
  const mean = new Int8Array(width * height).fill(-1)
  for (const at of mean.keys()) {
    const [x, y] = [cosines?.[at] ?? 0, sines?.[at] ?? 0]
    if (Math.abs(x) + Math.abs(y) < 1e-3) continue
    const turn = Math.round((Math.atan2(y, x) / (2 * Math.PI)) * directionCount)
    mean[at] = (turn + directionCount) % directionCount
  }
  return { ...field, direction: mean }
}

/** Each value with its `reach` neighbours on both sides along one axis. */
function summed(values: Float32Array, length: number, count: number, step: number, stride: number): Float32Array {
  const sums = new Float32Array(values.length)
  for (let line = 0; line < count; line++) {
    let sum = 0
    for (let at = -reach; at < length; at++) {
      if (at + reach < length) sum += values[line * stride + (at + reach) * step] ?? 0
      if (at - reach - 1 >= 0) sum -= values[line * stride + (at - reach - 1) * step] ?? 0
      if (at >= 0) sums[line * stride + at * step] = sum
    }
  }
  return sums
}

/** The threads of one direction: its rows where the field says so, thin strokes widened, long ones sewn in two. */
function threads({ cos, sin, top, spacing, rows }: Hatch, direction: number, field: Field): Stitch[] {
  const stitches: Stitch[] = []
  const shortest = spacing * leastThreads
  const add = (from: number, to: number, y: number) => {
    stitches.push({
      ...{ x1: from * cos - y * sin, y1: from * sin + y * cos, x2: to * cos - y * sin, y2: to * sin + y * cos },
      direction,
    })
  }
  for (const [row, spans] of rows.entries()) {
    const y = top + (row + 0.5) * spacing
    for (const span of spans) {
      for (const [from, to] of ruled(span, y, { cos, sin }, direction, field)) {
        const middle = (from + to) / 2
        if (to - from < shortest) add(middle - shortest / 2, middle + shortest / 2, y)
        else if (to - from > maxLength) {
          // rows begin their second thread in turns, so that no seam shows
          const cut = middle + ((row % 3) - 1) * 0.9
          add(from, cut, y)
          add(cut, to, y)
        } else add(from, to, y)
      }
    }
  }
  return stitches
}

/** The parts of a span where its direction rules, lapped a little over their neighbours. */
function ruled(
  [from, to]: Span,
  y: number,
  turn: { cos: number; sin: number },
  direction: number,
  field: Field,
): Span[] {
  const isRuled = (along: number) =>
    directionAt(field, along * turn.cos - y * turn.sin, along * turn.sin + y * turn.cos) === direction
  if (to - from < narrow) return isRuled((from + to) / 2) ? [[from, to]] : []
  const parts: Span[] = []
  const steps = Math.max(1, Math.ceil((to - from) / (cell / 2)))
  let start: number | null = null
  for (let step = 0; step <= steps; step++) {
    const along = from + ((to - from) * step) / steps
    const isOwn = isRuled(along)
    if (isOwn && start === null) start = step === 0 ? from : along - overlap
    const end = isOwn ? (step === steps ? to : null) : along + overlap
    if (start === null || end === null) continue
    if (end - start > 0.3) parts.push([Math.max(from, start), Math.min(to, end)])
    start = null
  }
  return parts
}

function directionAt({ left, top, width, height, direction }: Field, x: number, y: number): number {
  const column = Math.round((x - left) / cell)
  const row = Math.round((y - top) / cell)
  if (column < 0 || row < 0 || column >= width || row >= height) return -1
  return direction[row * width + column] ?? -1
}
