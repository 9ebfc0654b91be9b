import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Variant, type VariantKey, variants } from '#domain/variant.ts'
import { statement } from '#server/db/database.ts'
import { leaveGiftMails } from '#server/order/gift-mail/send-gift-mail.ts'
import { processWebhooks, receiveWebhook } from '#server/order/payment/receive-webhook.ts'
import { storedValueMac } from '#server/tender/stored-value-mac.ts'
import { add, address, item, newCard } from '#test/builders/cart-calls.ts'
import { place, sku } from '#test/builders/catalog.ts'
import { makeAccount, signInBy } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { deliverAll } from '#test/order/deliveries.ts'
import { signedWebhook } from '#test/order/webhook.ts'
import type { World } from '#test/world.ts'
import { goodsOf, kinds, skuOf } from './pieces.ts'
import { type Cart, type Carts, names, promoCodeOf, promoCodes, type Story, stories } from './stories.ts'

/** A story as it was told in the shop: everybody whose rows it is made of. */
export type Told = { readonly story: Story; readonly shoppers: readonly string[] }

const addPromo = statement(
  'grow.promo',
  `insert into shop.promo (code, kind, percent_millionths) values ($1, 'percent', 100000) on conflict do nothing`,
)
const addGiftCard = statement(
  'grow.gift-card',
  `with card as (
     insert into shop.gift_card (card_id, number_mac, last4, pin_mac, balance_cents) values ($1, $2, $3, $4, $5) returning card_id)
   insert into shop.gift_card_entry (card_id, kind, amount_cents) select card_id, 'issue', $5 from card`,
)
const addCertificate = statement(
  'grow.certificate',
  `insert into shop.certificate (certificate_id, kind, code_mac, last4, amount_cents, currency) values ($1, $2, $3, $4, $5, $6)`,
)
const putOnCart = statement(
  'grow.put-certificate',
  `insert into shop.cart_tender (shopper_id, cart_id, position, kind, tender_id, worth_cents)
   select shopper_id, cart_id, 0, 'certificate', $2, 500 from shop.cart where shopper_id = $1 and state = 'open'`,
)
const paymentsOf = statement<{ reference: string; psp: string; amount: number }>(
  'grow.payments-of',
  `select reference, provider_ref as psp, amount_cents as amount from shop.payment
   where shopper_id = $1 and provider_ref is not null and not exists (
     select from shop.webhook_event w where w.provider = payment.provider and w.reference = payment.reference)`,
)

const openEvents = statement('grow.open-events', "select 1 from shop.webhook_event where state = 'new'")

const topics = ['mail.order-placed', 'mail.order-cancelled', 'mail.card-saved', 'mail.registry-gifts', 'payment.void']
const dayMs = 86_400_000
/** A number that the built-in gateway declines. */
const declined = '4000000000000002'

type Goods = ReturnType<typeof goodsOf>
/** What is bought next of each kind of goods. */
export type Pieces = { readonly [Each in Goods]: () => number }

/** Tells every story in the shop, through its calls; answers whose rows came of each. */
export async function tellStories(world: World): Promise<Told[]> {
  for (let nth = 0; nth < promoCodes; nth += 1) await world.database.count(addPromo, [promoCodeOf(nth)])
  const pieces = { parcel: turning('parcel'), embroidered: turning('embroidered'), furniture: turning('furniture') }
  const told: Told[] = []
  for (const story of stories) told.push({ story, shoppers: await tellStory(world, story, pieces) })
  // the mail of a day's gifts is written on the day after
  await leaveGiftMails(world.database, new Date(world.clock.now().getTime() + 2 * dayMs))
  await endStories(world)
  return told
}

/** Lets everything that stories have left to be done be done. */
export async function endStories(world: World): Promise<void> {
  await deliverAll(world, topics, world.gateway.smtpPort() ?? 0)
  while ((await world.database.rows(openEvents)).length > 0) {
    await processWebhooks(world.shop.orders)
    await sleep(20)
  }
}

