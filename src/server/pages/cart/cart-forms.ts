import type { Call, InputOf, ReplyOf } from '#contracts/call.ts'
import { cartCalls } from '#contracts/cart/calls.ts'
import { amountField, chosenAmount, donationFields, readDonation } from '#domain/cart/donation-amount.ts'
import { checkQuantity, quantityField } from '#domain/cart/limits.ts'
import { pieceOfField } from '#domain/cart/lines/piece-field.ts'
import { productAddress } from '#domain/catalog/sku.ts'
import type { Problem } from '#domain/problems.ts'
import { wayOfField } from '#domain/shipping/delivery-way.ts'
import type { Keys } from '#server/config/secrets.ts'
import type { Handler } from '#server/http/context.ts'
import { problemText } from '#server/http/problem-text.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { Fields, Form } from '#server/pages/forms/form.ts'
import { atField, typedIn } from '#server/pages/forms/form-guard.ts'
import { wholeNumber } from '#server/pages/page-table.ts'
import { ask, type PageSources } from '#server/pages/sources.ts'
import type { Visit } from '#server/pages/visit.ts'

const cartPath = '/checkout/cart'

type LineCall = (typeof cartCalls)[
  | 'removeItem'
  | 'saveForLater'
  | 'moveToCart'
  | 'removeItemFromSaveForLater'
  | 'removeInstallationService']

/**
 * The forms of product page, cart and login flyout as the browser sends them without scripts (UX-24, LOGIN-06): each does
 * what its call does, and leads to a page that shows the outcome.
 */
