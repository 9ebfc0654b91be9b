import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { raiseAlarm } from '#server/jobs/alarm-store.ts'
import type { OutgoingMail } from '#server/providers/mail/port.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#test/builders/webhook-receiver.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { alarmChannels } from './alarm-channels.ts'
import { type AlarmKind, alarmKinds } from './alarm-kinds.ts'
import type { AlarmMessage } from './alarm-message.ts'
import { type AlarmTeller, createAlarmTeller, maxTries } from './alarm-teller.ts'

const secret = `whsec_${Buffer.from('the key of a test, of 32 bytes..').toString('base64')}`
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

const forget = statement('test.forget', 'truncate shop.alarm, shop.alarm_told, shop.alarm_delivery')
const later = (name: string, table: string, columns: readonly string[]) =>
  statement(
    `test.later-${name}`,
    `update shop.${table} set ${columns.map((column) => `${column} = ${column} - $1 * interval '1 second'`).join(', ')}`,
  )
const clocks = [
  later('alarm', 'alarm', ['at', 'last_at', 'resolved_at', 'tell_at', 'told_at', 'resolved_told_at']),
  later('told', 'alarm_told', ['told_at']),
  later('delivery', 'alarm_delivery', ['due_at', 'sent_at']),
]
const deliveries = statement<{ channel: string; tries: number; isDue: boolean; isSent: boolean; error: string | null }>(
  'test.deliveries',
  `select channel, tries, due_at is not null as "isDue", sent_at is not null as "isSent", last_error as error
   from shop.alarm_delivery order by alarm_id, channel, nth`,
)

const openAlarms = statement<{ kind: string }>('test.open', 'select kind from shop.alarm where resolved_at is null')
const passedFrom = statement(
  'test.passed-from',
  `insert into shop.check_mark (name, full_done_from) values ('books', now() - $1 * interval '1 hour')
   on conflict (name) do update set full_done_from = excluded.full_done_from`,
)

let test1: TestDatabase
let receiver: WebhookReceiver
let mails: OutgoingMail[]
let isMailAway: boolean
let teller: AlarmTeller
beforeAll(async () => {
  test1 = await createTestDatabase()
})
afterAll(() => test1.drop())
beforeEach(async () => {
  await test1.database.count(forget)
  receiver = await startWebhookReceiver()
  mails = []
  isMailAway = false
  teller = newTeller()
})
afterEach(() => receiver.close())

function newTeller(maxMs = 5_000): AlarmTeller {
  const mail = {
    async sendMail(sent: OutgoingMail) {
      if (isMailAway) return { state: 'failed', canRetry: true, why: 'noConnection' } as const
      mails.push(sent)
      return { state: 'sent' } as const
    },
    close: () => undefined,
  }
  const channels = alarmChannels(
    { webhook: { url: receiver.url, secret }, mailTo: 'oncall@shop.example' },
    { mail, mailFrom: 'orders@shop.example', maxMs },
  )
  return createAlarmTeller({
    ...{ database: test1.database, log: silent, installation: 'abc234', guide: 'https://wiki.example/burns', channels },
  })
}

const raise = (kind: AlarmKind, key = 'shop', facts: object = {}) => raiseAlarm(test1.database, kind, key, facts)
/** Turns the clock of all that is written about alarms. */
async function pass(seconds: number): Promise<void> {
  for (const clock of clocks) await test1.database.count(clock, [seconds])
}
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as AlarmMessage)
/** What came since this was asked last. */
function news(): AlarmMessage[] {
  const all = bodies()
  const since = all.slice(seen.get(receiver) ?? 0)
  seen.set(receiver, all.length)
  return since
}
const seen = new WeakMap<WebhookReceiver, number>()
const told = async () => {
  await teller.round()
  return news().map(({ state, times }) => `${state} ${times}`)
}

