import { describe, expect, test } from 'vitest'
import { checkLines, lineFault, linesOfText, textKind, textOfLines } from './check-lines.ts'

const line = (elementName: string, maxLength: number, minLength = 1, validationRegEx = '^[A-Za-z ]*$') => ({
  elementName,
  font: 'Serif',
  textColor: 'Stone',
  fontAttributes: { validationRegEx, minLength, maxLength },
})
const template = { lines: [line('Text1', 3, 2), line('Text2', 4, 0, '^[0-9]*$')] }

describe('PERS-13, PERS-14, PERS-15, PERS-23: the rules of a line', () => {
  test.each([
    ['ABC', null],
    ['ABCD', 'long'],
    ['A1', 'characters'],
    ['A', 'short'],
    ['', null],
    [' AB ', null],
  ])('%j is %s', (text, fault) => {
    expect(lineFault(text, template.lines[0]!.fontAttributes)).toBe(fault)
  })
})

describe('ATC-11: the lines of a design', () => {
  test('every line of the template is made, in its own font and color, spaces round the texts left out', () => {
    expect(checkLines(template, [{ elementName: 'Text1', text: ' AB ' }])).toEqual({
      ok: true,
      value: [
        { elementName: 'Text1', text: 'AB', textColor: 'Stone', font: 'Serif' },
        { elementName: 'Text2', text: '', textColor: 'Stone', font: 'Serif' },
      ],
    })
  })

  test.each([
    ['no text at all', [{ elementName: 'Text1', text: ' ' }], 'missingLines'],
    ['a line that is not there', [{ elementName: 'Text9', text: 'AB' }], 'invalidField'],
    [
      'a line twice',
      [
        { elementName: 'Text1', text: 'AB' },
        { elementName: 'Text1', text: 'CD' },
      ],
      'invalidField',
    ],
    ['a text over its limit', [{ elementName: 'Text1', text: 'ABCD' }], 'fieldTooLong'],
    ['another letter', [{ elementName: 'Text1', text: 'A!' }], 'invalidField'],
  ])('%s is refused', (_name, texts, code) => {
    expect(checkLines(template, texts)).toMatchObject({ ok: false, problem: { code } })
  })
})

test('PERS-22: a legacy piece of two lines sends one text and is read back by lines', () => {
  const text = textOfLines(['Ann ', '2026'])
  expect(text).toBe('Ann\n2026')
  expect(linesOfText(template, text)).toEqual([
    { elementName: 'Text1', text: 'Ann' },
    { elementName: 'Text2', text: '2026' },
  ])
  expect(textOfLines(['Ann', ''])).toBe('Ann')
  expect(checkLines(template, linesOfText(template, 'AB\n1\n2'))).toMatchObject({ ok: false })
})

test.each([
  ['^[A-Z]*$', 'capitals'],
  ['^[A-Z&]*$', 'capitals'],
  ['^[0-9]*$', 'digits'],
  ['^[A-Z0-9]*$', 'characters'],
  ['^[A-Z ]*$', 'characters'],
  ["^[A-Za-z .'-]*$", 'characters'],
  ['^[0-9 ./-]*$', 'characters'],
  ['', 'characters'],
])('PERS-13: a pattern tells what a line is made of: %s is %s', (validationRegEx, kind) => {
  expect(textKind({ validationRegEx })).toBe(kind)
})
