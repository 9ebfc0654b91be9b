import { expect, test } from 'vitest'
import { mailboxKey } from './mailbox.ts'

const ann = 'annbell@gmail.com'
test.each([
  ['annbell@gmail.com', ann],
  ['AnnBell@Gmail.COM', ann],
  [' annbell@gmail.com ', ann],
  ['ann bell @gmail.com', ann],
  ['annbell@gmail.com\u00A0', ann],
  ['ann.bell@gmail.com', ann],
  ['a.n.n.b.e.l.l@gmail.com', ann],
  ['annbell+sale@gmail.com', ann],
  ['ann.bell+a+b.c@googlemail.com', ann],
  ['ANN.BELL@GoogleMail.com', ann],
  ['ａｎｎbell@gmail.com', ann],
  ['ann.bell@example.com', 'ann.bell@example.com'],
  ['Ann.Bell+sale@Example.com', 'ann.bell@example.com'],
  ['annbell@example.com', 'annbell@example.com'],
  ['annbell@gmail.example.com', 'annbell@gmail.example.com'],
  ['ann.bell@notgmail.com', 'ann.bell@notgmail.com'],
  ['+tag@example.com', '+tag@example.com'],
  ['nobody', 'nobody'],
  ['', ''],
])('SAFE-57: %j is the mailbox %j', (email, key) => {
  expect(mailboxKey(email)).toBe(key)
})

test('SAFE-57: a mailbox that another person may have is another', () => {
  const others = [
    'ann.bell@example.com',
    'annbell@example.com',
    'ann-bell@gmail.com',
    'annbell@gmail.ca',
    'annbel@gmail.com',
  ]
  expect(new Set([ann, ...others].map(mailboxKey)).size).toBe(others.length + 1)
})