describe('OPS-32: alarms are delivered', () => {
  test('OPS-32: by webhook as Standard Webhooks say, and by mail; both name what, how grave, how often and where to read on', async () => {
    await raise('authorization-missing', 'abc234.x.y.1', { orderId: 'o-1', email: 'jane@example.com' })
    await teller.round()
    const [came] = receiver.received
    const { id = '', headers = {}, body = '' } = came ?? {}
    expect(id).toMatch(/^alarm_abc234_\d+_1$/)
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({
      ...{ kind: 'authorization-missing', key: 'abc234.x.y.1', severity: 'ticket', state: 'open', times: 1, count: 1 },
      ...{ firstAt: expect.stringMatching(/Z$/), lastAt: expect.stringMatching(/Z$/), installation: 'abc234' },
      ...{ link: 'https://wiki.example/burns#authorization-missing', facts: { orderId: 'o-1' } },
    })
    expect(() => new Webhook(`whsec_${'A'.repeat(40)}`).verify(body, headers as Record<string, string>)).toThrow()
    expect(mails).toEqual([
      expect.objectContaining({
        ...{ to: 'oncall@shop.example', from: 'orders@shop.example', subject: '[ticket] authorization-missing' },
        messageId: `<${id}@shop.example>`,
        text: expect.stringMatching(/About: abc234\.x\.y\.1\n(.*\n)*orderId: o-1\nWhat to do: https:\/\/wiki/),
      }),
    ])
    expect(mails[0]?.text).not.toContain('jane')
  })

  test('OPS-32: what a receiver missed in ten minutes comes once, the same to the byte', async () => {
    receiver.answer(503)
    isMailAway = true
    const kinds = ['dispute', 'chargeback', 'no-worker', 'I07', 'dead-letter'] as const
    for (const kind of kinds) await raise(kind)
    for (let seconds = 0; seconds < 600; seconds += 10) {
      await teller.round()
      await pass(10)
    }
    const missed = receiver.received.map(({ id, body }) => `${id} ${body}`)
    expect(new Set(missed).size).toBe(kinds.length)
    expect(mails).toEqual([])
    receiver.answer(204)
    isMailAway = false
    const before = receiver.received.length
    for (let minutes = 0; minutes < 30; minutes += 1) {
      await teller.round()
      await pass(60)
    }
    const came = receiver.received.slice(before).map(({ id, body }) => `${id} ${body}`)
    expect(came.sort()).toEqual([...new Set(missed)].sort())
    expect(mails.map(({ subject }) => subject.replace(/.* /, '')).sort()).toEqual([...kinds].sort())
  })

  test('OPS-32: a thousand of one kind are one message a minute, with their number', async () => {
    await raise('dispute', 'first')
    await teller.round()
    for (let nth = 1; nth < 1_000; nth += 1) await raise('dispute', `key ${nth}`)
    const perMinute: number[] = []
    for (let minute = 0; minute < 3; minute += 1) {
      const before = receiver.received.length
      for (let second = 0; second < 60; second += 5) {
        await teller.round()
        await pass(5)
      }
      perMinute.push(receiver.received.length - before + (minute === 0 ? 1 : 0))
    }
    expect(Math.max(...perMinute)).toBeLessThanOrEqual(3)
    expect(bodies().map(({ count }) => count)).toEqual([1, 999])
    expect(bodies()[1]).toMatchObject({ key: 'key 1' })
  })

  test('OPS-32: at the 1st, 10th and 100th time, every 6 hours while it goes on, and once when it is over', async () => {
    const again = async (times: number) => {
      for (let nth = 0; nth < times; nth += 1) await raise('no-worker')
      await pass(61)
    }
    await raise('no-worker')
    expect(await told()).toEqual(['open 1'])
    await again(8)
    expect(await told()).toEqual([])
    await again(1)
    expect(await told()).toEqual(['open 10'])
    await again(90)
    expect(await told()).toEqual(['open 100'])
    // it goes on, and is told after six hours, not before
    await pass(5 * 3_600)
    await raise('no-worker')
    expect(await told()).toEqual([])
    await pass(3_600)
    await raise('no-worker')
    expect(await told()).toEqual(['open 102'])
    await teller.end()
    expect(await told()).toEqual([])
    await pass(4 * 60)
    await teller.end()
    expect(await told()).toEqual(['resolved 102'])
    await pass(61)
    await teller.end()
    expect(await told()).toEqual([])
  })

  test('OPS-32: one that comes back within an hour of its end is told when the hour is over, or when it came ten times', async () => {
    await raise('no-worker')
    expect(await told()).toEqual(['open 1'])
    const end = async () => {
      await pass(4 * 60)
      await teller.end()
    }
    await end()
    expect(await told()).toEqual(['resolved 1'])
    // again and again, each for a moment
    for (let nth = 0; nth < 3; nth += 1) {
      await raise('no-worker')
      expect(await told()).toEqual([])
      await end()
      expect(await told()).toEqual([])
    }
    for (let nth = 0; nth < 9; nth += 1) await raise('no-worker')
    expect(await told()).toEqual([])
    await raise('no-worker')
    expect(await told()).toEqual(['open 10'])
    await end()
    expect(await told()).toEqual(['resolved 10'])
    await raise('no-worker')
    await pass(3_599)
    expect(await told()).toEqual([])
    await pass(2)
    expect(await told()).toEqual(['open 1'])
  })

  test('OPS-32: what happened is over when a person says so, and not by itself', async () => {
    await raise('dispute')
    expect(await told()).toEqual(['open 1'])
    await pass(40 * 24 * 3_600)
    await teller.end()
    expect(await told()).toEqual([])
  })

  test('OPS-42: a broken invariant is over when a full pass of the guard that began later has ended, and not by the clock', async () => {
    await raise('I07')
    expect(await told()).toEqual(['open 1'])
    await pass(9 * 24 * 3_600)
    await teller.end()
    expect(await test1.database.rows(openAlarms)).toEqual([{ kind: 'I07' }])
    await test1.database.count(passedFrom, [10 * 24])
    await teller.end()
    expect(await test1.database.rows(openAlarms)).toEqual([{ kind: 'I07' }])
    await test1.database.count(passedFrom, [1])
    await teller.end()
    expect(await test1.database.rows(openAlarms)).toEqual([])
  })

  test('OPS-32: of other shops at the processor once a day (OPS-29)', async () => {
    for (let fives = 0; fives < (12 * 60) / 5; fives += 1) {
      await raise('foreign-payments', 'adyen', { count: 3, installations: { other2: 3 } })
      await teller.round()
      await pass(300)
    }
    expect(news()).toEqual([expect.objectContaining({ times: 1, facts: { count: 3, installations: { other2: 3 } } })])
    await pass(12 * 3_600)
    await raise('foreign-payments', 'adyen', { count: 3, installations: { other2: 3 } })
    expect(await told()).toEqual(['open 145'])
  })

  test('OPS-32: after 12 tries it is given up; a redirection is not followed, and a receiver that says nothing is not waited for', async () => {
    const elsewhere = await startWebhookReceiver()
    receiver.answer(307, { location: elsewhere.url })
    isMailAway = true
    await raise('dispute')
    await teller.round()
    expect(
      (await test1.database.rows(deliveries)).map(({ channel, tries, isDue, error }) => [channel, tries, isDue, error]),
    ).toEqual([
      ['mail', 1, true, 'noConnection'],
      ['webhook', 1, true, 'status 307'],
    ])
    expect(elsewhere.received).toEqual([])
    receiver.answer(null)
    teller = newTeller(50)
    for (let hours = 0; hours < 20; hours += 1) {
      await pass(3_600)
      await teller.round()
    }
    expect(receiver.received).toHaveLength(maxTries)
    expect(await test1.database.rows(deliveries)).toEqual([
      { channel: 'mail', tries: 12, isDue: false, isSent: false, error: 'noConnection' },
      { channel: 'webhook', tries: 12, isDue: false, isSent: false, error: 'no answer in time' },
    ])
    await elsewhere.close()
  })

  test('OPS-32: several workers at once tell it once', async () => {
    const tellers = Array.from({ length: 6 }, () => newTeller())
    for (const kind of ['dispute', 'chargeback', 'no-worker'] as const) await raise(kind)
    await Promise.all(tellers.map((each) => each.round()))
    await Promise.all(tellers.map((each) => each.round()))
    expect(
      bodies()
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['chargeback', 'dispute', 'no-worker'])
    expect(mails).toHaveLength(3)
  })

  test('OPS-32: no message of any kind has a fact that is about a person', async () => {
    const personal = {
      ...{ email: 'jane@example.com', name: 'Jane Doe', address: '1 Main St', phone: '555-0100', shopperId: 's-1' },
      ...{ why: 'refused for jane@example.com', would: [{ name: 'Jane Doe' }], letters: 'Jané', ip: '10.0.0.1' },
    }
    const kinds = Object.keys(alarmKinds).map((kind) => (kind === 'broken-invariant' ? 'I07' : kind)) as AlarmKind[]
    for (const kind of kinds) await raise(kind, kind === 'receipt-letters' ? 'Jané' : 'a key', personal)
    // a few at once
    for (let nth = 0; nth < 8; nth += 1) await teller.round()
    expect(
      bodies()
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual([...kinds].sort())
    for (const { facts } of bodies()) expect(facts).toEqual({})
    const all = JSON.stringify([bodies(), mails])
    for (const one of ['jane', 'Jane', 'Jané', '1 Main St', '555-0100', 's-1', '10.0.0.1'])
      expect(all).not.toContain(one)
    expect(Object.values(alarmKinds).flatMap(({ facts }) => [...facts])).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/mail|name$|address|phone|shopper|why/i)]),
    )
  })
})
