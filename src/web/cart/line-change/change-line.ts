import type { ItemChoices } from '#contracts/cart/line-change-calls.ts'
import { cartPaths } from '#contracts/cart/paths.ts'
import type { CartReply } from '#contracts/pages.ts'
import { track } from '#web/analytics/data-layer.ts'
import { whileLoading } from '#web/calls/loading.ts'
import { routeErrorContext } from '#web/calls/log.ts'
import { savedDesign } from '#web/cart/adding/add-to-cart.ts'
import { calls } from '#web/cart/cart-calls.ts'
import { handleCartFault, showCartError } from '#web/cart/cart-faults.ts'
import type { CartStore } from '#web/cart/cart-store.ts'
import { changeCart } from '#web/cart/change-cart.ts'
import { loadCart } from '#web/cart/load-cart.ts'
import { openLayer } from '#web/layers/open-layer.ts'

type Line = CartReply['lineItems'][number]
type Piece = ItemChoices['pieces'][number]

/** What was changed: the line as it was, the one that it is now or is part of, and what is said of it. */
export type LineChanged = { readonly before: Line; readonly atLineId: string; readonly said: string }

/** Asks what the line is to be and makes it that (CALM-12); null when nothing was changed. */
export async function changeItem(store: CartStore, line: Line): Promise<LineChanged | null> {
  const choices = await askChoices(store, line)
  if (choices === null) return null
  const before = store.read().cart.lineItems
  const piece = await openLayer('changeItem', { line, choices, apply: (to) => applyPiece(store, line, to) })
  if (piece === undefined) return null
  const changed = changedLine(store, before, line, piece.sku)
  trackSwap(
    line,
    store.read().cart.lineItems.find(({ id }) => id === changed.atLineId),
    piece.quantity,
  )
  return { ...changed, said: `${line.title} is now ${piece.name}.` }
}

/** What the line can be; null where that was not told, or when the line has gone from the cart, which then is said and shown. */
async function askChoices(store: CartStore, { id, title }: Line): Promise<ItemChoices | null> {
  const place = routeErrorContext(cartPaths.getItemChoices)
  const choices = await whileLoading(async () => {
    try {
      return await calls.cart.getItemChoices({ lineItemId: id })
    } catch (error) {
      handleCartFault(error, place)
      return null
    }
  })
  if (choices === null || choices.pieces.length > 0) return choices
  await loadCart(store)
  if (store.read().cart.lineItems.some((one) => one.id === id)) return choices
  await showCartError(`${title} is no longer in your cart. It was taken out meanwhile, perhaps in another tab.`, place)
  return null
}

/** A piece with terms is changed to once they are accepted, as it is added (ATC-08). */
async function applyPiece(store: CartStore, line: Line, { sku, quantity, ...piece }: Piece): Promise<boolean> {
  const place = routeErrorContext(cartPaths.changeItem)
  const apply = () => changeCart(store, place, () => calls.cart.changeItem({ lineItemId: line.id, sku, quantity }))
  if (!piece.hasCustomOrderConfirmation) return apply()
  try {
    const asked = { sku, optionChoiceParameter: piece.optionChoice }
    const confirmation = await whileLoading(() => calls.cart.getCustomOrderConfirmation(asked))
    if (!confirmation.hasCustomOrderConfirmation) return apply()
    return (await openLayer('customOrder', { confirmation, accept: apply, isChange: true })) === true
  } catch (error) {
    handleCartFault(error, routeErrorContext(cartPaths.getCustomOrderConfirmation))
    return false
  }
}

/** Asks for the words of the line, with their picture, price and terms, and has them put on it. */
export async function changeWords(store: CartStore, line: Line): Promise<LineChanged | null> {
  const choices = await askChoices(store, line)
  if (choices === null || choices.personalization === null) return null
  const { template, ...piece } = choices.personalization
  const { type, templateName, locationName } = template
  const before = store.read().cart.lineItems
  const { id: lineItemId, sku, quantity } = line
  const went = await openLayer('monogram', {
    ...{ sku, quantity, template, ...piece },
    ...{ isAgain: true, isChange: true },
    before: Object.fromEntries(line.personalization?.lines.map((each) => [each.elementName, each.text]) ?? []),
    addToRegistry: null,
    async accept(lines, refuse) {
      const design = { type, templateName, locationName, lines, refuse }
      const saved = await savedDesign({ sku, quantity }, design)
      if (saved === null) return false
      const words =
        'text' in saved
          ? { personalizationId: '', personalizationText: saved.text }
          : { personalizationId: saved.personalizationId, personalizationText: '' }
      const place = routeErrorContext(cartPaths.changePersonalization)
      return changeCart(store, place, () => calls.cart.changePersonalization({ lineItemId, ...words }))
    },
  })
  if (went === undefined) return null
  return { ...changedLine(store, before, line, sku), said: `The words of ${line.title} are changed.` }
}

/** Adds an installation of this type to the line. */
export async function addInstallation(
  store: CartStore,
  line: Line,
  { type, name }: Line['installationServices'][number],
): Promise<LineChanged | null> {
  const before = store.read().cart.lineItems
  const place = routeErrorContext(cartPaths.addInstallationService)
  const asked = { lineItemId: line.id, installationServiceType: type }
  const isDone = await changeCart(store, place, () => calls.cart.addInstallationService(asked))
  if (!isDone) return null
  return { ...changedLine(store, before, line, line.sku), said: `${name} is added to ${line.title}.` }
}

/** Undoes such a change; true when the line is what it was. */
export function undoChange(store: CartStore, { before }: LineChanged): Promise<boolean> {
  const place = routeErrorContext(cartPaths.undoItemChange)
  return changeCart(store, place, () => calls.cart.undoItemChange({ lineItemId: before.id }))
}

/** An equal line has taken its pieces in: the one that has grown. */
function changedLine(store: CartStore, before: readonly Line[], line: Line, sku: number) {
  const now = store.read().cart.lineItems
  const own = now.find(({ id }) => id === line.id)
  const grown = now.find((one) => {
    const old = before.find(({ id }) => id === one.id)
    return one.sku === sku && one.quantity > (old?.quantity ?? 0)
  })
  return { before: line, atLineId: (own ?? grown)?.id ?? '' }
}

function trackSwap(before: Line, after: Line | undefined, quantity: number): void {
  const articleOf = (line: Line) => ({ ...line, variant: line.optionChoices.map(({ value }) => value).join(', ') })
  const currency = before.currencyCode
  track({ kind: 'lineChanged', article: articleOf(before), currency, from: before.quantity, to: 0 })
  if (after === undefined) return
  const from = after.quantity - quantity
  track({ kind: 'lineChanged', article: articleOf(after), currency, from, to: after.quantity })
}
