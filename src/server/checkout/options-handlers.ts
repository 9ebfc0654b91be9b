import type { checkoutCalls } from '#contracts/checkout/calls.ts'
import { type RecipientChoice, saveRecipientChoices } from '#domain/cart/recipients/recipient-rules.ts'
import { moveCalls, stepRow } from '#domain/checkout/steps.ts'
import { checkGiftMessage } from '#domain/gift/gift-options.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import { reachedStep } from '#server/checkout/checkout-facts.ts'
import { bopsChoice, choicesOf, giftChoice } from '#server/checkout/recipient-choices.ts'
import { recipientList } from '#server/checkout/recipient-view.ts'
import {
  answerCheckout,
  answerRefused,
  type CheckoutServices,
  withOrderableCart,
} from '#server/checkout/step-command.ts'
import type { Tx } from '#server/db/database.ts'
import { type CallContext, type Handlers, isReset } from '#server/http/context.ts'
import { type CartQuote, quoteCart } from '#server/pricing/pricing-service.ts'
import { summaryView } from '#server/pricing/summary-view.ts'

type OptionsCalls = Pick<
  typeof checkoutCalls,
  'saveShippingAndGiftOptions' | 'updateGiftOption' | 'updateGiftMessage' | 'updateGiftReceipt' | 'updateBaggingOption'
>

/** Step 2: service levels, gift options, gift message (OPEN-76, OPEN-77). */
export function optionsHandlers({ newId }: CheckoutServices): Handlers<OptionsCalls> {
  return {
    saveShippingAndGiftOptions: {
      kind: 'change',
      run: (context, input, tx) => saveChoices(context, tx, newId, (priced) => choicesOf(priced, input)),
    },
    updateGiftOption: {
      kind: 'change',
      run: (context, { recipientId, giftOptions, serviceLevel }, tx) =>
        saveChoices(context, tx, newId, (priced) =>
          one(giftChoice(priced, recipientId, { giftOptions, serviceLevel })),
        ),
    },
    updateGiftMessage: {
      kind: 'change',
      run: (context, { recipientId, message, isInitialTrigger }, tx) =>
        saveChoices(context, tx, newId, (priced) => {
          const recipient = priced.cart.recipients.find((found) => found.recipientId === recipientId)
          if (recipient === undefined) return refused({ code: 'unknownRecipient' })
          const checked = checkGiftMessage(message)
          if (!checked.ok) return checked
          // the first call is the one made when the gift option is switched on (GIFT-03)
          const isGift = isInitialTrigger || recipient.giftOptions.isGift || checked.value !== ''
          const giftOptions = { ...recipient.giftOptions, isGift, giftMessage: checked.value }
          return one(giftChoice(priced, recipientId, { giftOptions, serviceLevel: null }))
        }),
    },
    updateGiftReceipt: {
      kind: 'change',
      run: (context, { recipientId, selectedOption }, tx) =>
        saveChoices(context, tx, newId, (priced) =>
          one(bopsChoice(priced, recipientId, { giftReceiptOption: selectedOption })),
        ),
    },
    updateBaggingOption: {
      kind: 'change',
      run: (context, { recipientId, selectedOption }, tx) =>
        saveChoices(context, tx, newId, (priced) =>
          one(bopsChoice(priced, recipientId, { baggingOption: selectedOption })),
        ),
    },
  }
}

function one(choice: Outcome<RecipientChoice>): Outcome<RecipientChoice[]> {
  return choice.ok ? good([choice.value]) : choice
}

/** Where a shopper has to go on whose cart or addresses were changed elsewhere meanwhile; '' while step 2 is hers (GIFT-10). */
function leadsTo({ shopper }: CallContext, priced: CartQuote): string {
  const reached = reachedStep(priced, shopper)
  return reached < moveCalls.moveToShippingAndGiftOptions ? stepRow(reached).path : ''
}

async function saveChoices(
  context: CallContext,
  tx: Tx,
  newId: CheckoutServices['newId'],
  choicesFor: (priced: CartQuote) => Outcome<RecipientChoice[]>,
) {
  const answered = await withOrderableCart(context, tx, async (cart) => {
    const choices = choicesFor(await quoteCart(tx, cart, context))
    if (!choices.ok) return answerRefused(context, tx, cart, choices.problem)
    return answerCheckout(context, tx, newId, cart, saveRecipientChoices(choices.value, newId))
  })
  if (answered === isReset) return isReset
  const { reply, priced } = answered
  const orderSummary = summaryView(priced, context.text)
  return { ...reply, recipientList: recipientList(priced), orderSummary, redirectUrl: leadsTo(context, priced) }
}
