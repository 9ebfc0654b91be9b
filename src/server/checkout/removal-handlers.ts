import type { checkoutCalls } from '#contracts/checkout/calls.ts'
import { removeCertificates } from '#domain/cart/cart-rules.ts'
import { removeInstallations, removeLines } from '#domain/cart/lines/line-rules.ts'
import type { ChangedReply } from '#server/cart/change-command.ts'
import { answerCheckout, answerUnchanged, type CheckoutServices, withCart } from '#server/checkout/step-command.ts'
import { isRestrictedLine, isUnavailable, isUnmakeableInHouse } from '#server/checkout/validation.ts'
import type { Tx } from '#server/db/database.ts'
import { type CallContext, type ChangeHandler, type Handlers, isReset } from '#server/http/context.ts'
import { type CartQuote, type QuotedLine, quoteCart } from '#server/pricing/pricing-service.ts'
import { summaryView } from '#server/pricing/summary-view.ts'

type RemovalCalls = Pick<
  typeof checkoutCalls,
  | 'removeNlaItems'
  | 'removeAllNlaItems'
  | 'removeInHousePersonalizedNlaItems'
  | 'removePersonalizedItems'
  | 'removePfasItems'
  | 'removeInstallationService'
  | 'removeCertificates'
  | 'providerRemoveCertificates'
>

/** The calls that fix a cart that cannot go on (UNAVAIL-11 to UNAVAIL-15), and the removal of certificates. */
export function removalHandlers({ newId, pfasStates }: CheckoutServices): Handlers<RemovalCalls> {
  const removing = (reason: string, isMeant: (line: QuotedLine) => boolean) =>
    removingLines((lines) => {
      const lineIds = lines.filter(isMeant).map(({ line }) => line.lineId)
      return lineIds.length === 0 ? null : removeLines(lineIds, reason)
    })

  function removingLines(
    ruleOf: (lines: CartQuote['lines']) => ReturnType<typeof removeLines> | null,
  ): ChangeHandler<RemovalCalls['removeNlaItems']> {
    return {
      kind: 'change',
      async run(context, _input, tx): Promise<ChangedReply | typeof isReset> {
        const answered = await withCart(context, tx, async (cart) => {
          const priced = await quoteCart(tx, cart, context)
          const rule = ruleOf(priced.lines)
          return rule === null
            ? answerUnchanged(context, tx, cart, priced)
            : answerCheckout(context, tx, newId, cart, rule)
        })
        return answered === isReset ? isReset : answered.reply
      },
    }
  }

  const unmakeable = removing('personalizationNotMade', isUnmakeableInHouse)
  const certificates = {
    kind: 'change',
    run: (context: CallContext, _input: unknown, tx: Tx) => dropCertificates(context, tx, newId),
  } as const
  return {
    removeNlaItems: removing('noLongerAvailable', isUnavailable),
    removeAllNlaItems: removing('noLongerAvailable', isUnavailable),
    removeInHousePersonalizedNlaItems: unmakeable,
    removePersonalizedItems: unmakeable,
    removePfasItems: removing('restricted', (line) => isRestrictedLine(line, pfasStates)),
    removeInstallationService: removingLines((lines) => {
      const installed = lines.filter(({ line }) => line.installationType !== '')
      return installed.length === 0 ? null : removeInstallations(installed.map(({ line }) => line.lineId))
    }),
    removeCertificates: certificates,
    providerRemoveCertificates: certificates,
  }
}

/** CERT-05, OPEN-52. */
async function dropCertificates(context: CallContext, tx: Tx, newId: CheckoutServices['newId']) {
  const answered = await withCart(context, tx, (cart) => answerCheckout(context, tx, newId, cart, removeCertificates()))
  if (answered === isReset) return isReset
  const { reply, priced } = answered
  const orderSummary = summaryView(priced, context.text)
  return {
    ...reply,
    rewardsData: { rewardsTotal: orderSummary.rewardsTotal, errorMessage: reply.errorMessage },
    orderSummary,
  }
}
