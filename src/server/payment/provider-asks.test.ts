import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/database.ts'
import { type Limit, limits } from '#server/http/guards/throttle.ts'
import { statementsOf } from '#test/builders/statements.ts'
import { walletVisitor } from '#test/order/wallet-visitor.ts'
import { createWorld, type World } from '#test/world.ts'

const lines: string[] = []
let world: World
beforeAll(async () => {
  world = await createWorld({ logLine: (line) => lines.push(line) })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.database.count(statement('test.forget', 'delete from throttle'))
  lines.length = 0
})

type Visitor = Awaited<ReturnType<typeof walletVisitor>>['shopper']
type Answer = { readonly isSuccess: boolean; readonly errorMessage: string }
type Ask = (visitor: Visitor) => Promise<Answer>

const own = 'Too many tries. Please wait a few minutes and try again.'
const network = 'There were too many tries from your network. Please try again in a few minutes.'
const ownersOf = statement<{ count: number }>('test.owners', 'select count(*)::int as count from shop.token_owner')
const pageRequestOf = (lineOf: readonly string[]) =>
  lineOf.filter((line) => line.includes('"security":"throttled"')).length

const cases: readonly [name: string, ask: Ask, session: Limit, address: Limit][] = [
  [
    'createCardSession',
    (visitor) => visitor.call('payment', 'createCardSession', {}),
    limits.cardSessionsPerSession,
    limits.cardSessionsPerAddress,
  ],
  [
    'providerCreateCardSession',
    (visitor) => visitor.call('payment', 'providerCreateCardSession', {}),
    limits.cardSessionsPerSession,
    limits.cardSessionsPerAddress,
  ],
  ...(['paypal', 'venmo', 'applePay'] as const).map((method): (typeof cases)[number] => [
    `openWalletSheet of ${method}`,
    (visitor) => visitor.call('wallet', 'openWalletSheet', { method }),
    limits.walletSheetsPerSession,
    limits.walletSheetsPerAddress,
  ]),
]

describe('SAFE-41: one visitor does not use up what the shop may ask of a payment provider', () => {
  test.each(cases)(
    '%s: the first past the limit of its session is told so; another session goes on',
    async (_name, ask, session) => {
      const { shopper } = await walletVisitor(world)
      for (let nth = 0; nth < session.capacity; nth += 1) expect((await ask(shopper)).isSuccess).toBe(true)
      const owners = await world.database.row(ownersOf)
      for (let nth = 0; nth < 3; nth += 1) {
        expect(await ask(shopper)).toMatchObject({ isSuccess: false, errorMessage: own })
      }
      // nothing was made, each refusal is counted
      expect(await world.database.row(ownersOf)).toEqual(owners)
      expect(pageRequestOf(lines)).toBe(3)
      const { shopper: other } = await walletVisitor(world)
      expect((await ask(other)).isSuccess).toBe(true)
    },
  )

  test.each(cases)(
    '%s: a new session each time does not help; the text names the network',
    async (_name, ask, _session, address) => {
      const { throttle } = world.shop
      for (let nth = 0; nth < address.capacity - 1; nth += 1) {
        expect(await throttle.take(world.database, address, '127.0.0.1')).toBe(true)
      }
      expect((await ask((await walletVisitor(world)).shopper)).isSuccess).toBe(true)
      const { shopper } = await walletVisitor(world)
      expect(await ask(shopper)).toMatchObject({ isSuccess: false, errorMessage: network })
    },
  )

  test('CALM-32: a page that makes its wallets ready uses up nothing, and opens no sheet', async () => {
    const { shopper } = await walletVisitor(world)
    const preparing = { method: 'venmo', isPreparing: true } as const
    for (let nth = 0; nth <= limits.walletSheetsPerSession.capacity; nth += 1) {
      const prepared = await shopper.call('wallet', 'openWalletSheet', preparing)
      expect(prepared).toMatchObject({ isSuccess: true, provider: 'built-in', sheetId: '', sheetUrl: '', amountDue: 0 })
    }
    // no sheet is open: what is shown is no approval
    expect(await shopper.call('wallet', 'applyVenmoPayment', { nonce: 'made-up' })).toMatchObject({ isSuccess: false })
    expect(await shopper.call('wallet', 'openWalletSheet', { method: 'venmo' })).toMatchObject({ isSuccess: true })
  })

  test('past its limit a sheet is not priced', async () => {
    const { shopper } = await walletVisitor(world)
    const open = () => shopper.call('wallet', 'openWalletSheet', { method: 'paypal' })
    // the facts of its skus may be held in memory; which delivery windows are full is asked each time
    const prices = (statements: readonly string[]) => statements.filter((name) => name === 'shipping.full-trips')
    expect(prices(await statementsOf(world.database, open))).not.toEqual([])
    for (let nth = 1; nth < limits.walletSheetsPerSession.capacity; nth += 1) await open()
    expect(prices(await statementsOf(world.database, open))).toEqual([])
    expect(await open()).toMatchObject({ errorMessage: own })
  })

  test('a wallet that is not offered, or a cart that is empty, uses up nothing', async () => {
    const shopper = world.shopper()
    for (let nth = 0; nth <= limits.walletSheetsPerSession.capacity; nth += 1) {
      const { errorMessage } = await shopper.call('wallet', 'openWalletSheet', { method: 'paypal' })
      expect(errorMessage).not.toBe(own)
    }
  })
})