export function cartForms(sources: PageSources, flashCookieKey: Keys): Form[] {
  const { cart, database, chooseGuestCheckout } = sources

  /** Runs a call with the fields of a form; what it has to say stands on the next page. Null when there is no good answer. */
  async function submit<C extends Call>(
    visit: Visit,
    call: C,
    handler: Handler<C>,
    given: unknown,
    { field = '', typed = {} }: { readonly field?: string; readonly typed?: Fields } = {},
  ): Promise<ReplyOf<C> | null> {
    const { reply, site, context } = visit
    const parsed = call.input.safeParse(given)
    const answer = parsed.success ? await ask(handler, context, parsed.data as InputOf<C>) : null
    const outcome = answer as { readonly isSuccess?: boolean; readonly errorMessage?: string } | null
    if (outcome?.isSuccess === true) return answer
    setFlash(reply, site, flashCookieKey, outcome?.errorMessage || context.text('genericErrorMessage'), typed, field)
    return null
  }

  function tell({ reply, site, context }: Visit, problem: Problem, typed: Fields, field: string): void {
    setFlash(reply, site, flashCookieKey, problemText(context, problem), typed, field)
  }

  async function hasTerms(visit: Visit, sku: number): Promise<boolean> {
    const requested = { sku, optionChoiceParameter: '' }
    return (await ask(cart.getCustomOrderConfirmation, visit.context, requested))?.hasCustomOrderConfirmation === true
  }

  async function lineOf(visit: Visit, lineItemId: string) {
    const shown = await ask(cart.getCartJsx, visit.context, {})
    return shown?.lineItems.find(({ id }) => id === lineItemId)
  }

  /** One press that does something to one line, and says no more of it. */
  function changesLine<C extends LineCall>(path: string, call: C, handler: Handler<C>): Form {
    return {
      path,
      allowsFirstVisit: false,
      refusedTo: cartPath,
      async submit(visit, { lineItemId = '' }) {
        await submit(visit, call, handler, { lineItemId })
        return cartPath
      },
    }
  }

  return [
    {
      path: '/cart/add',
      allowsFirstVisit: true,
      refusedTo: cartPath,
      fields: choices,
      async submit(visit, fields) {
        const sku = wholeNumber(fields.Sku)
        if (sku !== null && fields.AcceptedTerms !== 'true' && (await hasTerms(visit, sku))) {
          // nothing is added until its terms are accepted (ATC-08)
          const said = visit.context.text('customOrder.acceptFirst')
          setFlash(visit.reply, visit.site, flashCookieKey, said, typedIn(fields, choices))
          return productAddress(sku)
        }
        const item = {
          Sku: sku,
          Quantity: quantityOf(fields.Quantity),
          OptionChoiceParameter: fields.OptionChoiceParameter ?? '',
          Location: fields.IsPickupSelected === 'true' ? (fields.Location ?? '') : '',
          IsPickupSelected: fields.IsPickupSelected === 'true',
          InstallationServiceType: fields.InstallationServiceType ?? '',
          IsInstallationServiceRequired: (fields.InstallationServiceType ?? '') !== '',
        }
        const isCountable = checkQuantity(item.Quantity)
        const back = sku === null ? cartPath : productAddress(sku)
        if (!isCountable.ok) {
          tell(visit, isCountable.problem, typedIn(fields, choices), 'Quantity')
          return sku === null ? back : atField(back, 'Quantity')
        }
        const typed = typedIn(fields, choices)
        return (await submit(visit, cartCalls.addItems, cart.addItems, { items: [item] }, { typed })) ? cartPath : back
      },
    },
    {
      path: '/cart/donate',
      allowsFirstVisit: true,
      refusedTo: cartPath,
      fields: Object.values(donationFields),
      async submit(visit, fields) {
        const sku = wholeNumber(fields.Sku)
        const typed = typedIn(fields, Object.values(donationFields))
        const back = sku === null ? cartPath : productAddress(sku)
        const amount = readDonation(chosenAmount(fields))
        if (!amount.ok) {
          tell(visit, amount.problem, typed, donationFields.other)
          return `${back}#${donationFields.other}`
        }
        const given = { sku, amount: amount.value }
        return (await submit(visit, cartCalls.donationAddToCart, cart.donationAddToCart, given, { typed }))
          ? cartPath
          : back
      },
    },
    {
      path: '/cart/update',
      allowsFirstVisit: false,
      refusedTo: cartPath,
      fields: ['quantity'],
      fieldAt: (_name, { lineItemId = '' }) => (isLineId(lineItemId) ? quantityField(lineItemId) : ''),
      async submit(visit, fields) {
        const input = { lineItemId: fields.lineItemId ?? '', quantity: quantityOf(fields.quantity) }
        // each line has a field of its own for it
        const isHere = isLineId(input.lineItemId) && (await lineOf(visit, input.lineItemId)) !== undefined
        const field = isHere ? quantityField(input.lineItemId) : ''
        const typed = isHere ? { [field]: fields.quantity ?? '' } : {}
        const answer = await submit(visit, cartCalls.updateItem, cart.updateItem, input, { field, typed })
        return answer === null ? atField(cartPath, field) : cartPath
      },
    },
    {
      path: '/cart/amount',
      allowsFirstVisit: false,
      refusedTo: cartPath,
      fields: ['amount'],
      fieldAt: (_name, { lineItemId = '' }) => (isLineId(lineItemId) ? amountField(lineItemId) : ''),
      async submit(visit, { lineItemId = '', amount: text = '' }) {
        const line = await lineOf(visit, lineItemId)
        if (line?.isDonation !== true) {
          tell(visit, { code: 'unknownLine' }, {}, '')
          return cartPath
        }
        const field = amountField(line.id)
        const typed = { [field]: text }
        const amount = readDonation(text)
        if (!amount.ok) {
          tell(visit, amount.problem, typed, field)
          return atField(cartPath, field)
        }
        const given = { sku: line.sku, amount: amount.value }
        await submit(visit, cartCalls.donationAddToCart, cart.donationAddToCart, given, { typed })
        return cartPath
      },
    },
    changesLine('/cart/remove', cartCalls.removeItem, cart.removeItem),
    changesLine('/cart/save', cartCalls.saveForLater, cart.saveForLater),
    changesLine('/cart/move', cartCalls.moveToCart, cart.moveToCart),
    changesLine('/cart/remove-saved', cartCalls.removeItemFromSaveForLater, cart.removeItemFromSaveForLater),
    changesLine('/cart/remove-installation', cartCalls.removeInstallationService, cart.removeInstallationService),
    {
      path: '/cart/delivery',
      allowsFirstVisit: false,
      refusedTo: cartPath,
      async submit(visit, { lineItemId = '', delivery = '' }) {
        const given = { lineItemId, ...wayOfField(delivery) }
        const answer = await submit(visit, cartCalls.updateShipMethod, cart.updateShipMethod, given)
        return answer === null && isLineId(lineItemId) ? `${cartPath}?delivery=${lineItemId}` : cartPath
      },
    },
    {
      path: '/cart/change',
      allowsFirstVisit: false,
      refusedTo: cartPath,
      async submit(visit, { lineItemId = '', piece = '' }) {
        const to = pieceOfField(piece)
        const choosing = isLineId(lineItemId) ? `${cartPath}?change=${lineItemId}` : cartPath
        if (to.sku > 0 && (await hasTerms(visit, to.sku))) {
          // they stand on its page, and are accepted there (ATC-08)
          setFlash(visit.reply, visit.site, flashCookieKey, visit.context.text('customOrder.acceptFirst'), {})
          return productAddress(to.sku)
        }
        const answer = await submit(visit, cartCalls.changeItem, cart.changeItem, { lineItemId, ...to })
        return answer === null ? choosing : cartPath
      },
    },
    {
      path: '/cart/add-installation',
      allowsFirstVisit: false,
      refusedTo: cartPath,
      async submit(visit, { lineItemId = '', installationServiceType = '' }) {
        const given = { lineItemId, installationServiceType }
        await submit(visit, cartCalls.addInstallationService, cart.addInstallationService, given)
        return cartPath
      },
    },
    {
      path: '/checkout',
      allowsFirstVisit: false,
      refusedTo: cartPath,
      async submit(visit, fields) {
        const { shopper, variant } = visit.context
        if (fields.isGuestCheckout === 'true' && shopper.auth === 'guest') {
          await database.transaction((tx) => chooseGuestCheckout(tx, shopper, variant))
        }
        const answer = await submit(visit, cartCalls.checkout, cart.checkout, {})
        return answer === null || answer.redirectUrl === '' ? cartPath : answer.redirectUrl
      },
    },
  ]
}

/** What is chosen on a product's page. */
const choices = ['Quantity', 'IsPickupSelected', 'Location', 'InstallationServiceType']

function isLineId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
}

function quantityOf(field: string | undefined): number | null {
  return field === undefined ? 1 : wholeNumber(field)
}
