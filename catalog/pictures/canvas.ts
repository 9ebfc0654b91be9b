/** A point of the picture in pixels. */
export type Point = readonly [number, number]

type Attributes = { readonly [name: string]: string | number | undefined }
type Stop = readonly [offset: number, color: string, opacity?: number]

/** The measures of every product picture: 4 to 5. */
export const pictureWidth = 960
export const pictureHeight = 1200

/** A drawing as it grows: shapes in order, and the gradients and patterns they are filled with, each written once. */
export type Canvas = ReturnType<typeof createCanvas>

export function createCanvas(width: number = pictureWidth, height: number = pictureHeight) {
  const shapes: string[] = []
  const definitions = new Map<string, string>()

  function define(body: (id: string) => string): string {
    const key = body('')
    const known = definitions.get(key)
    if (known !== undefined) return `url(#${known})`
    const id = `d${definitions.size.toString(36)}`
    definitions.set(key, id)
    return `url(#${id})`
  }
  const bodies = new Map<string, (id: string) => string>()
  function defined(body: (id: string) => string): string {
    bodies.set(body(''), body)
    return define(body)
  }

  const canvas = {
    width,
    height,
    /** A gradient along a line in shares of the shape's box. */
    linear(x1: number, y1: number, x2: number, y2: number, stops: readonly Stop[]): string {
      return defined(
        (id) =>
          `<linearGradient id="${id}" x1="${num(x1)}" y1="${num(y1)}" x2="${num(x2)}" y2="${num(y2)}">${stopsOf(stops)}</linearGradient>`,
      )
    },
    down: (stops: readonly Stop[]): string => canvas.linear(0, 0, 0, 1, stops),
    across: (stops: readonly Stop[]): string => canvas.linear(0, 0, 1, 0, stops),
    radial(cx: number, cy: number, r: number, stops: readonly Stop[]): string {
      return defined(
        (id) =>
          `<radialGradient id="${id}" cx="${num(cx)}" cy="${num(cy)}" r="${num(r)}">${stopsOf(stops)}</radialGradient>`,
      )
    },
    /** A pattern tile in pixels; `turn` in degrees. */
    pattern(tileWidth: number, tileHeight: number, body: string, turn = 0): string {
      return defined(
        (id) =>
          `<pattern id="${id}" width="${num(tileWidth)}" height="${num(tileHeight)}" patternUnits="userSpaceOnUse"${turn ? ` patternTransform="rotate(${num(turn)})"` : ''}>${body}</pattern>`,
      )
    },
    clip(d: string): string {
      return defined((id) => `<clipPath id="${id}"><path d="${d}"/></clipPath>`)
    },
    blur(radius: number): string {
      return defined(
        (id) =>
          `<filter id="${id}" x="-40%" y="-150%" width="180%" height="400%"><feGaussianBlur stdDeviation="${num(radius)}"/></filter>`,
      )
    },
    path(d: string, fill: string, more: Attributes = {}): void {
      shapes.push(`<path d="${d}"${attributes({ fill, ...more })}/>`)
    },
    line(d: string, color: string, size: number, opacity = 1): void {
      shapes.push(
        `<path d="${d}"${attributes({ fill: 'none', stroke: color, 'stroke-width': size, 'stroke-linecap': 'round', opacity: opacity === 1 ? undefined : opacity })}/>`,
      )
    },
    ellipse(cx: number, cy: number, rx: number, ry: number, fill: string, more: Attributes = {}): void {
      shapes.push(
        `<ellipse cx="${num(cx)}" cy="${num(cy)}" rx="${num(rx)}" ry="${num(ry)}"${attributes({ fill, ...more })}/>`,
      )
    },
    rect(x: number, y: number, w: number, h: number, fill: string, more: Attributes = {}): void {
      shapes.push(
        `<rect x="${num(x)}" y="${num(y)}" width="${num(w)}" height="${num(h)}"${attributes({ fill, ...more })}/>`,
      )
    },
    text(x: number, y: number, words: string, fill: string, size: number, more: Attributes = {}): void {
      shapes.push(
        `<text x="${num(x)}" y="${num(y)}" font-size="${num(size)}"${attributes({ fill, ...more })}>${words}</text>`,
      )
    },
    /** Draws into a group of its own. */
    group(more: Attributes, draw: () => void): void {
      shapes.push(`<g${attributes(more)}>`)
      draw()
      shapes.push('</g>')
    },
    svg(): string {
      const defs = [...definitions].map(([key, id]) => bodies.get(key)!(id)).join('')
      return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${defs}</defs>${shapes.join('')}</svg>\n`
    },
  }
  return canvas
}

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map(
      ([offset, color, opacity]) =>
        `<stop offset="${num(offset)}" stop-color="${color}"${opacity === undefined ? '' : ` stop-opacity="${num(opacity)}"`}/>`,
    )
    .join('')
}

function attributes(entries: Attributes): string {
  return Object.entries(entries)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? num(value) : value}"`)
    .join('')
}

/** A number as short as a picture needs it; the same on every machine. */
export function num(value: number): string {
  const text = value.toFixed(Math.abs(value) < 2 ? 3 : 1)
  return text.replace(/\.?0+$/, '').replace(/^-0$/, '0')
}

/** A closed path through points with straight edges. */
export function polygon(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${num(x)} ${num(y)}`).join('L')}Z`
}

/** A closed path with corners rounded by `radius` and edges that swell outward by `bulge` pixels: anything upholstered. */
export function softShape(points: readonly Point[], radius: number, bulge = 0): string {
  const count = points.length
  let d = ''
  for (let index = 0; index < count; index += 1) {
    const corner = points[index]!
    const enter = toward(corner, points[(index + count - 1) % count]!, radius)
    const leave = toward(corner, points[(index + 1) % count]!, radius)
    const arrive = toward(points[(index + 1) % count]!, corner, radius)
    // the corner is a cubic whose ends lie on the edges, so that a swelling edge meets it without a kink
    d += `${index === 0 ? `M${pair(enter)}` : ''}C${pair(between(enter, corner, 0.62))} ${pair(between(leave, corner, 0.62))} ${pair(leave)}`
    d += bulge === 0 ? `L${pair(arrive)}` : swell(leave, arrive, points, bulge)
  }
  return `${d}Z`
}

function swell(from: Point, to: Point, points: readonly Point[], distance: number): string {
  const middle: Point = [sumOf(points, 0) / points.length, sumOf(points, 1) / points.length]
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
  let normal: Point = [(to[1] - from[1]) / length, -(to[0] - from[0]) / length]
  if ((from[0] - middle[0]) * normal[0] + (from[1] - middle[1]) * normal[1] < 0) normal = [-normal[0], -normal[1]]
  const out = (share: number): Point => [
    from[0] + (to[0] - from[0]) * share + normal[0] * distance,
    from[1] + (to[1] - from[1]) * share + normal[1] * distance,
  ]
  return `C${pair(between(from, to, 0.12))} ${pair(out(0.25))} ${pair(out(0.5))}C${pair(out(0.75))} ${pair(between(to, from, 0.12))} ${pair(to)}`
}

function sumOf(points: readonly Point[], axis: 0 | 1): number {
  return points.reduce((sum, point) => sum + point[axis], 0)
}

function between(from: Point, to: Point, share: number): Point {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}

function toward(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
  return between(from, to, Math.min(0.48, distance / length))
}

/** An open smooth curve through points. */
export function smooth(points: readonly Point[], start = 'M'): string {
  let d = `${start}${pair(points[0]!)}`
  for (let index = 0; index < points.length - 1; index += 1) {
    const [p0, p1, p2, p3] = [
      points[index - 1] ?? points[index]!,
      points[index]!,
      points[index + 1]!,
      points[index + 2] ?? points[index + 1]!,
    ]
    const one: Point = [p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6]
    const two: Point = [p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6]
    d += `C${pair(one)} ${pair(two)} ${pair(p2)}`
  }
  return d
}

export function pair([x, y]: Point): string {
  return `${num(x)} ${num(y)}`
}

/** Numbers from 0 to 1 that are the same for the same seed, on every machine. */
export function chance(seed: string): () => number {
  let state = 2166136261
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619)
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519)
    state = Math.imul(state ^ (state >>> 13), 3266489917)
    state ^= state >>> 16
    return (state >>> 0) / 4294967296
  }
}
