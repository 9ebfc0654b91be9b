import { describe, expect, test } from 'vitest'
import { designLines, readRenderReply } from './design.ts'
import { emptyLines, type PersonalizationLine } from './lines.ts'
import { firstPersonalizationState, nextPersonalization, type PersonalizationState } from './state.ts'

const fontAttributes = { validationRegEx: '^[A-Z]*$', minLength: 1, maxLength: 3 }
const template = ['Text1', 'Text2', 'Text3'].map((elementName) => ({
  elementName,
  font: 'Serif',
  textColor: 'Stone',
  fontAttributes,
}))
const lines = emptyLines(template, '/pictures/plain.svg')
const typed: readonly PersonalizationLine[] = lines.map((line, at) => (at === 0 ? { ...line, text: 'ABC' } : line))
const state: PersonalizationState = { ...firstPersonalizationState, isPersonalized: true, personalization: typed }

test('PERS-02: a line has these seven names, and its font attributes three', () => {
  expect(lines[0]).toEqual({
    elementName: 'Text1',
    maxLength: 3,
    font: 'Serif',
    monogrammingImg: '/pictures/plain.svg',
    textColor: 'Stone',
    text: '',
    fontAttributes: { validationRegEx: '^[A-Z]*$', minLength: 1, maxLength: 3 },
  })
})

test('PERS-03: at first nothing is personalized and the cart is shut', () => {
  expect(firstPersonalizationState).toEqual({
    fontAttributes: null,
    isPersonalized: false,
    errorDetails: { isAddToCartDisabled: true },
    personalization: [],
  })
})

describe('PERS-04: the seven actions', () => {
  test('reset goes back to the first state', () => {
    expect(nextPersonalization(state, { kind: 'reset' })).toEqual(firstPersonalizationState)
  })

  test('isPersonalized is set, and nothing else', () => {
    const next = nextPersonalization(state, { kind: 'setIsPersonalized', isPersonalized: false })
    expect(next).toEqual({ ...state, isPersonalized: false })
  })

  test('a picture is set on all lines, and their texts stay', () => {
    const next = nextPersonalization(state, { kind: 'setImage', image: '/x.svg' })
    expect(next.personalization).toEqual(typed.map((line) => ({ ...line, monogrammingImg: '/x.svg' })))
  })

  test('the font attributes are set, and the lines keep their own', () => {
    const other = { validationRegEx: '', minLength: 0, maxLength: 9 }
    const next = nextPersonalization(state, { kind: 'setFontAttributes', fontAttributes: other })
    expect(next).toEqual({ ...state, fontAttributes: other })
  })

  test('the list is replaced', () => {
    const next = nextPersonalization(state, { kind: 'replaceLines', lines: lines.slice(0, 1) })
    expect(next).toEqual({ ...state, personalization: lines.slice(0, 1) })
  })

  test('the error details are set', () => {
    const errorDetails = { isAddToCartDisabled: false }
    expect(nextPersonalization(state, { kind: 'setErrorDetails', errorDetails })).toEqual({ ...state, errorDetails })
  })

  test('the greatest length is set on the one line', () => {
    const next = nextPersonalization(state, { kind: 'setMaxLength', elementName: 'Text2', maxLength: 10 })
    expect(next.personalization.map((line) => line.maxLength)).toEqual([3, 10, 3])
  })
})

test('PERS-06: the color is textColor in the line and textcolor in the request', () => {
  expect(designLines(typed.slice(0, 1))).toEqual([
    { elementName: 'Text1', text: 'ABC', textcolor: 'Stone', font: 'Serif' },
  ])
})

test('PERS-10: a good preview is the picture of all three lines', () => {
  const reply = readRenderReply({ hasError: false, imageUrl: '/personalization/image/1.svg' })
  const shown = nextPersonalization(state, { kind: 'setImage', image: reply.imageUrl })
  const pictures = shown.personalization.map((line) => line.monogrammingImg)
  expect(pictures).toEqual(Array.from({ length: 3 }, () => '/personalization/image/1.svg'))
})

describe('DATA-22: the names of personalization', () => {
  test('line and state', () => {
    expect(Object.keys(lines[0] ?? {}).sort()).toEqual(
      ['elementName', 'maxLength', 'font', 'monogrammingImg', 'textColor', 'text', 'fontAttributes'].sort(),
    )
    expect(Object.keys(firstPersonalizationState).sort()).toEqual(
      ['fontAttributes', 'isPersonalized', 'errorDetails', 'personalization'].sort(),
    )
  })

  test('response: of an answer exactly these parts are read', () => {
    const error = { businessErrorCode: 'E3001', businessErrorDescription: 'Not that word', profaneTexts: ['DAMN'] }
    const reply = { hasError: true, error, imageUrl: '', other: 1 }
    expect(readRenderReply(reply)).toEqual({ hasError: true, error, imageUrl: '' })
  })

  test('response: one with neither picture nor error is an error', () => {
    expect(readRenderReply({ error: null })).toEqual({
      hasError: true,
      error: { businessErrorCode: '', businessErrorDescription: '', profaneTexts: [] },
      imageUrl: '',
    })
  })
})
