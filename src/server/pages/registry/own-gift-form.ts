import type { NewId } from '#domain/cart/change.ts'
import { makeGiftOwn } from '#domain/cart/lines/line-rules.ts'
import { registryAddresses } from '#domain/registry/registry.ts'
import { answerChange } from '#server/cart/change-command.ts'
import type { Keys } from '#server/config/secrets.ts'
import type { Database } from '#server/db/database.ts'
import { isReset } from '#server/http/context.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'

const cartPath = '/checkout/cart'

/** Makes a gift in the cart, whose registry was closed, an item of the giver's own. */
export function ownGiftForm(
  { database, newId }: { readonly database: Database; readonly newId: NewId },
  flashCookieKey: Keys,
): Form {
  return {
    path: registryAddresses.makeOwn,
    allowsFirstVisit: false,
    refusedTo: cartPath,
    async submit({ context, reply, site }, { lineItemId = '' }) {
      const answer = await database.transaction((tx) => answerChange(context, tx, newId, makeGiftOwn(lineItemId)))
      // a cart that was ordered meanwhile says so by itself
      if (answer === isReset) return cartPath
      const text = answer.isSuccess ? context.text('registry.giftIsOwn') : answer.errorMessage
      setFlash(reply, site, flashCookieKey, text)
      return cartPath
    },
  }
}
