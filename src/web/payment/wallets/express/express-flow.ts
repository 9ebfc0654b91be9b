import type { CheckoutReply } from '#contracts/pages.ts'
import { stepRow } from '#domain/checkout/steps.ts'
import { payloadOf, valuesOf } from '#web/address/address-values.ts'
import { refusedField } from '#web/calls/errors.ts'
import { whileAsking } from '#web/calls/loading.ts'
import { calls } from '#web/checkout/calls.ts'
import type { CheckoutVisit } from '#web/checkout/checkout-context.ts'
import { draftOf } from '#web/checkout/draft.ts'
import { handleCheckoutFault } from '#web/checkout/faults.ts'
import { receivers } from '#web/checkout/receivers.ts'
import { resolveVerdict } from '#web/checkout/resolve.ts'
import { errorContext, leaveStep } from '#web/checkout/steps/step-flow.ts'
import type { Browser } from '#web/navigation/browser.tsx'
import { walletNames } from '#web/payment/wallets/applied-wallet.ts'
import { applyWallet } from '#web/payment/wallets/apply-wallet.ts'
import type { Contact, WalletApproval } from '#web/payment/wallets/wallet-approval.ts'
import { type ExpressStop, refusedDraft, stopDraft } from './express-stop.ts'
import { whatCanBeChosen, whyAskDelivery, whyAskHome } from './what-is-asked.ts'

export type ExpressVisit = Pick<CheckoutVisit, 'store' | 'browser' | 'goTo'> & { readonly emptyBasketMessage: string }

/** 'told': what went wrong has been shown already, and the shopper stays or is led elsewhere. */
export type ExpressEnd = 'review' | 'stopped' | 'told'

type Left = 'goneOn' | 'told' | { readonly text: string }

/**
 * From a wallet's approval to the review (CALM-32): its address and contact are sent as if they had been typed, by the calls
 * of the steps in their order (STEP-08 to STEP-10, STEP-17 to STEP-19). Nothing is charged. Where a step has to ask, that
 * step opens, with all that was filled kept and the wallet ready to pay.
 */
export async function walkToReview(visit: ExpressVisit, approval: WalletApproval): Promise<ExpressEnd> {
  const { basketId } = visit.store.read().checkout
  const end = await walk(visit, approval)
  if (end === 'told') return end
  const ready = end.step < 3 ? await makeReady(visit, approval) : ''
  const texts = [...end.texts, ready].filter((text) => text !== '')
  if (texts.length > 0) stopDraft(basketId).write({ step: end.step, texts })
  await visit.goTo(stepRow(end.step).path)
  return end.step === 4 ? 'review' : 'stopped'
}

async function walk(visit: ExpressVisit, approval: WalletApproval): Promise<ExpressStop | 'told'> {
  const { store } = visit
  const wallet = walletNames[approval.method]
  const stopAt = (step: ExpressStop['step'], ...texts: string[]): ExpressStop => ({ step, texts })
  const asked = approval.contact === null ? `${wallet} gave no address.` : whyAskHome(store.read().checkout)
  if (approval.contact !== null) saveDraft(store.read().checkout, approval.contact)
  if (asked !== '') return stopAt(1, asked)
  const saved = await leave(visit, 1, () => saveAddress(visit, approval))
  if (saved === 'told') return saved
  if (saved !== 'goneOn') return stopAt(1, saved.text)
  const { checkout, placeChanges } = store.read()
  const open = whyAskDelivery(checkout, wallet)
  if (open !== '') return stopAt(2, open)
  const chosen = await leave(visit, 2, () => saveChoices(visit))
  if (chosen === 'told') return chosen
  if (chosen !== 'goneOn') return stopAt(2, chosen.text)
  const refused = await applyWallet(store, approval)
  if (refused !== '') return stopAt(3, refused)
  const paid = await leave(visit, 3, async () => '')
  if (paid === 'told') return paid
  if (paid !== 'goneOn') return stopAt(3, paid.text)
  // the steps on the way were not seen (CALM-02)
  return stopAt(4, ...placeChanges.map(({ message }) => message), whatCanBeChosen(store.read().checkout))
}

