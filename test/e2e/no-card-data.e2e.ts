import { chmodSync, createReadStream, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { ask } from './books.ts'
import { test } from './focus-watch.ts'
import { fillCart } from './quick.ts'
import { Store } from './store.ts'
import { type StoreProcess, startStore } from './store-process.ts'

/** Numbers that occur nowhere else, each as it is typed; declined first, then accepted. */
const cards = [
  { number: '4929 1177 3056 0002', expiry: '0731', code: '8137' },
  { number: '3714 496353 98431', expiry: '0731', code: '8137' },
] as const
const email = 'carddata@example.com'
const digits = (text: string) => text.replace(/\D/g, '')
const needles = cards.flatMap(({ number }) => [number, digits(number), digits(number).slice(0, 14)])
/** A code is four digits, which stand in many a number: only as a whole value is it one. */
const codeAsValue = /["'=>:]\s*8137\s*["'&<,}\]]|cvv\W{0,4}8137/

/** Which of the words a file holds, read in parts. */
async function foundIn(file: string, words: readonly string[]): Promise<string[]> {
  const found = new Set<string>()
  let rest = ''
  for await (const part of createReadStream(file, { encoding: 'latin1', highWaterMark: 1 << 20 })) {
    const text = rest + part
    for (const word of words) if (text.includes(word)) found.add(word)
    rest = text.slice(-32)
  }
  return [...found]
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

test.describe('PAY-53 OPEN-64: a card number never reaches the store', () => {
  let dataDir = ''
  let store: StoreProcess | undefined
  test.beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'cartwright-cards-'))
    chmodSync(dataDir, 0o755)
  })
  test.afterAll(async () => {
    await store?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('after a declined and a paid order it is in no request, log line, table, file of the database, nor in the memory of the server', async ({
    page,
  }) => {
    const NODE_OPTIONS = `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${dataDir}`
    store = await startStore({ dataDir, env: { NODE_OPTIONS, LOG_LEVEL: 'debug' } })
    const { port, gatewayPort, pid } = store
    const sent: string[] = []
    const toGateway: string[] = []
    page.on('request', (request) => {
      const { port: to } = new URL(request.url())
      const text = `${request.method()} ${request.url()}\n${JSON.stringify(request.headers())}\n${request.postData() ?? ''}`
      if (to === String(port)) sent.push(text)
      if (to === String(gatewayPort)) toGateway.push(text)
    })

    const visitor = new Store(page, 'cb', port)
    const [article] = await ask<{ sku: string }>(
      `select sku.sku from shop.sku join shop.price using (sku) where brand = 'CB' and country = 'US' and ship_kind = 'parcel'
         and status = 'active' and personalization is null and custom_order is null and make_days = 0 limit 1`,
      [],
      dataDir,
    )
    await fillCart(visitor, [Number(article?.sku)])
    await visitor.open('/checkout/cart')
    await visitor.untilAlive()
    await visitor.startGuestCheckout()
    await visitor.fillAddress(email)
    await visitor.toOptions()
    await visitor.next('Next: Payment', /\/checkout\/paymentandbilling$/)
    await visitor.fillCard({ ...cards[0], code: '813' })
    await visitor.next('Next: Review & Place Order', /\/checkout\/review$/)
    await page.getByRole('button', { name: 'Place Order', exact: true }).click()
    await page.getByRole('dialog', { name: 'Payment Error' }).getByRole('button', { name: 'Update Payment' }).click()
    await visitor.fillCard(cards[1])
    await visitor.next('Next: Review & Place Order', /\/checkout\/review$/)
    await visitor.placeOrder()
    const states = await ask<{ state: string }>(
      'select state from shop.orders where email = $1 order by created_at',
      [email],
      dataDir,
    )
    expect(states.map(({ state }) => state)).toEqual(['refused', 'placed'])

    expect(
      needles.filter((needle) => toGateway.join('\n').includes(needle)),
      'the gateway alone gets them',
    ).toEqual(cards.map(({ number }) => digits(number)).flatMap((number) => [number, number.slice(0, 14)]))
    expect(sent.length).toBeGreaterThan(20)
    for (const [where, text] of [
      ['requests', sent.join('\n')],
      ['log', store.log()],
    ] as const) {
      expect(
        needles.filter((needle) => text.includes(needle)),
        where,
      ).toEqual([])
      expect(text, where).not.toMatch(codeAsValue)
    }

    const tables = await ask<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
      [],
      dataDir,
    )
    expect(tables.length).toBeGreaterThan(40)
    for (const { name } of tables) {
      const rows = await ask<{ row: string }>(
        `select row from (select to_jsonb(t)::text as row from ${name} t) r
         where regexp_replace(row, '[ -]', '', 'g') ~ $1 or row ~ '"8137"'`,
        [cards.map(({ number }) => digits(number)).join('|')],
        dataDir,
      )
      expect(rows, name).toEqual([])
    }

    process.kill(pid, 'SIGUSR2')
    const snapshot = () => filesBelow(dataDir).find((file) => file.endsWith('.heapsnapshot'))
    await expect.poll(() => snapshot() !== undefined, { timeout: 60_000 }).toBe(true)
    let size = -1
    await expect
      .poll(
        () => {
          const before = size
          size = statSync(snapshot() ?? '').size
          return size > 10_000_000 && size === before
        },
        { timeout: 120_000, intervals: [2_000] },
      )
      .toBe(true)
    // the last checkpoint writes all that the database holds into its files
    await store.stop()
    const own = filesBelow(dataDir).filter((file) => !file.includes('gateway.sqlite'))
    const held: string[] = []
    let filesWithEmail = 0
    for (const file of own) {
      const found = await foundIn(file, [...needles, email])
      if (found.includes(email)) filesWithEmail += 1
      for (const word of found) if (word !== email) held.push(`${file}: ${word}`)
    }
    expect(held).toEqual([])
    expect(filesWithEmail, 'what the store may know is found in the same way').toBeGreaterThan(0)
  })
})
