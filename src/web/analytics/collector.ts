import type { PageState } from '#contracts/pages.ts'
import type { DataLayerEntry } from '#domain/data-layer.ts'
import {
  type Article,
  type EcommerceEvent,
  ecommerceSum,
  listShown,
  purchase,
  quantityChanged,
} from '#domain/ecommerce.ts'
import type { Currency } from '#domain/variant.ts'
import { articleOfEntry, variantOf } from '#web/analytics/articles.ts'
import { choiceEvent, signInOf } from '#web/analytics/chosen.ts'
import { mayCollect, onChoice } from '#web/analytics/consent.ts'
import type { Happening, Pushed, ShownList } from '#web/analytics/happening.ts'
import { forgetAll, isNewForever, isNewInVisit, takeOfVisit } from '#web/analytics/keepsake.ts'
import { checkoutBegun, listsOf, pageEvents, stepEvent } from '#web/analytics/page-events.ts'

/** The page that is shown; what is collected refers to it. */
let shown: PageState | undefined
/** The page whose own events were made: one visit, one view, whatever loads it again. */
let viewed: string | undefined
/** Lists that came after the page. */
let laterLists: ShownList[] = []

type Told = Extract<Happening, { readonly happening: string }>

const signInKey = 'signIn'
const checkoutKey = 'checkout'

/** What happened before this script was there, in its order; the page first, since the rest refers to it. */
export function collectAll(early: readonly Happening[]): void {
  const page = early.findLast((each) => 'happening' in each && each.happening === 'pageShown')
  if (page !== undefined) collect(page)
  for (const each of early) if (each !== page) collect(each)
}

/** Makes the events of what happened, where that is allowed; else it is forgotten. */
export function collect(happening: Happening): void {
  if ('event' in happening) {
    if (mayCollect()) pushEntry(happening)
  } else if (happening.happening === 'pageShown') {
    showPage(happening.state)
  } else {
    if (happening.happening === 'listShown') laterLists.push(happening.list)
    const event = mayCollect() ? eventOf(happening) : null
    if (event !== null) push(event)
  }
}

function eventOf(happening: Exclude<Told, { readonly happening: 'pageShown' }>): EcommerceEvent | null {
  switch (happening.happening) {
    case 'listShown':
      return listShown(happening.list)
    case 'favored':
      return { event: 'add_to_wishlist', ecommerce: ecommerceSum(happening.currency, [happening.article]) }
    case 'lineChanged': {
      const { article, currency, from, to } = happening
      return quantityChanged(currency, article, from, to)
    }
    case 'stepLeft':
      return shown === undefined ? null : stepEvent(happening.step, happening.checkout, variantOf(shown))
  }
}

/** An entry of OPEN-112; what GA4 knows by a name of its own stands beside it. */
function pushEntry(entry: DataLayerEntry): void {
  switch (entry.event) {
    case 'add_to_cart':
      push({
        ...entry,
        event: 'add_to_cart',
        ecommerce: ecommerceSum(currencyOf(entry.lines), articlesOf(entry.lines)),
      })
      break
    case 'order_placed':
      // however often and in however many tabs its page is opened (SCENE-19)
      if (!isNewForever(`order:${entry.orderNumber}`)) break
      takeOfVisit(checkoutKey)
      push(entry)
      push(purchase(entry.orderNumber, currencyOf(entry.lines), articlesOf(entry.lines), entry.totals))
      break
    default:
      push(entry)
  }
}

type Lines = Extract<DataLayerEntry, { event: 'order_placed' }>['lines']

function articlesOf(lines: Lines): Article[] {
  return lines.map((line) => articleOfEntry(line, shown?.page))
}

function currencyOf([first]: Lines): Currency {
  return first?.currencyCode ?? 'USD'
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
  const chosen = choiceEvent(event, shown, [...listsOf(shown.page, variantOf(shown)), ...laterLists])
  if (chosen === null) return
  if ('signIn' in chosen) isNewInVisit(signInKey, chosen.signIn)
  else push(chosen)
}