/** The skus of these goods, one after the other. */
function turning(goods: Goods): () => number {
  const own = Array.from({ length: kinds }, (_, nth) => nth).filter((nth) => goodsOf(nth) === goods)
  let next = 0
  return () => {
    const nth = next++
    return skuOf(own[nth % own.length] ?? 0, Math.floor(nth / own.length) % 3)
  }
}

/** Tells a story in a store, through the shop's calls; answers whose rows came of it. */
export async function tellStory(
  world: World,
  story: Carts,
  pieces: Pieces,
  variant: VariantKey = 'cb',
): Promise<string[]> {
  const shopper = world.shopper(variant)
  const email = newEmail()
  await shopper.get('/session')
  if (story.isMember === true) {
    await makeAccount(world, { email, ...names })
    await signInBy(shopper, email)
  }
  const others: string[] = []
  for (const cart of story.carts) {
    const parts = { world, shopper, cart, email, pieces, store: variants[variant] }
    if (cart.has?.includes('gift') === true) others.push(await giveGift(parts))
    await fill(parts)
    if (cart.end === 'open') continue
    await checkOut(parts, story.isMember === true)
    await order(parts)
  }
  return [await idOf(world, shopper), ...others]
}

type Parts = {
  readonly world: World
  readonly shopper: TestShopper
  readonly cart: Cart
  readonly email: string
  readonly pieces: Pieces
  readonly store: Variant
}

/** Where somebody lives whose store is another country's than that of most stories. */
const homes = { US: {}, CA: { city: 'Toronto', state: 'ON', postalCode: 'M5H 2N2', country: 'CA' } } as const

const newEmail = () => `story-${randomUUID().slice(0, 8)}@grown.example.com`

async function idOf(world: World, shopper: TestShopper): Promise<string> {
  return (await world.shop.sessions.find(shopper.cookies.get('sid')))?.shopperId ?? ''
}

async function fill({ shopper, cart: { parcels = 0, has = [] }, pieces }: Parts): Promise<void> {
  for (let nth = 0; nth < parcels; nth += 1) await add(shopper, item(pieces.parcel(), 1 + (nth % 2)))
  if (has.includes('sofa')) await add(shopper, item(pieces.furniture()))
  if (has.includes('towel')) {
    const words = { IsPersonalized: true, PersonalizationText: 'GROWN' }
    await add(shopper, item(pieces.embroidered(), 1, words))
  }
  if (has.includes('pickup')) {
    const atStore = { IsPickupSelected: true, Location: String(place.store.CB.US) }
    await add(shopper, item(skuOf(8, 0), 1, atStore))
  }
  if (has.includes('donation')) await shopper.call('cart', 'donationAddToCart', { sku: sku.donation, amount: 500 })
  await shopper.call('cart', 'getCartJsx', {})
}

/** A member makes a registry and wishes for a piece of it, which goes into the cart; answers the member. */
async function giveGift({ world, shopper, pieces }: Parts): Promise<string> {
  const email = newEmail()
  const owner = world.shopper()
  await makeAccount(world, { email, ...names })
  await signInBy(owner, email)
  await owner.get('/gift-registry/create')
  const { postalCode, ...home } = address()
  const form = {
    ...{
      registryType: 'br',
      eventDate: '2027-06-12',
      ...names,
      partnerName: `Ben ${names.lastName}`,
      isPublic: 'true',
    },
    ...{ address1: home.address1, city: home.city, state: home.state, postalCode, phone: home.phone ?? '' },
  }
  const made = await owner.submit('/gift-registry/create', form)
  const grId = Number(String(made.headers.location).split('/').at(-1))
  const Sku = pieces.parcel()
  const wished = await owner.call('registry', 'addItems', { items: [{ Sku, Quantity: 2, GrId: grId }] })
  if (!wished.isSuccess) throw new Error(`not wished for: ${JSON.stringify(wished)}`)
  const { page } = await owner.page(`/gift-registry/registrant-list/${grId}`)
  if (page.name !== 'registrantList') throw new Error(`the registry is a page ${page.name}`)
  const link = page.registries[0]?.sharedUrl ?? ''
  await shopper.page(link)
  const gift = { shareId: link.split('/').at(-1) ?? '', sku: `${Sku}`, quantity: '1', designId: '' }
  await shopper.submit('/gift-registry/buy', gift)
  return idOf(world, owner)
}

