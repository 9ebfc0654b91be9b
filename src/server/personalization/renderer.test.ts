import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { NormalDesign } from '#domain/personalization/normal-design.ts'
import { createDrawingPool } from '#server/drawing/drawing-pool.ts'
import { vectorOf } from '#server/personalization/design-vector.ts'
import { fonts } from '#server/personalization/font-catalogue.ts'
import { scene } from '#server/personalization/grounds.ts'
import { canBeSet, setLines } from '#server/personalization/lettering.ts'
import { outlineOf, ringsOf } from '#server/personalization/outlines.ts'
import { drawPicture, drawProduction } from '#server/personalization/renderer.ts'
import { satin } from '#server/personalization/satin.ts'

const line = (text: string, font: string, textColor: string, at = 1) => {
  return { elementName: `Text${at}`, text, textColor, font }
}
const design = (type: number, template: string, lines: NormalDesign['lines'], ground = 'white'): NormalDesign => {
  return { version: 1, type, template, location: 'Corner', ground, lines }
}
const towel = design(700, 'monogram-three', [line('FLM', 'Classic Serif', 'Stone')])
const throwOver = design(700, 'name-and-year', [
  line('Isabella', 'Script', 'Cream'),
  line('2026', 'Script', 'Cream', 2),
])
const glass = design(705, 'etched-initials', [line('QJ', 'Block', 'Frost')])
const board = design(705, 'etched-three-lines', [
  line('The Hendersons-Wyatt', 'Classic Serif', 'Burnt'),
  line('Lake Geneva, WI', 'Small Caps', 'Burnt', 2),
  line('6.12.2026', 'Small Caps', 'Burnt', 3),
])
const strange = design(705, 'nobody-knows', [line('Ann', 'Serif', 'Gold')])
const all = { towel, throwOver, glass, board, strange }

const hash = '0f'.repeat(16)
const renderer = {
  picture: (each: NormalDesign) => drawPicture(hash, each),
  production: (each: NormalDesign) => drawProduction(hash, each),
}

describe('BEYOND-09: one renderer', () => {
  test('picture and production file carry the hash of the design and the very same outline', () => {
    for (const each of Object.values(all)) {
      const [picture, production] = [renderer.picture(each) ?? '', renderer.production(each) ?? '']
      for (const svg of [picture, production]) expect(svg).toContain(`data-hash="${hash}"`)
      for (const { path } of vectorOf(each)?.lines ?? []) {
        expect(picture).toContain(`d="${path}"`)
        expect(production).toContain(`d="${path}"`)
      }
    }
  })

  test('the same design is drawn alike by every process', async () => {
    const pool = createDrawingPool()
    expect((await pool.draw({ kind: 'picture', name: hash, design: throwOver }))?.toString()).toBe(
      renderer.picture(throwOver),
    )
    await pool.close()
  })

  test('embroidery has threads in its production file, etching none', () => {
    expect(renderer.production(towel)).toContain('class="threads"')
    expect(renderer.production(glass)).not.toContain('class="threads"')
  })
})

describe('the lettering', () => {
  test.each(Object.keys(fonts))('%s has every letter and number', (font) => {
    for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789') {
      expect([character, outlineOf(character, font, 10)?.curve.length ?? 0]).toEqual([character, expect.any(Number)])
      expect(outlineOf(character, font, 10)?.curve.length ?? 0).toBeGreaterThan(3)
    }
  })

  test.each(Object.entries(all))('%s stands in the middle of its room, nothing of it cut off', (_name, each) => {
    const { lettering } = vectorOf(each) ?? {}
    const { box, arrangement } = lettering!
    expect(box.left + box.right).toBeCloseTo(0, 6)
    expect(box.top + box.bottom).toBeCloseTo(0, 6)
    expect(box.right - box.left).toBeLessThanOrEqual(arrangement.width + 1e-6)
    expect(box.bottom - box.top).toBeLessThanOrEqual(arrangement.height + 1e-6)
    expect(arrangement.width).toBeLessThan(scene.width - 10)
    const points = lettering!.lines.flatMap(({ curve }) => ringsOf(curve).flat())
    for (const [x, y] of points) {
      expect(Math.abs(x)).toBeLessThanOrEqual(box.right + 1e-6)
      expect(Math.abs(y)).toBeLessThanOrEqual(box.bottom + 1e-6)
    }
  })

  test('what can be set is told without setting it', () => {
    const texts = ['', ' ', 'A', 'A B', '-', '.', '1', '愛', 'A愛', 'é', '—', '&', '\u00a0', 'ﬁ', '|', '_', 'Ω']
    for (const font of [...Object.keys(fonts), 'constructor']) {
      for (const text of texts) {
        for (const lines of [[line(text, font, 'Stone')], [line('A', font, 'Stone'), line(text, font, 'Stone', 2)]]) {
          const each = design(700, 'name-and-year', lines)
          expect([font, text, canBeSet(each)]).toEqual([font, text, setLines(each) !== null])
        }
      }
    }
  })

  test('a character that a font does not have cannot be made', () => {
    expect(renderer.picture(design(700, 'monogram-three', [line('愛', 'Classic Serif', 'Stone')]))).toBeNull()
    expect(renderer.picture(design(700, 'monogram-three', [line('', 'Classic Serif', 'Stone')]))).toBeNull()
    expect(renderer.picture(design(700, 'monogram-three', [line('A', 'constructor', 'Stone')]))).toBeNull()
  })
})

