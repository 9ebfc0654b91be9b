import fc from 'fast-check'
import { expect, test } from 'vitest'
import { optionChoiceText, parseOptionChoice, unsaidChoices } from './option-choice.ts'

test('OPEN-47: options in another order give the same text, none gives none', () => {
  expect(optionChoiceText({ size: 'queen', color: 'oat' })).toBe('color:oat|size:queen')
  expect(optionChoiceText({ color: 'oat', size: 'queen' })).toBe('color:oat|size:queen')
  expect(optionChoiceText({})).toBe('')
})

test('OPEN-47: a text is read back as the choices it was made from', () => {
  const code = fc.stringMatching(/^[a-z][a-zA-Z0-9]{0,6}$/).filter((name) => !(name in {}))
  const value = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,6}$/)
  fc.assert(
    fc.property(fc.dictionary(code, value, { noNullPrototype: true, maxKeys: 5 }), (choices) => {
      expect(parseOptionChoice(optionChoiceText(choices))).toEqual(choices)
    }),
  )
})

test.each(['size:queen|color:oat', 'color:oat|color:oak', 'color', 'color:', ':oat', 'color:oat|', '|', 'color:<b>'])(
  'OPEN-47: the text "%s" is not of that form',
  (text) => {
    expect(parseOptionChoice(text)).toBeUndefined()
  },
)

test('a title that names a choice does not have it said again', () => {
  const color = { name: 'Color', value: 'Oat' }
  const size = { name: 'Size', value: 'Queen' }
  expect(unsaidChoices('Isla Bed, Queen, Oat', [color, size])).toEqual([])
  expect(unsaidChoices('Oatmeal Bowl', [color])).toEqual([color])
  expect(unsaidChoices('Isla Bed, oat', [color, size])).toEqual([size])
})