async function checkOut({ world, shopper, cart, email, store }: Parts, isMember: boolean): Promise<void> {
  if (cart.promo === true) {
    const applied = await shopper.call('cart', 'applyPromoCode', { promoCode: promoCodeOf(0) })
    must(applied.isSuccess, applied)
  }
  await shopper.call('cart', 'checkout', {})
  if (!isMember) await shopper.submit('/checkout', { isGuestCheckout: 'true' })
  const home = address({ ...names, email, ...homes[store.country] })
  const saved = await shopper.call('checkout', 'validateAndSaveAddress', home)
  must(saved.isSuccess, saved)
  if (cart.homes === true) await sendToHomes(shopper, home)
  await shopper.call('checkout', 'moveToShippingAndGiftOptions', {})
  await chooseOptions(shopper, cart)
  await shopper.call('checkout', 'moveToPaymentPage', {})
  await payBy({ world, shopper, cart, store }, isMember)
  await shopper.call('checkout', 'moveToReviewPage', {})
  await shopper.call('checkout', 'refreshCheckout', {})
}

async function sendToHomes(shopper: TestShopper, home: ReturnType<typeof address>): Promise<void> {
  const { basketItems } = await shopper.call('checkout', 'refreshCheckout', {})
  for (const [nth, { id: basketItemId }] of basketItems.slice(1).entries()) {
    const other = { ...home, firstName: ['Grace', 'Mary', 'Joan'][nth % 3] ?? '', address1: `${nth + 2} Elm Street` }
    must((await shopper.call('checkout', 'saveMultiShippingAddress', { ...other, basketItemId })).isSuccess, 'home')
  }
}

async function chooseOptions(shopper: TestShopper, { isGift = false, has = [] }: Cart): Promise<void> {
  const { recipientList } = await shopper.call('checkout', 'refreshCheckout', {})
  const giftOptions = {
    ...{ isGift, giftWrap: isGift ? ('box' as const) : ('none' as const) },
    ...{ giftMessage: isGift ? 'With love' : '', hasGiftReceipt: isGift },
  }
  const recipients = recipientList.map(({ id: recipientId, shipments, bopsOptions }) => ({
    ...{ recipientId, giftOptions, bopsOptions },
    shipments: shipments.map(({ id, selectedServiceLevel, tripBooking }) => {
      const selectedWindowId = tripBooking?.windows.find(({ isFree }) => isFree)?.id ?? null
      return has.includes('sofa') && selectedWindowId !== null
        ? { id, selectedServiceLevel: 6, tripBooking: { selectedWindowId } }
        : { id, selectedServiceLevel }
    }),
    ...(has.includes('sofa') ? { crew: { phone: '3125550100', accessNotes: 'Ring twice' } } : {}),
  }))
  const saved = await shopper.call('checkout', 'saveShippingAndGiftOptions', { recipients })
  must(saved.isSuccess, saved)
}

type Paying = Pick<Parts, 'world' | 'shopper' | 'cart' | 'store'>

