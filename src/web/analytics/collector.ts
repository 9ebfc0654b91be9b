import type { PageState } from '#contracts/pages.ts'
import {
  type AnalyticsSource,
  analyticsLines,
  cartLoaded,
  itemsAdded,
  orderPlaced,
  orderSummaryUpdated,
} from '#domain/data-layer.ts'
import {
  type Article,
  type EcommerceEvent,
  ecommerceSum,
  listShown,
  purchase,
  quantityChanged,
} from '#domain/ecommerce.ts'
import type { Currency } from '#domain/variant.ts'
import type { AnalyticsEvent, Pushed, ShowBar, ShownList } from '#web/analytics/analytics-event.ts'
import { articleOfSku, articleOfSource, variantOf } from '#web/analytics/articles.ts'
import { choiceEvent, signInOf } from '#web/analytics/chosen.ts'
import { asksFirst, mayCollect, onChoice } from '#web/analytics/consent.ts'
import { checkoutBegun, listsOf, pageEvents, searchEvents, stepEvent } from '#web/analytics/page-events.ts'
import { forgetAll, isNewForever, isNewInVisit, isSeenAgain, takeOfVisit } from '#web/analytics/visit-memory.ts'

/** The page that is shown; what is collected refers to it. */
let shown: PageState | undefined
/** The page whose own events were made: one visit, one view, whatever loads it again. */
let viewed: string | undefined
/** Lists that came after the page. */
let laterLists: ShownList[] = []
let showBar: ShowBar = () => {}

const signInKey = 'signIn'
const checkoutKey = 'checkout'

/** What happened before this script was there, in its order; the rest refers to the page, so it is known first. */
export function collectAll(early: readonly AnalyticsEvent[]): void {
  for (const each of early) if ('kind' in each && each.kind === 'pageShown') shown = each.state
  for (const each of early) collect(each)
}

/** Makes the events of what happened, where that is allowed; else it is forgotten. */
export function collect(event: AnalyticsEvent): void {
  if ('kind' in event) {
    if (event.kind === 'choicesOpened') askFor(true)
    if (event.kind === 'pageShown') {
      showBar = event.showBar
      if (asksFirst()) askFor(false)
      showPage(event.state)
    }
    if (event.kind === 'listShown' && !isNewList(event.list)) return
  }
  if (mayCollect()) for (const entry of entriesOf(event)) push(entry)
}

/** The entries of OPEN-112, and beside them what GA4 has a name of its own for. */
function entriesOf(event: AnalyticsEvent): readonly Pushed[] {
  if ('event' in event) return [event]
  switch (event.kind) {
    case 'pageShown':
    case 'choicesOpened':
      return []
    case 'cartLoaded':
      return [cartLoaded(event.lines)]
    case 'addedToRegistry':
      return [itemsAdded('add_to_registry', event.lines)]
    case 'addedToCart': {
      const ecommerce = ecommerceSum(currencyOf(event.lines), articlesOf(event.lines))
      return [{ event: 'add_to_cart', lines: analyticsLines(event.lines), ecommerce }]
    }
    case 'summaryUpdated':
      return [orderSummaryUpdated(event.totals)]
    case 'orderPlaced':
      return orderEntries(event)
    case 'listShown':
      return [listShown(event.list)]
    case 'favored':
      return favorEntries(event.sku)
    case 'lineChanged':
      return known(quantityChanged(event.currency, event.article, event.from, event.to))
    case 'stepLeft':
      return shown === undefined ? [] : known(stepEvent(event.step, event.checkout, variantOf(shown)))
  }
}

/** Once for its number, however often and in however many tabs its page is opened (SCENE-19). */
function orderEntries({
  orderNumber,
  lines,
  totals,
}: Extract<AnalyticsEvent, { readonly kind: 'orderPlaced' }>): Pushed[] {
  if (!isNewForever(`order:${orderNumber}`)) return []
  takeOfVisit(checkoutKey)
  const bought = purchase(orderNumber, currencyOf(lines), articlesOf(lines), totals)
  return [orderPlaced(orderNumber, lines, totals), bought]
}

/** A heart was pressed: of the product that is shown, or on a card of a list. */
function favorEntries(sku: number): Pushed[] {
  if (shown === undefined) return []
  const article = articleOfSku(shown.page, sku, variantOf(shown), shownLists())
  const { currency } = variantOf(shown)
  return article === null ? [] : [{ event: 'add_to_wishlist', ecommerce: ecommerceSum(currency, [article]) }]
}

function shownLists(): ShownList[] {
  return shown === undefined ? [] : [...listsOf(shown.page, variantOf(shown)), ...laterLists]
}

/** A list is seen once on a page, also when it is made anew with the same products. */
function isNewList(list: ShownList): boolean {
  const isSame = (other: ShownList) => other.id === list.id && String(other.addresses) === String(list.addresses)
  if (laterLists.some(isSame)) return false
  laterLists = [...laterLists.filter(({ id }) => id !== list.id), list]
  return true
}

function known(event: EcommerceEvent | null): EcommerceEvent[] {
  return event === null ? [] : [event]
}

function articlesOf(lines: readonly AnalyticsSource[]): Article[] {
  return lines.map((line) => articleOfSource(line, shown?.page))
}

function currencyOf([first]: readonly AnalyticsSource[]): Currency {
  return first?.currencyCode ?? 'USD'
}

/** Without its script nobody is asked, and nothing is measured. */
function askFor(isRequested: boolean): void {
  import('#web/analytics/consent-bar.tsx').then(
    ({ consentBar }) => showBar(consentBar(isRequested, () => showBar(null))),
    () => {},
  )
}

function showPage(state: PageState): void {
  if (state.path !== shown?.path) leavePage()
  shown = state
  view()
}

/** Nothing is known of any page any more. */
export function leavePage(): void {
  shown = undefined
  viewed = undefined
  laterLists = []
}

/** The events of the page itself, once, as soon as they are allowed. */
function view(): void {
  if (shown === undefined || viewed === shown.path || !mayCollect()) return
  viewed = shown.path
  const { page, frame } = shown
  const signIn = takeOfVisit(signInKey)
  if (signIn !== null && frame.isSignedIn) push(signInOf(signIn))
  if (page.name === 'search' && !isSeenAgain()) for (const event of searchEvents(page)) push(event)
  for (const event of pageEvents(shown)) push(event)
  if (page.name === 'cart') takeOfVisit(checkoutKey)
  if (page.name === 'checkout' && isNewInVisit(checkoutKey, page.checkout.basketId)) {
    push(checkoutBegun(page.checkout, variantOf(shown)))
  }
}

function push(entry: Pushed): void {
  window.dataLayer ??= []
  if ('ecommerce' in entry) window.dataLayer.push({ ecommerce: null })
  window.dataLayer.push(entry)
}

onChoice(() => {
  if (mayCollect()) {
    view()
    return
  }
  forgetAll()
  viewed = undefined
  window.dataLayer?.splice(0)
})

document.addEventListener('click', listen, { capture: true, passive: true })
document.addEventListener('submit', listen, { capture: true, passive: true })

/** What a shopper presses and sends, wherever it stands: the parts of the pages need not know. */
function listen(event: Event): void {
  if (shown === undefined || !mayCollect()) return
  const chosen = choiceEvent(event, shown, shownLists())
  if (chosen === null) return
  if ('signIn' in chosen) isNewInVisit(signInKey, chosen.signIn)
  else push(chosen)
}
