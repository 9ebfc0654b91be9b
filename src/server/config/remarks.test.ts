import { expect, test } from 'vitest'
import { remarksOf } from './remarks.ts'

const smarty = { authId: 'id', authToken: 'token' }

test.each([
  ['nobody', null, null, 1],
  ['the file of places', 'places.csv', null, 0],
  ['Smarty', null, smarty, 0],
  ['both', 'places.csv', smarty, 0],
])('CALM-35: a start where %s completes addresses says so when it is nobody', (_name, placesFile, smarty, count) => {
  const remarks = remarksOf({ addressSearch: { placesFile, smarty } })
  expect(remarks).toHaveLength(count)
  for (const remark of remarks) expect(remark).toMatch(/ADDRESS_PLACES.*SMARTY_AUTH_ID.*SMARTY_AUTH_TOKEN/)
})