describe('the threads', () => {
  const bar = (width: number, height: number) =>
    [
      { type: 'M', x: 0, y: 0 },
      { type: 'L', x: width, y: 0 },
      { type: 'L', x: width, y: height },
      { type: 'L', x: 0, y: height },
      { type: 'Z' },
    ] as const

  test('they lie across a stroke, whichever way it runs', () => {
    // clear of the ends, where they fan out
    const isMiddle = (at: number) => at > 5 && at < 25
    const upright = satin(bar(3, 30), 0.4).filter(({ y1 }) => isMiddle(y1))
    const level = satin(bar(30, 3), 0.4).filter(({ x1 }) => isMiddle(x1))
    expect(upright.length).toBeGreaterThan(45)
    expect(level.length).toBeGreaterThan(45)
    for (const { x1, x2 } of upright) expect(Math.abs(x2 - x1)).toBeCloseTo(3, 3)
    for (const { y1, y2 } of level) expect(Math.abs(y2 - y1)).toBeCloseTo(3, 3)
  })

  test('they cover the letter: hardly a point of it is farther from one than their distance', () => {
    const curve = vectorOf(towel)!.lettering.lines[0]!.curve
    const stitches = satin(curve, 0.42)
    const samples = stitches.map(({ x1, y1, x2, y2 }) => [(x1 + x2) / 2 + 0.2, (y1 + y2) / 2 + 0.2] as const)
    const isNear = ([x, y]: readonly [number, number]) =>
      stitches.some((each) => distance(x, y, each.x1, each.y1, each.x2, each.y2) < 0.42)
    expect(samples.filter(isNear).length / samples.length).toBeGreaterThan(0.97)
  })

  test('no thread is longer than a machine can hold down', () => {
    const maxLength = Math.max(...satin(bar(14, 14), 0.4).map(({ x1, y1, x2, y2 }) => Math.hypot(x2 - x1, y2 - y1)))
    expect(maxLength).toBeLessThan(9)
  })
})

test('no text, script or outside address is in any picture, and the largest stays small', () => {
  for (const each of Object.values(all)) {
    const svg = renderer.picture(each) ?? ''
    expect(svg).not.toMatch(
      /<(text|script|style|image|foreignObject|a)\b|\bon\w+=|javascript:|url\((?!#)|Isabella|Henderson/,
    )
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toContain('http')
    expect(svg.length).toBeLessThan(200_000)
  }
})

test('a thread is drawn on the cloth: the words differ from it, the corners are cloth', async () => {
  const { data, info } = await sharp(Buffer.from(renderer.picture(towel) ?? ''))
    .resize(200, 250)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const row = (y: number) =>
    Array.from({ length: info.width }, (_, x) => data[(y * info.width + x) * info.channels] ?? 0)
  const darkest = (y: number) => Math.min(...row(y))
  expect(darkest(113)).toBeLessThan(darkest(20) - 40)
})

function distance(x: number, y: number, x1: number, y1: number, x2: number, y2: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const part = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(x - x1 - part * dx, y - y1 - part * dy)
}
