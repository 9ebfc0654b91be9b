import { expect, test } from 'vitest'
import { orderNumberIn } from './order-number.ts'

const spellings = [
  '4KT7-9QWX-2F4H',
  '4kt7-9qwx-2f4h',
  ' 4KT7-9QWX-2F4H\n',
  '4KT79QWX2F4H',
  '4kt7 9qwx 2f4h',
  '4KT7–9QWX—2F4H',
  '#4KT7-9QWX-2F4H',
  '# 4kt7 9qwx 2f4h',
  'order 4KT7-9QWX-2F4H',
  'Order #4KT7-9QWX-2F4H',
  'ORDER NUMBER: 4kt79qwx2f4h',
  'Order no. 4KT7 - 9QWX - 2F4H.',
  'my order 4KT7-9QWX-2F4H',
  '４ＫＴ７-9QWX-2F4H',
]

test.each(spellings)('CALM-65: an order number is read as it was written down: %j', (text) => {
  expect(orderNumberIn(text)).toBe('4KT7-9QWX-2F4H')
})

test.each([
  ['O0I1-L1O0-AAAA', '0011-1100-AAAA'],
  ['NO12-NR34-ABCD', 'N012-NR34-ABCD'],
  ['ordered1234w', '0RDE-RED1-234W'],
])('CALM-65: letters that look like digits are those digits, and none is lost: %s is %s', (text, number) => {
  expect(orderNumberIn(text)).toBe(number)
})

test.each(['', '#', 'order', '4KT7-9QWX-2F4', '4KT7-9QWX-2F4HH', '4KT7-9QWX-2F4U', '4KT7-9QWX-2F4Ł', 'order 12'])(
  'CALM-65: %j is no order number',
  (text) => {
    expect(orderNumberIn(text)).toBeNull()
  },
)
