import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseStored, StoredJsonFault } from './stored-json.ts'

const card = z.object({ lastFour: z.string(), amounts: z.array(z.int()) })

test('stored JSON is read as its schema says', () => {
  const stored = { lastFour: '1111', amounts: [1] }
  expect(parseStored(card, stored, 'row 7')).toEqual(stored)
})

test('what does not fit is a fault that names row and fields, and nothing that stands in them', () => {
  const read = () => parseStored(card, { lastFour: 4111, amounts: ['Ann'] }, 'row 7')
  expect(read).toThrow(StoredJsonFault)
  expect(read).toThrow(
    'Stored JSON of row 7 is not what it should be: lastFour (invalid_type), amounts.0 (invalid_type)',
  )
  expect(() => parseStored(card, null, 'row 7')).toThrow('all of it (invalid_type)')
})
