import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls, type CallTable } from '#contracts/table.ts'
import { variants } from '#domain/variant.ts'
import { statement } from '#server/db/database.ts'
import { importStoredValue } from '#server/tender/stored-value-import.ts'
import { storedValueMac } from '#server/tender/stored-value-mac.ts'
import { add, address, item } from '#test/builders/cart-calls.ts'
import { place, sku } from '#test/builders/catalog.ts'
import { cartCallCases, catalogOfCalls, type Lines, shelf } from '#test/builders/every-cart-call.ts'
import { newMember } from '#test/builders/member.ts'
import { promos, putPromos } from '#test/builders/promos.ts'
import { type TestShopper, testShopper } from '#test/builders/shopper.ts'
import { type Opened, openAndNote } from '#test/builders/socket-writes.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
let writes: Opened['writes']
let guest: TestShopper
let member: TestShopper
let shoppers: readonly { readonly shopper: TestShopper; readonly lines: Applied }[]

/** What stands in the cart that a change is about. */
type Applied = Lines & { readonly giftCard: string; readonly tenderCode: string }
type ChangeCase = {
  readonly topic: keyof CallTable
  readonly name: string
  readonly input: (lines: Applied) => unknown
}

beforeAll(async () => {
  world = await createWorld({ catalog: catalogOfCalls() })
  await putPromos(world.database)
  await issueStoredValue()
  member = (await newMember(world)).shopper
  guest = testShopper(world.shop.app.http, variants.cb)
  shoppers = [
    { shopper: guest, lines: await inCheckout(guest, 1) },
    { shopper: member, lines: await inCheckout(member, 2) },
  ]
  for (const note of noteTables) await world.database.count(note)
  writes = (await openAndNote(world)).writes
})
afterAll(async () => {
  writes.end()
  await world.close()
})

// written as they were: their versions are new, and nobody holds facts of those
const forgetFacts = statement('test.new-versions', 'update shop.sku set name = name where sku = any($1)')
const tables = ['cart', 'cart_line', 'recipient', 'cart_event', 'cart_tender'] as const
const noteTables = tables.map((name) =>
  statement(`test.note-${name}`, `create table shop.noted_${name} as table shop.${name}`),
)
const clear = tables.toReversed().map((name) => statement(`test.clear-${name}`, `delete from shop.${name}`))
const bringBack = tables.map((name) =>
  statement(`test.bring-back-${name}`, `insert into shop.${name} select * from shop.noted_${name}`),
)

const giftCardOf = (nth: number) => `600649123456000${nth}`
const tenderCodeOf = (nth: number) => `WELCOME000${nth}`

/** A gift card and a tender code for each shopper, of less than the cart comes to. */
async function issueStoredValue() {
  const file = join(world.config.dataDir, 'stored-value.jsonl')
  const own = { amountCents: 100, currency: 'USD' }
  const lines = [1, 2].flatMap((nth) => [
    { kind: 'giftCard', number: giftCardOf(nth), pin: '12345678', ...own },
    { kind: 'tenderCode', code: tenderCodeOf(nth), ...own },
  ])
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  await importStoredValue(world.database, file, storedValueMac(world.config.secret))
}

/**
 * A shopper in the checkout with a code, a gift card, a tender code and three lines, one installed, one picked up, one to be shipped; another line is saved for later,
 * and one was taken out.
 */
async function inCheckout(shopper: TestShopper, nth: number): Promise<Applied> {
  const installed = { IsInstallationServiceRequired: true }
  await add(shopper, item(sku.mug), ...shelf.slice(0, 5).map((each, nth) => item(each, 2, nth % 2 ? {} : installed)))
  const { lineItems } = await shopper.call('cart', 'getCartJsx', {})
  const [picked = '', removed = '', saved = '', first = ''] = lineItems.map(({ id }) => id)
  const pickup = { shipMethod: 1, isPickup: true, locationId: String(place.store.CB.US) }
  await shopper.call('cart', 'updateShipMethod', { lineItemId: picked, ...pickup })
  await shopper.call('cart', 'removeItem', { lineItemId: removed })
  await shopper.call('cart', 'saveForLater', { lineItemId: saved })
  await shopper.call('cart', 'applyPromoCode', { promoCode: promos.tenPercent })
  await shopper.submit('/checkout', { isGuestCheckout: 'true' })
  await shopper.call('cart', 'checkout', {})
  await shopper.call('checkout', 'saveShippingAddress', address())
  await shopper.call('checkout', 'moveToShippingAndGiftOptions', {})
  const { recipientList } = await shopper.call('checkout', 'refreshCheckout', {})
  const card = { cardNumber: giftCardOf(nth), cardPin: '12345678' }
  const { giftCards } = await shopper.call('tender', 'applyGiftCard', card)
  const applied = await shopper.call('tender', 'applyTenderCode', { tenderCodeNumber: tenderCodeOf(nth) })
  expect([applied.isSuccess, applied.errorMessage, giftCards.length]).toEqual([true, '', 1])
  const stored = { giftCard: giftCards[0]?.cardNumber ?? '', tenderCode: tenderCodeOf(nth).slice(-4) }
  return { ...stored, first, saved, removed, recipient: recipientList.find((one) => one.address !== null)?.id ?? '' }
}

