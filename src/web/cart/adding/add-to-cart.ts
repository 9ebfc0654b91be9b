import type { ReplyOf } from '#contracts/call.ts'
import type { cartCalls } from '#contracts/cart/calls.ts'
import { cartPaths } from '#contracts/cart/paths.ts'
import { personalizationPaths } from '#contracts/personalization/paths.ts'
import { type AddItemChoice, addItemsBody } from '#domain/cart/lines/add-item-payload.ts'
import { isScanMode, scanModeCookie } from '#domain/cart/scan-mode.ts'
import { optionChoiceText } from '#domain/catalog/option-choice.ts'
import { textOfLines } from '#domain/personalization/check-lines.ts'
import { designLines } from '#domain/personalization/design.ts'
import { isInHouse } from '#domain/personalization/types.ts'
import { termsRedirectMs } from '#domain/timing.ts'
import { track } from '#web/analytics/data-layer.ts'
import { refusedField } from '#web/calls/errors.ts'
import { routeErrorContext } from '#web/calls/log.ts'
import { calls } from '#web/cart/cart-calls.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { reportError } from '#web/layers/report-error.ts'
import type { Browser } from '#web/navigation/browser.tsx'
import { readCookie } from '#web/navigation/cookies.ts'
import { refreshHeaderCounts } from '#web/shell/header-counts.ts'
import { addOnce, type LetBeAdds } from './add-once.ts'
import type { AddRequest, RequestedDesign } from './add-request.ts'
import { givePostalCode } from './give-postal-code.ts'

export type AddedReply = ReplyOf<typeof cartCalls.addItems>

const place = routeErrorContext(cartPaths.addItems)
const designPlace = routeErrorContext(personalizationPaths.saveDesign, 'SaveDesign')

type Telling = {
  readonly layer: NonNullable<AddToCartOptions['layer']>
  /** Told of the answer before any confirmation shows. */
  readonly onAdded: ((added: AddedReply) => void) | null
  readonly letBe: LetBeAdds
}

/**
 * Puts one item into the cart; true when it is there. With custom confirmation configured its terms are fetched first and,
 * when there are any, nothing is added until they are accepted (ATC-07 to ATC-10); a design is saved before its piece is
 * added (ATC-11). Once terms were accepted the cart opens, else the confirmation (ATC-14, OPEN-24).
 */
export async function addToCart(request: AddRequest, telling: Telling, browser: Browser): Promise<boolean> {
  if (request.design !== undefined) return addDesigned(request, request.design, telling)
  if (request.hasCustomConfirmation !== true) return addPlain(request, telling)
  const { sku, options = {} } = request.choice
  const checked = { sku, optionChoiceParameter: optionChoiceText(options) }
  const confirmation = await calls.cart.getCustomOrderConfirmation(checked)
  if (!confirmation.hasCustomOrderConfirmation) return addPlain(request, telling)
  const isAdded = await openLayer('customOrder', { confirmation, accept: () => addSilently(request, telling) })
  if (isAdded !== true) return false
  openCartAfterTerms(browser)
  return true
}

/** The popup fades, then the cart opens (ATC-14). */
export function openCartAfterTerms(browser: Browser): void {
  setTimeout(() => browser.assign('/checkout/cart'), termsRedirectMs)
}

async function addPlain(request: AddRequest, telling: Telling): Promise<boolean> {
  const added = await send(request, telling)
  if (added === null) return false
  const { layer } = telling
  if (layer === 'none') return true
  const isScanning = isScanMode(readCookie(scanModeCookie))
  openLayer(isScanning ? 'addedConfirmation' : layer, { added, isScanMode: isScanning })
  return true
}

async function addDesigned(request: AddRequest, design: RequestedDesign, telling: Telling): Promise<boolean> {
  const personalization = await savedDesign(request.choice, design)
  if (personalization === null) return false
  return addSilently({ ...request, choice: { ...request.choice, personalization } }, telling)
}

async function addSilently(request: AddRequest, telling: Telling): Promise<boolean> {
  return (await send(request, telling)) !== null
}

/** What the add call sends of a design: of one made in-house the id it was saved under, of any other its words (ATC-11, PERS-22). */
export async function savedDesign(
  { sku, quantity = 1 }: AddItemChoice,
  { type, lines, refuse, ...place }: RequestedDesign,
  orderType = 'cart',
): Promise<NonNullable<AddItemChoice['personalization']> | null> {
  if (!isInHouse(type)) return { text: textOfLines(lines.map((line) => line.text)) }
  const design = { ...place, sku, personalization: [...designLines(lines)] }
  try {
    const reply = await calls.personalization.saveDesign({ quantity, orderType, profileGuid: '', design })
    if (reply.isSuccess) return { personalizationId: reply.personalizationUuid }
    refuse(reply.errorMessage)
  } catch (error) {
    const refused = refusedField(error)
    if (refused === null) reportError(error, '', designPlace)
    else refuse(refused.message)
  }
  return null
}

/** The add call with all that follows it but the confirmation; null, told and logged, when nothing was added (ATC-32). */
async function send(request: AddRequest, { onAdded, letBe }: Telling): Promise<AddedReply | null> {
  try {
    const body = addItemsBody([request.choice])
    const added = await addOnce(letBe, JSON.stringify(body), (key) => calls.cart.addItems(body, { key }))
    if (added.isSuccess) {
      track({ kind: 'addedToCart', lines: [request.tracked] })
      refreshHeaderCounts()
      givePostalCode()
      onAdded?.(added)
      return added
    }
    reportError(new Error(added.errorMessage), added.errorMessage, place)
  } catch (error) {
    reportError(error, refusedField(error)?.message ?? '', place)
  }
  return null
}

export type AddToCartOptions = {
  /** Runs first; when it returns false nothing is sent and nothing is shown (ATC-06). */
  readonly validate?: (sku: number, hasGrouper: boolean) => boolean
  /** Which confirmation shows: from a product page or list the one that slides down (OPEN-24); none where the card itself says so. */
  readonly layer?: 'addedSlideDown' | 'addedConfirmation' | 'none'
}
