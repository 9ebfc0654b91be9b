import { describe, expect, test } from 'vitest'
import { designText, groundOf, isPlainText, isWithinLimits, normalDesign } from './normal-design.ts'
import { readAloud } from './read-aloud.ts'
import { checkRender } from './render-check.ts'

const template = { type: 700 as const, templateName: 'monogram', locationName: 'Corner' }
const line = (text: string) => ({ elementName: 'Text1', text, textColor: 'Navy', font: 'Block' })
const designOf = (text: string) => normalDesign(template, 'oat', [line(text)])

describe('BEYOND-09: a normalized design', () => {
  test('the same words in another spelling of the same characters are the same design', () => {
    expect(designText(designOf(' Zoe\u0308   K '))).toBe(designText(designOf('Zo\u00eb K')))
  })

  test('its text does not depend on the order its fields came back in', () => {
    const design = designOf('Ann')
    const shuffled = Object.fromEntries(Object.entries(design).reverse()) as typeof design
    expect(designText(shuffled)).toBe(designText(design))
  })

  test.each([
    ['text', designOf('Bea')],
    ['ground', normalDesign(template, 'moss', [line('Ann')])],
    ['template', normalDesign({ ...template, templateName: 'other' }, 'oat', [line('Ann')])],
    ['place', normalDesign({ ...template, locationName: 'Front' }, 'oat', [line('Ann')])],
    ['font', normalDesign(template, 'oat', [{ ...line('Ann'), font: 'Serif' }])],
    ['thread', normalDesign(template, 'oat', [{ ...line('Ann'), textColor: 'Rust' }])],
  ])('another %s is another design', (_what, other) => {
    expect(designText(other)).not.toBe(designText(designOf('Ann')))
  })

  test.each([
    ['color:oat|size:86in', 'oat'],
    ['finish:walnut', 'walnut'],
    ['size:queen', ''],
    ['', ''],
  ])('of %j the ground is %j', (choice, ground) => {
    expect(groundOf(choice)).toBe(ground)
  })
})

describe('OPEN-104: texts that cannot be made', () => {
  test.each([
    ['letters', 'Ann', true],
    ['an accent as the keyboard gives it', 'Zoë', true],
    ['an accent in two parts', 'Zoe\u0308', true],
    ['signs', "O'Brien & Sons, 2026", true],
    ['a mark of direction', 'Ann\u202ennA', false],
    ['an isolate', '\u2066Ann\u2069', false],
    ['a joiner', 'A\u200dB', false],
    ['a zero-width blank', 'A\u200bB', false],
    ['a soft hyphen', 'An\u00adna', false],
    ['a line break', 'Ann\nBob', false],
    ['a control', 'Ann\u0007', false],
    ['a NUL', 'A\u0000', false],
    ['a tower of accents', `A${'\u0301'.repeat(60)}`, false],
    ['an enclosing mark', 'A\u20dd', false],
    ['an emoji', '😀', false],
    ['half a pair', 'A\ud83d', false],
    ['a private character', 'A\ue000', false],
    ['a non-breaking blank', 'A\u00a0B', false],
  ])('%s', (_what, text, isPlain) => {
    expect(isPlainText(text)).toBe(isPlain)
  })

  test('more than 6 lines or 72 characters are too many', () => {
    expect(isWithinLimits(Array.from({ length: 6 }, () => 'x'.repeat(12)))).toBe(true)
    expect(isWithinLimits(Array.from({ length: 7 }, () => 'x'))).toBe(false)
    expect(isWithinLimits(['x'.repeat(73)])).toBe(false)
  })
})

describe('what is read on a piece', () => {
  const words = (...texts: string[]) => readAloud(texts).map(({ text }) => text)

  test('initials are read in the order they are stitched, on one line or on several', () => {
    expect(words('F', 'L', 'M')).toEqual(['F', 'L', 'M', 'FLM'])
    expect(words('F.L.M.')).toEqual(['F.L.M.', 'FLM'])
    expect(words('F L M')).toContain('FLM')
  })

  test('words are not run together, and an empty line says nothing', () => {
    expect(words('Ann', 'Stone')).toEqual(['Ann', 'Stone'])
    expect(words('', 'Ann', '')).toEqual(['Ann'])
  })

  test('the lines a reading comes from are known', () => {
    expect(readAloud(['F', '', 'M']).at(-1)).toEqual({ text: 'FM', lines: [0, 2] })
  })
})

describe('OPEN-104: the codes', () => {
  const fontAttributes = { validationRegEx: '^[A-Za-z ]*$', minLength: 0, maxLength: 8 }
  const own = { elementName: 'Text1', font: 'Block', textColor: 'Navy', fontAttributes }
  const whole = { ...template, feeCents: 0, lines: [own] }
  const house = { hasFont: (name: string) => name === 'Block', hasColor: (name: string) => name === 'Navy' }
  const sent = (patch: object = {}) => [{ elementName: 'Text1', text: 'Ann', font: '', textcolor: '', ...patch }]
  const code = (...given: Parameters<typeof checkRender>) => {
    const checked = checkRender(...given)
    return checked.ok ? checked.value : checked.renderCode
  }

  test('OPEN-104: a font and color left out are the line’s own', () => {
    expect(code(whole, sent(), house)).toEqual([line('Ann')])
  })

  test.each([
    ['E1001', null, sent()],
    ['E1002', whole, sent({ font: 'Comic' })],
    ['E1002', { ...whole, lines: [{ ...own, font: 'Comic' }] }, sent()],
    ['E1003', whole, sent({ textcolor: 'Pink' })],
    ['E1003', { ...whole, lines: [{ ...own, textColor: 'Pink' }] }, sent()],
    ['E2001', whole, sent({ text: 'A1' })],
    ['E2001', whole, sent({ text: 'Annabella' })],
    ['E2001', whole, sent({ text: '' })],
    ['E2001', whole, sent({ elementName: 'Text9' })],
    ['E2001', whole, sent({ text: 'Ann\u202e' })],
  ])('OPEN-104: %s', (expected, given, lines) => {
    expect(code(given, lines, house)).toBe(expected)
  })
})
