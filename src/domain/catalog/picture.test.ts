import { describe, expect, test } from 'vitest'
import {
  leadFile,
  mailAddress,
  otherFile,
  pictureFile,
  pieceWidths,
  roomWidths,
  sourceSet,
  widthInName,
  widthsFor,
  widthsOfAddress,
} from './picture.ts'

describe('a picture in several widths', () => {
  const file = 'alder-sofa-oat.3fa21c0b9d.w720.webp'

  test('is known by its WebP of 720 pixels', () => {
    expect(leadFile('alder-sofa-oat.3fa21c0b9d', pieceWidths)).toBe(file)
    expect(leadFile('room.3fa21c0b9d', roomWidths)).toBe('room.3fa21c0b9d.w960.webp')
    expect(leadFile('small.3fa21c0b9d', [240, 480])).toBe('small.3fa21c0b9d.w480.webp')
  })

  test('has a name for each width and format', () => {
    expect(pictureFile('a.1', 240, 'avif')).toBe('a.1.w240.avif')
    expect(otherFile(`/pictures/${file}`, 240, 'avif')).toBe('/pictures/alder-sofa-oat.3fa21c0b9d.w240.avif')
    expect(widthInName(file)).toBe(720)
  })

  test('is never made wider than it is', () => {
    expect(widthsFor(2400, pieceWidths)).toEqual([240, 480, 720, 960])
    expect(widthsFor(500, pieceWidths)).toEqual([240, 480])
    expect(widthsFor(800, pieceWidths)).toEqual([240, 480, 720, 800])
    expect(widthsFor(960, roomWidths)).toEqual([480, 960])
    expect(widthsFor(200, pieceWidths)).toEqual([])
  })

  test('gives a browser all widths to choose from, those of its address when no more is known', () => {
    expect(sourceSet('a.w480.webp', [240, 480], 'avif')).toBe('a.w240.avif 240w, a.w480.avif 480w')
    expect(widthsOfAddress(`/pictures/${file}`)).toEqual([240, 480, 720])
  })

  test('goes into mails as a JPEG', () => {
    expect(mailAddress(`/pictures/${file}`)).toBe('/pictures/alder-sofa-oat.3fa21c0b9d.w240.jpg')
  })
})

test.each(['/pictures/sofa.1a2b.svg', '/pictures/sofa-720.webp', '/pictures/w720.webp', ''])(
  "a picture of one file stays that: '%s'",
  (path) => {
    expect(widthInName(path)).toBe(0)
    expect(otherFile(path, 240, 'avif')).toBe(path)
    expect(sourceSet(path, [240, 480], 'avif')).toBe('')
    expect(widthsOfAddress(path)).toEqual([])
    expect(mailAddress(path)).toBe('')
  },
)
