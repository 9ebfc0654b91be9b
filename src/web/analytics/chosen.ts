import type { PageState } from '#contracts/pages.ts'
import { type EcommerceEvent, listChosen } from '#domain/ecommerce.ts'
import type { ShownList } from '#web/analytics/analytics-event.ts'
import { promotionsOf } from '#web/analytics/page-events.ts'

/** How somebody tries to sign in; told once the next page knows them. */
export type SignInAttempt = { readonly signIn: string }

/** What a press or a sent form means to analytics: a product or room was chosen, or somebody signs in. */
export function choiceEvent(
  event: Event,
  state: PageState,
  lists: readonly ShownList[],
): EcommerceEvent | SignInAttempt | null {
  const { target } = event
  if (!(target instanceof Element)) return null
  if (event.type === 'submit') return attemptOf(target)
  // the second press of a double click is not another choice
  const link = event instanceof MouseEvent && event.detail > 1 ? null : target.closest<HTMLAnchorElement>('a[href]')
  if (link === null || link.origin !== location.origin) return null
  return productChosen(link, lists) ?? promotionChosen(link, state) ?? providerChosen(link)
}

function productChosen(link: HTMLAnchorElement, lists: readonly ShownList[]): EcommerceEvent | null {
  // where the same product stands in two lists, the one that the link is in
  const within = link.closest<HTMLElement>('[data-list]')?.dataset.list
  for (const list of lists) {
    if (within !== undefined && within !== list.id) continue
    const index = list.addresses.indexOf(link.pathname)
    if (index !== -1) return listChosen(list, index)
  }
  return swatchChosen(link, lists)
}

/** A swatch leads to another colour of the product of its card. */
function swatchChosen(link: HTMLAnchorElement, lists: readonly ShownList[]): EcommerceEvent | null {
  const [, sku] = /^\/product\/(\d+)$/.exec(link.pathname) ?? []
  if (sku === undefined) return null
  const links = [...(link.closest('article')?.querySelectorAll<HTMLAnchorElement>('a[href]') ?? [])]
  const addresses = new Set(links.map(({ pathname }) => pathname))
  for (const list of lists) {
    const index = list.addresses.findIndex((address) => addresses.has(address))
    if (index !== -1) return listChosen(list, index, { sku: Number(sku), variant: link.title })
  }
  return null
}

function promotionChosen(link: HTMLAnchorElement, { page }: PageState): EcommerceEvent | null {
  if (page.name !== 'home' || link.closest('main') === null) return null
  const ecommerce = promotionsOf(page).find(({ promotion_name: name }) => link.textContent === name)
  return ecommerce === undefined ? null : { event: 'select_promotion', ecommerce }
}

/** Forms that end signed in; nothing of what is in them is read. An account is made by the link of its mail, not before. */
function attemptOf(form: Element): SignInAttempt | null {
  if (form.getAttribute('action') === '/account/confirm-address') {
    const provider = form.getAttribute('data-provider')
    return { signIn: provider === null ? 'sign_up:password' : `login:${provider}` }
  }
  const isSignIn = form.querySelector('input[type=password]:not([autocomplete=new-password])') !== null
  return isSignIn ? { signIn: 'login:password' } : null
}

function providerChosen(link: HTMLAnchorElement): SignInAttempt | null {
  if (link.pathname !== '/account/auth/loginwithidp') return null
  return { signIn: `login:${new URLSearchParams(link.search).get('idp')}` }
}

/** The event of an attempt that succeeded. */
export function signInOf(attempt: string): EcommerceEvent {
  const [event, method = 'password'] = attempt.split(':')
  return { event: event === 'sign_up' ? 'sign_up' : 'login', method }
}
