import { type AddItemChoice, addItemPayload } from '#domain/cart/lines/add-item-payload.ts'
import { stepRow } from '#domain/checkout/steps.ts'
import type { Country } from '#domain/variant.ts'
import { payloadOf } from '#web/address/address-values.ts'
import { calls } from '#web/calls/client.ts'
import { chooseGuestCheckout } from '#web/checkout/choose-guest-checkout.ts'
import { draftOf } from '#web/checkout/draft.ts'
import { clearEndedSession, type EndedSession } from '#web/checkout/ended-session.ts'

type Words = NonNullable<EndedSession['items'][number]['words']>

export type Restored = {
  /** Where the shopper goes on. */
  readonly address: string
  /** Titles of what could not be put back. */
  readonly missing: readonly string[]
}

/**
 * A new guest's cart of the browser's copy, taken to the step that the shopper was at, as far as what was kept leads
 * there; a card is never kept, so a review begins at the payment again (CALM-21). Rejects when nothing came back.
 */
export async function restoreCart(ended: EndedSession, country: Country): Promise<Restored> {
  const missing: string[] = []
  for (const item of ended.items) {
    if (!(await putBack(item))) missing.push(item.title)
  }
  if (missing.length === ended.items.length) throw new Error('nothing could be put back')
  if (ended.promoCode !== '') await calls.cart.applyPromoCode({ promoCode: ended.promoCode })
  if (missing.length > 0) {
    clearEndedSession()
    return { address: '/checkout/cart', missing }
  }
  await chooseGuestCheckout()
  const { basketId } = await calls.checkout.refreshCheckout({})
  if (ended.address !== null) draftOf(basketId, 'shipping').write(ended.address)
  const step = await walkTo(Math.min(ended.step, 3), ended, country)
  clearEndedSession()
  return { address: stepRow(step).path, missing }
}

async function putBack({ choice, words, donation }: EndedSession['items'][number]): Promise<boolean> {
  try {
    if (donation !== null) return (await calls.cart.donationAddToCart({ sku: choice.sku, amount: donation })).isSuccess
    const designed = words === undefined ? choice : await designedChoice(choice, words)
    return designed !== null && (await calls.cart.addItems({ items: [addItemPayload(designed)] })).isSuccess
  } catch {
    return false
  }
}

async function designedChoice(choice: AddItemChoice, words: Words): Promise<AddItemChoice | null> {
  const { saveDesignAnew } = await import('./save-design-anew.ts')
  const personalizationId = await saveDesignAnew(choice.sku, choice.quantity ?? 1, words)
  return personalizationId === null ? null : { ...choice, personalization: { personalizationId } }
}

/** Gives the new cart what was saved in the old one, step by step; ends at the first that has to be looked at again. */
async function walkTo(wanted: number, ended: EndedSession, country: Country): Promise<1 | 2 | 3> {
  const { address, gift, billing } = ended
  if (wanted < 2 || address === null) return 1
  const { basketId, recipientList } = await calls.checkout.refreshCheckout({})
  const ids = { recipientId: recipientList.find(({ isPickup }) => !isPickup)?.id ?? '' }
  const facts = { country, needs: { isEmailRequired: true } }
  const saved = await calls.checkout.validateAndSaveAddress(payloadOf(address, facts, ids))
  if (!saved.isSuccess || !(await calls.checkout.moveToShippingAndGiftOptions({})).isSuccess) return 1
  draftOf(basketId, 'shipping').clear()
  if (gift !== null && !(await saveGift(gift, ended.levels))) return 2
  if (wanted < 3 || !(await calls.checkout.moveToPaymentPage({})).isSuccess) return 2
  // it is asked for at this step: one that is refused is typed there
  if (billing !== null)
    await calls.checkout.saveBillingAddress({ ...payloadOf(billing, { country, needs: {} }), isSameAsShipping: false })
  return 3
}

async function saveGift(
  giftOptions: NonNullable<EndedSession['gift']>,
  levels: EndedSession['levels'],
): Promise<boolean> {
  const { basketId, recipientList } = await calls.checkout.refreshCheckout({})
  draftOf(basketId, 'gift').write(Object.fromEntries(recipientList.map(({ id }) => [id, giftOptions])))
  const recipients = recipientList.map(({ id, shipments, bopsOptions }) => ({
    recipientId: id,
    shipments: shipments.map((each) => ({ id: each.id, selectedServiceLevel: levelOf(each, levels) })),
    giftOptions,
    bopsOptions,
  }))
  return (await calls.checkout.saveShippingAndGiftOptions({ recipients })).isSuccess
}

type Shipment = Awaited<ReturnType<typeof calls.checkout.refreshCheckout>>['recipientList'][number]['shipments'][number]

/** As fast as it was to come before, where that is still offered. */
function levelOf({ items, availableServiceLevels, selectedServiceLevel }: Shipment, levels: EndedSession['levels']) {
  const before = levels.find(({ sku }) => items.some((item) => item.sku === sku))?.level
  return availableServiceLevels.find(({ level }) => level === before)?.level ?? selectedServiceLevel
}
