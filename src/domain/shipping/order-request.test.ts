import { expect, test } from 'vitest'
import { orderRequestProblems, tidyOrderRequest } from './order-request.ts'

const good = { name: 'Zoë Müller', email: 'zoe@example.com', country: 'DE', phone: '', message: '' }

test.each([
  ['nothing but what is needed', {}, null],
  ['a name of other letters', { name: '渡辺 謙' }, null],
  ['a phone number as it is written there', { phone: '+49 (0)30 1234-567' }, null],
  ['a message of 1,000 signs', { message: '🛋'.repeat(1_000) }, null],
  ['no name', { name: '  ' }, 'name missingField'],
  ['a name of no letter', { name: '---' }, 'name invalidField'],
  ['a name of 81 letters', { name: 'a'.repeat(81) }, 'name fieldTooLong'],
  ['half an address', { email: 'zoe@example' }, 'email invalidEmail'],
  ['two addresses', { email: 'a@example.com,b@example.com' }, 'email invalidEmail'],
  ['no country', { country: '' }, 'country missingField'],
  ['a country with a store', { country: 'CA' }, 'country missingField'],
  ['a phone number of 5 digits', { phone: '12345' }, 'phone invalidField'],
  ['a phone number of 16 digits', { phone: '1234567890123456' }, 'phone invalidField'],
  ['words for a phone number', { phone: 'call me' }, 'phone invalidField'],
  ['a message of 1,001 signs', { message: 'a'.repeat(1_001) }, 'message fieldTooLong'],
])('SHIPPOP-16: a request with %s', (_what, typed, expected) => {
  const found = orderRequestProblems(tidyOrderRequest({ ...good, ...typed }), true)
  expect(found.map(({ field, problem }) => `${field} ${problem.code}`)).toEqual(expected === null ? [] : [expected])
})

test('SHIPPOP-16: an empty cart says nothing of what is wanted: then the message must', () => {
  expect(orderRequestProblems(tidyOrderRequest(good), false).map(({ field }) => field)).toEqual(['message'])
  expect(orderRequestProblems(tidyOrderRequest({ ...good, message: 'A sofa' }), false)).toEqual([])
})

test('SHIPPOP-16: names and numbers are one line, a message keeps its lines', () => {
  const typed = { ...good, name: ' Zoë\r\nMüller ', phone: '+49\t30', message: ' A sofa\r\nand a rug\r ' }
  expect(tidyOrderRequest(typed)).toMatchObject({
    ...{ name: 'Zoë Müller', phone: '+49 30', message: 'A sofa\nand a rug' },
  })
})
