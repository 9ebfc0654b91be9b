import { expect, test } from 'vitest'
import { remarksOf } from './remarks.ts'

const noAlarms = { webhook: null, mailTo: null, guide: '' }
const webhook = { url: 'https://hooks.example', secret: '' }

const smarty = { authId: 'id', authToken: 'token' }

test.each([
  ['nobody', null, null, 1],
  ['the file of places', 'places.csv', null, 0],
  ['Smarty', null, smarty, 0],
  ['both', 'places.csv', smarty, 0],
])('CALM-35: a start where %s completes addresses says so when it is nobody', (_name, placesFile, smarty, count) => {
  const remarks = remarksOf({ addressSearch: { placesFile, smarty }, alarms: noAlarms, isProduction: false })
  expect(remarks).toHaveLength(count)
  for (const remark of remarks) expect(remark).toMatch(/ADDRESS_PLACES.*SMARTY_AUTH_ID.*SMARTY_AUTH_TOKEN/)
})

test.each([
  ['production without a channel', true, {}, 1],
  ['production with a webhook', true, { webhook }, 0],
  ['production with mail', true, { mailTo: 'oncall@example.com' }, 0],
  ['development', false, {}, 0],
])('OPS-33: a start of %s says so when nobody hears of alarms', (_name, isProduction, channels, count) => {
  const addressSearch = { placesFile: 'places.csv', smarty: null }
  const remarks = remarksOf({ addressSearch, alarms: { ...noAlarms, ...channels }, isProduction })
  expect(remarks).toHaveLength(count)
  for (const remark of remarks) expect(remark).toMatch(/nobody hears of alarms.*ALARM_WEBHOOK_URL.*ALARM_MAIL_TO/)
})
