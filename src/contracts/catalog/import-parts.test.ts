import { expect, test } from 'vitest'
import { picture } from './import-parts.ts'

const plain = { file: 'sofa.webp', alt: 'A sofa', width: 960, height: 1200, color: '#eeeeee' }
const wide = { ...plain, file: 'sofa.1a2b3c4d5e.w720.webp', widths: [240, 480, 720, 960] }

test('takes a picture of one file, and one in several widths', () => {
  expect(picture.parse(plain)).toEqual(plain)
  expect(picture.parse(wide)).toEqual(wide)
})

test.each([
  ['widths of a picture of one file', { ...plain, widths: [240, 480] }],
  ['no widths where the name says that there are', { ...wide, widths: undefined }],
  ['widths without the one of the name', { ...wide, widths: [240, 480] }],
  ['widths without one that a small place asks for', { ...wide, widths: [480, 720] }],
  ['falling widths', { ...wide, widths: [720, 480, 240] }],
])('refuses %s', (_case, given) => {
  expect(picture.safeParse(given).error?.issues.map(({ path }) => path.join('.'))).toContain('widths')
})
