import { expect, test } from 'vitest'
import { z } from 'zod'
import { onUnreadableRow, parseStored, readableRows, StoredJsonFault } from './stored-json.ts'

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

test('a row that cannot be read takes no other with it, and whoever listens is told', () => {
  const told: string[] = []
  const stop = onUnreadableRow(({ message }) => told.push(message))
  const read = (row: unknown) => parseStored(z.string(), row, 'row 7')
  expect(readableRows(['Ann', 4111, 'Bob'], read)).toEqual(['Ann', 'Bob'])
  stop()
  expect(readableRows([null], read)).toEqual([])
  expect(told).toEqual(['Stored JSON of row 7 is not what it should be: all of it (invalid_type)'])
})

test('a fault of another kind is no row that cannot be read', () => {
  const broken = () => {
    throw new RangeError('a bug')
  }
  expect(() => readableRows(['Ann'], broken)).toThrow('a bug')
})
