import type { CartReply } from '#contracts/pages.ts'
import { pathTable } from '#contracts/paths.ts'
import { canAddCard } from '#domain/payment/limits.ts'
import { track } from '#web/analytics/data-layer.ts'
import { calls } from '#web/calls/client.ts'
import { type RefusedField, refusedField } from '#web/calls/errors.ts'
import { whileLoading } from '#web/calls/loading.ts'
import { handleCartFault, showCartError } from '#web/cart/cart-faults.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { type CardOption, cardOptions } from '#web/payment/card/card-options.ts'

type Flags = Pick<CartReply, 'paymentProvider_EnableAdyen'>
type Reply = Awaited<ReturnType<typeof calls.reward.applyCartCertificate>>
type Proof = { readonly accountNumber: string; readonly cardToken: string }

/** Loads the cart again; every success does (CART-03). */
export type Reload = () => Promise<void>

async function send(
  name: keyof typeof pathTable.reward,
  call: () => Promise<Reply>,
  reload: Reload,
): Promise<RefusedField | null> {
  return whileLoading(async () => {
    try {
      const reply = await call()
      if (!reply.isSuccess) return { field: '', message: reply.rewardsData.errorMessage }
      await reload()
      track({ kind: 'summaryUpdated', totals: reply.orderSummary })
    } catch (error) {
      const refused = refusedField(error)
      if (refused !== null) return refused
      handleCartFault(error, { action: name, api: pathTable.reward[name].path })
    }
    return null
  })
}

/** CART-41: applies a certificate in the cart; answers what was refused, and for which field where it was for one. */
export function applyInCart(flags: Flags, certificateNumber: string, proof: Proof, reload: Reload) {
  const body = { ...proof, certificateNumber }
  return flags.paymentProvider_EnableAdyen
    ? send('providerApplyCartCertificate', () => calls.reward.providerApplyCartCertificate(body), reload)
    : send('applyCartCertificate', () => calls.reward.applyCartCertificate(body), reload)
}

/** CART-42: takes one off; answers what was refused. */
export function removeInCart(flags: Flags, certificateNumber: string, reload: Reload) {
  const body = { certificateNumber }
  return flags.paymentProvider_EnableAdyen
    ? send('providerRemoveCertificate', () => calls.reward.providerRemoveCertificate(body), reload)
    : send('removeCertificate', () => calls.reward.removeCertificate(body), reload)
}

/**
 * The store card that the shopper shows: one of her saved cards, or a new one entered in the 'Apply New Card' popup
 * (CART-40, PAY-30). Answers its token or id; undefined when she dropped it.
 */
export async function askForCard({
  paymentProvider_EnableAdyen,
  cbhcc_EnableCbhcc,
}: Pick<CartReply, 'paymentProvider_EnableAdyen' | 'cbhcc_EnableCbhcc'>): Promise<string | undefined> {
  const flags = { isProvider: paymentProvider_EnableAdyen, isCbhccEnabled: cbhcc_EnableCbhcc }
  const known = await knownCards()
  if (known === null || known.options.length === 0) return (await openLayer('applyNewCard', flags))?.cardToken
  const chosen = await openLayer('applyCard', {
    title: 'Apply New Card',
    ...known,
    isOnlyCbccAllowed: true,
    newCard: { ...flags, canSave: false },
    selectedId: '',
    inUseId: '',
  })
  return chosen?.id
}

type Known = { readonly options: readonly CardOption[]; readonly savedCount: number; readonly limit: number }

/** The cards of the account and of the cart; null when they cannot be had, which a new card does without. */
async function knownCards(): Promise<Known | null> {
  try {
    const { paymentData, accountCardsInfoLimit } = await whileLoading(() => calls.checkout.refreshCheckout())
    const savedCount = paymentData.creditCardData.accountCardsInfo.length
    // a full account can still show another card: it is not kept
    const limit = canAddCard(savedCount, accountCardsInfoLimit) ? accountCardsInfoLimit : savedCount + 1
    return { options: cardOptions(paymentData.creditCardData), savedCount, limit }
  } catch {
    return null
  }
}

/**
 * Says that the certificates will go, and takes them off (CERT-02 to CERT-04). Answers whether the flow that waits may go
 * on; a failure is shown (OPEN-52).
 */
export async function removeCertificates(flags: Flags, reload: Reload): Promise<boolean> {
  if ((await openLayer('certificatesInterrupter', {})) !== 'continue') return false
  const name = flags.paymentProvider_EnableAdyen ? 'providerRemoveCertificates' : 'removeCertificates'
  const place = { action: name, api: pathTable.checkout[name].path }
  return whileLoading(async () => {
    try {
      const reply = await calls.checkout[name]({})
      if (reply.isSuccess) {
        await reload()
        return true
      }
      showCartError(reply.errorMessage, place)
    } catch (error) {
      handleCartFault(error, place)
    }
    return false
  })
}
