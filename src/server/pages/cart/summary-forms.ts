import type { ReplyOf } from '#contracts/call.ts'
import { cartCalls } from '#contracts/cart/calls.ts'
import { missingPromoCode } from '#domain/promo/promo-entry.ts'
import type { Keys } from '#server/config/secrets.ts'
import { setFlash, setRefused } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import { typedIn } from '#server/pages/forms/form-guard.ts'
import { ask, type PageSources } from '#server/pages/sources.ts'
import type { Visit } from '#server/pages/visit.ts'

const cartPath = '/checkout/cart'

/** Postal code and promotion code of the cart's summary, as the browser sends them without scripts (CART-14 to CART-20). */
export function summaryForms({ cart }: Pick<PageSources, 'cart'>, flashCookieKey: Keys): Form[] {
  const form = { allowsFirstVisit: false, refusedTo: cartPath }

  /** Shows what was typed once more with its message, at the field itself, which may be far down the page. */
  function refuse({ reply, site }: Visit, field: 'zip' | 'promoCode', entered: string, error: string): string {
    setRefused(reply, site, flashCookieKey, { errors: { [field]: error } }, typedIn({ [field]: entered }, [field]))
    return `${cartPath}#cart-${field}`
  }

  type PromoReply = ReplyOf<typeof cartCalls.applyPromoCode>
  function tellPromo(visit: Visit, entered: string, reply: PromoReply | null): string {
    if (reply?.isSuccess === true) return cartPath
    if (reply !== null && reply.promoErrorMessage !== '') {
      return refuse(visit, 'promoCode', entered, reply.promoErrorMessage)
    }
    const text = reply?.cartErrorMessage || visit.context.text('genericErrorMessage')
    setFlash(visit.reply, visit.site, flashCookieKey, text)
    return cartPath
  }

  return [
    {
      ...form,
      path: '/cart/zip',
      fields: ['zip'],
      async submit(visit, { zip = '' }) {
        const { context } = visit
        const given = cartCalls.applyZipCode.input.safeParse({ zip: zip.trim(), country: context.variant.country })
        const reply = given.success ? await ask(cart.applyZipCode, context, given.data) : null
        if (reply?.isSuccess === true) return cartPath
        return refuse(visit, 'zip', zip, reply?.message || context.text('zipNotUpdated'))
      },
    },
    {
      ...form,
      path: '/cart/promo',
      fields: ['promoCode'],
      async submit(visit, { promoCode = '' }) {
        const given = cartCalls.applyPromoCode.input.safeParse({ promoCode: promoCode.trim() })
        if (promoCode.trim() === '') return refuse(visit, 'promoCode', '', missingPromoCode)
        const reply = given.success ? await ask(cart.applyPromoCode, visit.context, given.data) : null
        return tellPromo(visit, promoCode, reply)
      },
    },
    {
      ...form,
      path: '/cart/remove-promo',
      async submit(visit) {
        const reply = await ask(cart.removePromoCode, visit.context, {})
        if (reply?.isSuccess === false && reply.cartErrorMessage === '') return cartPath
        return tellPromo(visit, '', reply)
      },
    },
  ]
}