/** The wallet pays when the shopper gets there; said as it is. */
async function makeReady({ store }: ExpressVisit, approval: WalletApproval): Promise<string> {
  const wallet = walletNames[approval.method]
  return (await applyWallet(store, approval)) === ''
    ? `${wallet} is ready to pay, and nothing is charged before you place your order.`
    : `You can choose ${wallet} again when you pay. Nothing was charged.`
}

/** Until it is saved it stands in the form of the step, as what was typed does (UX-16). */
function saveDraft({ basketId }: CheckoutReply, contact: NonNullable<Contact>): void {
  draftOf(basketId, 'shipping').write(valuesOf(contact))
}

/** Leaves a step by its own calls; `save` answers why it cannot, '' when it could, and null when that has been told. */
async function leave(visit: ExpressVisit, step: 1 | 2 | 3, save: () => Promise<string | null>): Promise<Left> {
  const { store, emptyBasketMessage } = visit
  const { promoMessage: before } = store.read()
  let end: Left = 'told'
  let isLeaving = false
  const browser: Browser = {
    assign(address) {
      isLeaving = true
      visit.browser.assign(address)
    },
    reload: () => visit.browser.reload(),
  }
  await leaveStep({
    ...{ step, store, browser },
    emptyBasketMessage,
    scrollToTop: () => {},
    async navigate() {
      end = 'goneOn'
    },
    async save() {
      const text = await save()
      if (text) end = { text }
      return text === ''
    },
    async resolve(verdict) {
      const isFixed = await whileAsking(() => resolveVerdict(verdict, { store, browser, emptyBasketMessage }))
      const isHere = !isLeaving && store.read().emptyBasketMessage === ''
      if (!isFixed && isHere) end = { text: '' }
      return isFixed
    },
  })
  const { promoMessage } = store.read()
  return end === 'told' && promoMessage !== before ? { text: promoMessage } : end
}

async function saveAddress({ store }: ExpressVisit, { method, contact }: WalletApproval): Promise<string | null> {
  const { basketId, recipientList } = store.read().checkout
  const home = recipientList.find((one) => !one.isPickup)
  const name = home === undefined ? 'saveBillingAddress' : 'validateAndSaveAddress'
  const country = contact?.country ?? 'US'
  const payload = payloadOf(valuesOf(contact), { country, needs: {} }, { recipientId: home?.id ?? '' })
  try {
    const { isSuccess, errors, errorMessage, recipientList, orderSummary, basketVersion, changes } =
      await calls.checkout[name](payload)
    store.patch({ basketVersion })
    if (isSuccess) {
      store.patch({ recipientList, orderSummary, changes })
      draftOf(basketId, 'shipping').clear()
      return ''
    }
    refusedDraft(basketId).write(errors)
    return errors.length === 0 ? errorMessage : lookAtMarked(method)
  } catch (error) {
    const refused = refusedField(error)
    if (refused === null) {
      handleCheckoutFault(error, errorContext(name, store))
      return null
    }
    refusedDraft(basketId).write([refused])
    return lookAtMarked(method)
  }
}

function lookAtMarked(method: WalletApproval['method']): string {
  return `This is the address that ${walletNames[method]} gave us. Please look at what is marked.`
}

/** All as it stands: the standard way of each delivery, unless another was chosen before. */
async function saveChoices({ store }: ExpressVisit): Promise<string | null> {
  try {
    const reply = await calls.checkout.saveShippingAndGiftOptions({ recipients: choicesOf(store.read().checkout) })
    const { isSuccess, errorMessage, recipientList, orderSummary, basketVersion, changes } = reply
    store.patch(isSuccess ? { recipientList, orderSummary, basketVersion, changes } : { basketVersion })
    return isSuccess ? '' : errorMessage
  } catch (error) {
    handleCheckoutFault(error, errorContext('saveShippingAndGiftOptions', store))
    return null
  }
}

function choicesOf(checkout: CheckoutReply) {
  return receivers(checkout).map(({ id, shipments, giftOptions, bopsOptions }) => ({
    recipientId: id,
    shipments: shipments.map((each) => ({
      ...{ id: each.id, selectedServiceLevel: each.selectedServiceLevel },
      ...{ isShipCompleteSelected: each.isShipCompleteSelected, holidayHold: each.holidayHold },
      tripBooking: each.tripBooking && { selectedWindowId: each.tripBooking.selectedWindowId },
    })),
    giftOptions,
    bopsOptions,
  }))
}
