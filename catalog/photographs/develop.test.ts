import { expect, test } from 'vitest'
import { develop } from '#catalog/photographs/develop.ts'

/** One row of pixels; each as '#rrggbb'. */
function row(...colors: readonly string[]) {
  const bytes = colors.flatMap((color) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)))
  return { data: Buffer.from(bytes), width: colors.length, height: 1 }
}

function colorsOf({ data }: { readonly data: Buffer }): string[] {
  return Array.from(
    { length: data.length / 3 },
    (_, pixel) => `#${data.subarray(pixel * 3, pixel * 3 + 3).toString('hex')}`,
  )
}

// 0.6 in linear light
const grey = '#cbcbcb'
const neutral = [0.6, 0.6, 0.6]
const whole = (...shares: readonly number[]) => [{ mask: Uint8Array.from(shares), neutral }]

test('a part in full light takes the colour of its option, and what lies outside stays', () => {
  expect(colorsOf(develop(row(grey, grey), undefined, whole(255, 0), '#9a4a2c'))).toEqual(['#9a4a2c', grey])
})

test('the edge of a part mixes', () => {
  const [edge] = colorsOf(develop(row(grey), undefined, whole(128), '#242322'))
  expect(edge).toMatch(/^#9[0-9a-f]/)
})

test('shade stays darker than light', () => {
  const [light, shade] = colorsOf(develop(row(grey, '#707070'), undefined, whole(255, 255), '#2f5d46'))
  expect(Number.parseInt(shade?.slice(3, 5) ?? '', 16)).toBeLessThan(Number.parseInt(light?.slice(3, 5) ?? '', 16))
})

test('a highlight on a dark part keeps its own colour', () => {
  const [matte, glossy] = [undefined, row('#909090')].map(
    (gloss) => colorsOf(develop(row('#e0e0e0'), gloss, whole(255), '#242322'))[0] ?? '',
  )
  expect(matte?.localeCompare(glossy ?? '')).toBe(-1)
  expect(glossy).toMatch(/^#9[0-9a-f]/)
})

test('light over white is bent, not cut', () => {
  const [bright, brighter] = colorsOf(develop(row('#e8e8e8', '#f8f8f8'), undefined, whole(255, 255), '#f8f7f4'))
  expect(bright).not.toBe(brighter)
})
