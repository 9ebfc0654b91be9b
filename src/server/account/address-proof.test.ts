import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { droppedTables } from '#server/account/address-proof-store.ts'
import { statement } from '#server/db/database.ts'
import { address, item } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { signInWith } from '#test/builders/identity.ts'
import { askForAccount, mailedLinks, makeAccount, signInBy, useLink } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { mailedTo } from '#test/order/deliveries.ts'
import { createWorld, type World } from '#test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ identity: ['google', 'apple', 'okta'] })
})
afterAll(() => world.close())
beforeEach(() => world.database.count(statement('test.forget', 'delete from throttle')).then(() => undefined))

const planted = 'the password of a thief'
const chosen = 'another good passphrase'
const plantCard = statement(
  'test.plant-card',
  `insert into account_card (shopper_id, card_id, provider, token, brand, type, last_four, exp_month, exp_year, is_default)
   select shopper_id, gen_random_uuid(), 'test', 'planted-' || shopper_id, 'visa', 'Visa', '1111', 1, 2030, true
   from account where email = $1`,
)
const plantDesign = statement(
  'test.plant-design',
  `insert into saved_design (shopper_id, design_id, brand, country, sku, quantity, order_type, profile_guid,
     personalization_type, template_name, location_name, lines)
   select shopper_id, gen_random_uuid(), 'CB', 'US', ${sku.mug}, 1, 'x', 'x', 1, 'x', 'x', '[]' from account where email = $1`,
)
const left = statement<{ cards: number; designs: number; addresses: number; registries: number; sessions: number }>(
  'test.left',
  `select (select count(*)::int from account_card c where c.shopper_id = a.shopper_id) as cards,
     (select count(*)::int from saved_design d where d.shopper_id = a.shopper_id) as designs,
     (select count(*)::int from account_address x where x.shopper_id = a.shopper_id) as addresses,
     (select count(*)::int from registry r where r.shopper_id = a.shopper_id) as registries,
     (select count(*)::int from session s where s.shopper_id = a.shopper_id and s.revoked_at is null) as sessions
   from account a where a.email = $1`,
)

/** Somebody made an account of another's address, before addresses were proven, and put all he could into it. */
async function plantedAccount(email: string): Promise<TestShopper> {
  await makeAccount(world, { email, password: planted, firstName: 'Mallory', lastName: 'Thief', isVerified: false })
  const thief = world.shopper()
  await signInBy(thief, email, planted)
  await thief.call('cart', 'addItems', { items: [item(sku.lastVase)] })
  await thief.call('cart', 'checkout', {})
  const own = { ...address(), firstName: 'Mallory', address1: '13 Thieves Lane', phone: '312-555-0113', email: '' }
  await thief.call('checkout', 'validateAndSaveAddress', { ...own, saveToAccount: true })
  await thief.get('/gift-registry/create')
  const registry = { registryType: 'br', eventDate: '2026-06-12', firstName: 'Mallory', lastName: 'Thief' }
  await thief.submit('/gift-registry/create', { ...registry, partnerName: '' })
  await world.database.count(plantCard, [email])
  await world.database.count(plantDesign, [email])
  expect(await world.database.row(left, [email])).toEqual({
    ...{ cards: 1, designs: 1, addresses: 1, registries: 1, sessions: 1 },
  })
  return thief
}

const byProvider = (idp: string) => async (owner: TestShopper, email: string) => {
  await signInWith(owner, idp, { email, firstName: 'Olga', lastName: 'Owner' })
}
const proofs: readonly (readonly [string, (owner: TestShopper, email: string) => Promise<void>])[] = [
  [
    'the link of a new account',
    async (owner, email) => {
      await askForAccount(owner, { email, password: chosen, firstName: 'Olga' })
      const [link = ''] = await mailedLinks(world, email)
      await useLink(owner, link)
    },
  ],
  [
    'a password reset by mail',
    async (owner, email) => {
      const { requestToken: token } = await owner.call('account', 'getRequestVerificationToken', {})
      await owner.call('account', 'requestPasswordReset', { accountEmail: email, token })
      const [mail] = await mailedTo(world, email, ['mail.reset-password'])
      const mailed = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
      await owner.submit('/account/reset-password', { token: mailed, password: chosen })
      await signInBy(owner, email, chosen)
    },
  ],
  ['Google', byProvider('Google')],
  ['Apple', byProvider('Apple')],
  ['Okta', byProvider('Okta')],
]