async function payBy(paying: Paying, isMember: boolean): Promise<void> {
  const { world, shopper, cart } = paying
  if (cart.tender === 'giftCard') await putGiftCard(world, shopper, 1_500)
  if (cart.tender === 'wholeGiftCard') return putGiftCard(world, shopper, 50_000)
  if (cart.isDeclinedFirst === true) {
    const cardOneData = await newCard(world, shopper, { number: declined })
    must((await shopper.call('payment', 'savePayment', { cardOneData })).isSuccess, 'declined card')
    await shopper.call('checkout', 'moveToReviewPage', {})
    must(!(await shopper.call('order', 'placeOrder', { adata: '' })).isSuccess, 'declined')
    await shopper.call('checkout', 'moveToPaymentPage', {})
  }
  if (cart.tender === 'wholeCode') return putCertificate(paying, 'code', 500_000)
  if (cart.tender === 'code' || cart.tender === 'certificate') await putCertificate(paying, cart.tender)
  if (cart.twoCards === true) {
    const cardOneData = await newCard(world, shopper, { appliedAmount: 50_000 })
    const cardTwoData = await newCard(world, shopper, { number: '5555555555554444', slot: 'CardTwo' })
    const saved = await shopper.call('payment', 'savePayment', { cardOneData, cardTwoData })
    return must(saved.isSuccess, saved)
  }
  // certificates go with the store's own card only
  const ofStore = cart.tender === 'certificate' ? { number: '6045880000061001' } : {}
  const cardOneData = { ...(await newCard(world, shopper, ofStore)), ...(isMember ? { saveToAccount: true } : {}) }
  const saved = await shopper.call('payment', 'savePayment', { cardOneData })
  must(saved.isSuccess, saved)
}

async function putGiftCard(world: World, shopper: TestShopper, cents: number): Promise<void> {
  const mac = storedValueMac(world.config.secret)
  const cardNumber = String(6_000_000_000_000_000 + Math.floor(Math.random() * 1e15))
  const keys = [mac.number(cardNumber), cardNumber.slice(-4), mac.pin(cardNumber, '1234')]
  await world.database.count(addGiftCard, [randomUUID(), ...keys, cents])
  const applied = await shopper.call('tender', 'applyGiftCard', { cardNumber, cardPin: '1234' })
  must(applied.isSuccess, applied)
}

async function putCertificate(
  { world, shopper, store }: Paying,
  kind: 'code' | 'certificate',
  cents = 500,
): Promise<void> {
  const certificateId = randomUUID()
  const tenderCodeNumber = `GROWN${certificateId.slice(0, 8).toUpperCase()}`
  const codeMac = storedValueMac(world.config.secret).code(tenderCodeNumber)
  const isCode = kind === 'code'
  const row = [certificateId, isCode ? 'tender' : 'reward', codeMac, tenderCodeNumber.slice(-4)]
  await world.database.count(addCertificate, [...row, cents, store.currency])
  if (!isCode) {
    await world.database.count(putOnCart, [await idOf(world, shopper), certificateId])
    return
  }
  const applied = await shopper.call('tender', 'applyTenderCode', { tenderCodeNumber })
  must(applied.isSuccess, applied)
}

async function order({ world, shopper, cart }: Parts): Promise<void> {
  const placed = await shopper.call('order', 'placeOrder', { adata: '' })
  must(placed.isSuccess && !placed.isPending, placed)
  await shopper.call('order', 'getOrderConfirmation', {})
  for (const { reference, psp, amount } of await world.database.rows(paymentsOf, [await idOf(world, shopper)])) {
    await receiveWebhook(world.shop.orders, signedWebhook(world, 'AUTHORISATION', { reference, amount }, { psp }))
  }
  if (cart.end !== 'cancelled') return
  // a mail that says so follows the mail of the order
  await deliverAll(world, ['mail.order-placed'], world.gateway.smtpPort() ?? 0)
  const cancelled = await shopper.call('cancellation', 'cancelOrder', { orderNumber: placed.orderNumber })
  must(cancelled.isSuccess, cancelled)
}

function must(isDone: boolean, answer: unknown): void {
  if (!isDone) throw new Error(`a story came to its end too early: ${JSON.stringify(answer)}`)
}