/** What a change of the cart as it was writes to the database, and what it answers. */
async function writesOf(shopper: TestShopper, { topic, name, input }: ChangeCase, lines: Applied, isCold: boolean) {
  for (const one of [...clear, ...bringBack]) await world.database.count(one)
  const { basketVersion } = await shopper.call('cart', 'getCartJsx', {})
  if (isCold) await world.database.count(forgetFacts, [[...shelf.slice(0, 6), sku.mug, sku.donation]])
  const headers = { 'basket-version': `${basketVersion}`, requestverificationtoken: shopper.token() }
  writes.clear()
  const answer = await shopper.rawCall(topic, name, input(lines), { headers })
  // asked every few seconds by whichever page comes along, so it tells nothing of the work
  const database = writes.database.filter((statements) => statements !== 'catalog.latest-version')
  return { answer, database }
}

const inputs: { readonly [name: string]: ChangeCase['input'] } = {
  changeItem: ({ first }) => ({ lineItemId: first, sku: shelf[2] ?? 0, quantity: 3 }),
}
const cartCases = cartCallCases(randomUUID)
const giftCard = ({ giftCard: cardNumber }: Applied) => ({ cardNumber })
const certificate = () => ({ certificateNumber: 'AB12' })
/** Changes of a cart by calls of other topics. */
const tenderCases: readonly ChangeCase[] = [
  { topic: 'tender', name: 'removeGiftCard', input: giftCard },
  { topic: 'tender', name: 'providerRemoveGiftCard', input: giftCard },
  { topic: 'tender', name: 'removeTenderCode', input: ({ tenderCode }) => ({ tenderCodeNumber: tenderCode }) },
  { topic: 'reward', name: 'removeCertificate', input: certificate },
  { topic: 'reward', name: 'providerRemoveCertificate', input: certificate },
  { topic: 'reward', name: 'savePlccOffer', input: () => ({ selectedOption: 1 }) },
  { topic: 'wallet', name: 'removeApplePayPayment', input: () => ({}) },
  { topic: 'wallet', name: 'launchMasterpass', input: () => ({}) },
  { topic: 'wallet', name: 'saveVisaPayment', input: () => ({ basketId: '', paymentInitiator: '', callId: '' }) },
]
const changes = [
  ...cartCases
    .filter(({ handler }) => handler.kind === 'change')
    .map((call): ChangeCase => ({ ...call, input: inputs[call.name] ?? call.input })),
  ...tenderCases,
].map((call) => [`${call.topic}.${call.name}`, call] as const)

const noCart = 'changes no cart'
const countsTries = 'a try is counted for good before it is known whether the cart changes'
const asksOutside = 'somebody outside is asked, or what was asked of them is looked up'
/** Calls and whole topics that are not held to two round trips, and why. */
const others: { readonly [name: string]: string } = {
  platform: noCart,
  browse: noCart,
  recommendation: noCart,
  personalization: noCart,
  registry: noCart,
  address: noCart,
  shipping: noCart,
  account: noCart,
  cancellation: noCart,
  handOver: 'two carts become one',
  order: 'an order is placed, which has rows of its own (SPEED-09)',
  payment: asksOutside,
  'tender.applyGiftCard': countsTries,
  'tender.providerApplyGiftCard': countsTries,
  'tender.applyTenderCode': countsTries,
  'reward.applyCertificate': countsTries,
  'reward.applyCartCertificate': countsTries,
  'reward.providerApplyCertificate': countsTries,
  'reward.providerApplyCartCertificate': countsTries,
  'reward.lookupRewardsCard': noCart,
  'reward.getAccountRewards': noCart,
  'reward.getAccountRewardsByToken': noCart,
  'reward.getSavedCardRewards': noCart,
  'reward.providerGetSavedCardRewards': noCart,
  'wallet.openWalletSheet': asksOutside,
  'wallet.setPayPalPayload': asksOutside,
  'wallet.savePayPalPayment': asksOutside,
  'wallet.applyVenmoPayment': asksOutside,
  'wallet.applyApplePayPayment': asksOutside,
  'wallet.logPayPalError': countsTries,
  'wallet.logVisaError': countsTries,
}

describe('SPEED-02: a change of a cart', () => {
  test('SPEED-02: every call of the table is counted here, reads, or is left out with a reason', () => {
    const counted = [...cartCases, ...tenderCases].map(({ topic, name }) => `${topic}.${name}`)
    const known = new Set([...counted, ...Object.keys(others)])
    const unknown = allCalls().filter(({ topic, name }) => !known.has(topic) && !known.has(`${topic}.${name}`))
    expect(unknown.map(({ topic, name }) => `${topic}.${name}`)).toEqual([])
  })

  test.each(changes)(
    'SPEED-02: %s is two round trips, three where facts are missing, for guests and members',
    async (_name, call) => {
      for (const { shopper, lines } of shoppers) {
        const cold = await writesOf(shopper, call, lines, true)
        expect(cold.database.length, cold.database.join('\n')).toBeLessThanOrEqual(3)
        const { answer, database } = await writesOf(shopper, call, lines, false)
        expect(answer.statusCode, answer.body).toBe(200)
        expect(database, answer.body).toHaveLength(2)
        expect(database[0]).toMatch(
          /^begin, session\.find(\+request-key\.insert)?, session\.proven\+cart\.lock, cart\.load/,
        )
        expect(database[1]).toMatch(answer.json().isSuccess ? /commit$/ : /^rollback$/)
      }
    },
  )
})