describe('SAFE-51, OPEN-96: the first proof that an address is somebody’s drops what was put into its account before', () => {
  test.each(proofs)('SAFE-51: %s', async (name, prove) => {
    const email = `owner.${name.replaceAll(' ', '.').toLowerCase()}@example.com`
    const thief = await plantedAccount(email)
    const owner = world.shopper()
    await owner.call('cart', 'addItems', { items: [item(sku.mug, 2)] })
    await prove(owner, email)
    await owner.get('/session')

    const { page } = await owner.page('/account')
    expect(page).toMatchObject({ name: 'account', email, addresses: [], cards: [] })
    expect(JSON.stringify(page)).not.toMatch(/Mallory|Thie/)
    expect(await world.database.row(left, [email])).toEqual({
      ...{ cards: 0, designs: 0, addresses: 0, registries: 0, sessions: 1 },
    })
    // her own cart, and nothing of his in its checkout
    const { lineItems } = await owner.call('cart', 'getCartJsx', {})
    expect(lineItems.map((line) => [line.sku, line.quantity])).toEqual([[sku.mug, 2]])
    await owner.call('cart', 'checkout', {})
    expect(JSON.stringify(await owner.call('checkout', 'refreshCheckout', {}))).not.toMatch(/Mallory|Thieves|555-?0113/)

    expect((await thief.page('/')).frame.isSignedIn).toBe(false)
    const again = await world.shopper().call('account', 'authenticate', { username: email, password: planted })
    expect(again.status).toBe('FAILED')
    // nor is his browser one that the account knows, with tries of its own
    for (let nth = 0; nth < 5; nth += 1)
      await world.shopper().call('account', 'authenticate', { username: email, password: `a guess ${nth}` })
    const late = await thief.call('account', 'authenticate', { username: email, password: planted })
    expect(late.status).toBe('LOCKED_OUT')
  })

  test('SAFE-51: a second proof drops nothing', async () => {
    const email = 'twice@example.com'
    const owner = world.shopper()
    await byProvider('Google')(owner, email)
    await world.database.count(plantCard, [email])
    await byProvider('Apple')(world.shopper(), email)
    expect(await world.database.row(left, [email])).toMatchObject({ cards: 1, sessions: 2 })
    expect((await owner.page('/account')).page).toMatchObject({ firstName: 'Olga' })
  })

  test('SAFE-51: of an address that a provider does not vouch for nothing is proven', async () => {
    const email = 'unvouched@example.com'
    const thief = await plantedAccount(email)
    await signInWith(world.shopper(), 'Okta', { email, isEmailVerified: false })
    expect(await world.database.row(left, [email])).toMatchObject({ cards: 1, addresses: 1, sessions: 1 })
    expect((await thief.page('/')).frame.isSignedIn).toBe(true)
  })

  test('SAFE-51: what waits for a link of that address has ended with another proof', async () => {
    const email = 'overtaken@example.com'
    const thief = world.shopper()
    await askForAccount(thief, { email, password: planted })
    const [link = ''] = await mailedLinks(world, email)
    await byProvider('Google')(world.shopper(), email)
    expect((await useLink(thief, link)).headers.location).toBe('/account/confirm-address')
    expect((await thief.page('/')).frame.isSignedIn).toBe(false)
  })
})

const ownTables = statement<{ name: string }>(
  'test.own-tables',
  `select table_name as name from information_schema.columns
   where table_schema = 'shop' and column_name = 'shopper_id' order by 1`,
)
/** Kept of an account whose address is proven, each with why. */
const stored: { readonly [table: string]: string } = {
  account: 'it is emptied',
  shopper: 'it is the account itself',
  session: 'they are ended',
  cart: 'they are abandoned',
  ...Object.fromEntries(
    ['cart_event', 'cart_line', 'cart_payment', 'cart_tender', 'recipient', 'wallet_payload', 'wallet_sheet'].map(
      (table) => [table, 'of a cart that is abandoned'],
    ),
  ),
  registry: 'unused ones are removed, others hidden',
  registry_item: 'of a registry that is removed or hidden',
  ...Object.fromEntries(
    [
      'orders',
      'order_line',
      'order_claim',
      'payment',
      'payment_entry',
      'provider_call',
      'promo_use',
      'stock_hold',
      'trip_hold',
    ].map((table) => [table, 'the books']),
  ),
  registry_gift: 'the books of a giver',
  certificate: 'stored value of the retailer',
  outbox: 'deliveries on their way',
  request_key: 'answers to what a session of that time asked',
  client_log: 'a log',
  demo_shopper: 'whom the demo made, a guest',
  order_archive: 'the books',
  token_owner: 'whose a card token is; of use to a session of that time only',
  hand_over_use: 'that a link was used',
  left_cart: 'that a cart was abandoned, to be told once',
  registration: 'of the browser that asked; an address’s own are ended',
}

test('SAFE-51: of every table that holds something of a shopper it is decided what becomes of it', async () => {
  const found = (await world.database.rows(ownTables)).map(({ name }) => name)
  const decided = [...droppedTables, ...Object.keys(stored)].sort()
  expect(decided, 'decide it in address-proof-store.ts, or say here why the table stays').toEqual(found)
})
