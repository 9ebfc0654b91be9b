import type { SentBy } from '#contracts/call.ts'
import type { paymentCalls } from '#contracts/payment/calls.ts'
import { statement } from '#server/db/database.ts'
import { add, address, item, newCard } from '#test/builders/cart-calls.ts'
import { sku } from '#test/builders/catalog.ts'
import { newMember } from '#test/builders/member.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import type { World } from '#test/world.ts'

export const visa = '4111111111111111'
export const master = '5555555555554444'
export const expire = statement('test.expire', 'update shop.account_card set exp_year = 2025 where card_id = $1::uuid')

type SavePayment = SentBy<typeof paymentCalls.savePayment>
export const refresh = (shopper: TestShopper) => shopper.call('checkout', 'refreshCheckout', {})
export const cardsOf = async (shopper: TestShopper) => (await refresh(shopper)).paymentData.creditCardData
export const save = (shopper: TestShopper, body: SavePayment) => shopper.call('payment', 'savePayment', body)
export const verify = (shopper: TestShopper, cardData: { id?: string; cvvToken?: string } | null) =>
  shopper.call('payment', 'verifyCreditCard', { cardData })
export const place = (shopper: TestShopper) => shopper.call('order', 'placeOrder', { adata: '' })

/** Up to the payment step with an address. */
export async function fillMemberCart(shopper: TestShopper): Promise<void> {
  await add(shopper, item(sku.mug, 4))
  await shopper.call('cart', 'checkout', {})
  const saved = await shopper.call('checkout', 'validateAndSaveAddress', address())
  if (!saved.isSuccess) throw new Error(`no address: ${saved.errorMessage} ${JSON.stringify(saved.errors)}`)
}

/** Places an order by each card, which is to be kept. */
async function orderSavingCards(world: World, shopper: TestShopper, ...numbers: readonly string[]): Promise<void> {
  for (const number of numbers) {
    await fillMemberCart(shopper)
    const saved = await save(shopper, {
      cardOneData: { ...(await newCard(world, shopper, { number })), saveToAccount: true },
    })
    if (!saved.isSuccess) throw new Error(saved.errorMessage)
    const placed = await place(shopper)
    if (!placed.isSuccess) throw new Error(`${placed.message} ${placed.errorMessage}`)
  }
}

/** A member who has these cards in her account and a new cart at the payment step. */
export async function memberWithCards(world: World, ...numbers: readonly string[]) {
  const member = await newMember(world)
  await orderSavingCards(world, member.shopper, ...numbers)
  await fillMemberCart(member.shopper)
  const { accountCardsInfo } = await cardsOf(member.shopper)
  return { ...member, ids: accountCardsInfo.map(({ cardInfo }) => cardInfo.id) }
}

/** What the card gateway gives for a security code typed in its field. */
export async function codeTokenOf(world: World, shopper: TestShopper, cvv: string): Promise<string> {
  const { gatewayUrl } = await shopper.call('payment', 'createCardSession', {})
  const answer = await fetch(gatewayUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: world.config.origins.cb },
    body: JSON.stringify({ cvv }),
  })
  return ((await answer.json()) as { cvvToken: string }).cvvToken
}
