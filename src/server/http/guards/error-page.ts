import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { escapeHtml } from '#domain/escape-html.ts'
import { helpHours } from '#domain/help.ts'
import { type PageError, pageErrorStatus } from '#domain/page-errors.ts'
import type { Brand, Variant } from '#domain/variant.ts'
import type { Text } from '#server/http/context.ts'
import type { Site } from '#server/http/host-table.ts'
import { ownReferer } from '#server/pages/account/return-url.ts'
import { brandRules, plainLook } from '#server/pages/render/plain-look.ts'
import type { TestStoreBar } from '#server/pages/render/test-store-bar.ts'

export type ErrorPageParts = {
  /** Messages as read last: no database is asked. */
  readonly textOf: (site: Site) => Text
  /** Styles of a first page, of which the brands' fonts and tokens are taken; '' does. */
  readonly styles: string
  /** Stands above every page of a test store. */
  readonly bar: TestStoreBar
}

/** What was asked for, as far as its page depends on it. */
export type ErrorRequest = {
  readonly site: Site
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** By which a person finds the request in the log; for a fault. */
  readonly number?: string
}

export type ErrorPage = { readonly headers: { readonly [name: string]: string }; readonly body: string }

/**
 * A whole page of the brand in place of one that cannot be made or was refused: without script, bundle or database, so
 * that it can be had whatever is broken.
 */
export function createErrorPage(parts: ErrorPageParts): (error: PageError, requested: ErrorRequest) => ErrorPage {
  const look = { CB: lookOf('CB', parts), CB2: lookOf('CB2', parts) }
  return (error, requested) => {
    const { variant } = requested.site
    const { styles, policy } = look[variant.brand]
    return {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': policy,
        'x-robots-tag': 'noindex',
        vary: 'accept',
      },
      body: pageOf(variant, wordsOf(parts.textOf(requested.site), error, requested), styles, parts.bar),
    }
  }
}

/** A browser that is to show what it gets; calls and soft navigations ask for JSON. */
export function asksForPage({ accept }: IncomingHttpHeaders): boolean {
  return accept?.includes('text/html') === true
}

type Way = { readonly text: string; readonly href: string }

type Words = {
  readonly title: string
  readonly sentence: string
  /** '' where nobody could do anything with one. */
  readonly note: string
  readonly phone: string
  /** The first is the one that leads on. */
  readonly ways: readonly Way[]
}

/** With these the same address may do better in a moment. */
const temporary: readonly PageError[] = ['away', 'busy', 'gettingReady', 'tooMany', 'fault']

function wordsOf(text: Text, error: PageError, { site, method, headers, number = '' }: ErrorRequest): Words {
  const isSent = method === 'POST'
  return {
    title: text(`unavailable.${error}Title`),
    sentence: text(isSent ? sentenceOfSent(error) : `unavailable.${error}`),
    note: number === '' ? '' : text('unavailable.number', { number }),
    phone: text('helpPhone'),
    ways: waysOf(text, error, isSent, isSent ? ownReferer(headers, site) : null),
  }
}

function sentenceOfSent(error: PageError) {
  if (error === 'away') return 'unavailable.away'
  if (error === 'tooMany' || error === 'malformed') return `unavailable.${error}Sent` as const
  return pageErrorStatus[error] >= 500 ? 'unavailable.sent' : (`unavailable.${error}` as const)
}

function waysOf(text: Text, error: PageError, isSent: boolean, from: string | null): Way[] {
  const home = { text: text('unavailable.home'), href: '/' }
  const cart = { text: text('unavailable.cart'), href: '/checkout/cart' }
  // an empty address is that of the page itself
  const again = { text: text('unavailable.tryAgain'), href: '' }
  // a shop without a catalogue has no other page
  if (error === 'gettingReady') return [isSent ? home : again]
  // the address of a form is no page: nothing is to be had there by asking once more
  if (!isSent && temporary.includes(error)) return [again, home, cart]
  return from === null ? [home, cart] : [{ text: text('unavailable.back'), href: from }, home, cart]
}

function pageOf({ brand, country, locale }: Variant, words: Words, styles: string, bar: TestStoreBar): string {
  const { title, sentence, note, phone, ways } = words
  const [first, ...others] = ways.map(({ text, href }) => ({ text: escapeHtml(text), href: escapeHtml(href) }))
  return [
    `<!doctype html><html lang="${locale}" data-brand="${brand}" data-country="${country}"><head>`,
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)} | ${brand}</title><meta name="robots" content="noindex">`,
    `<link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${styles}</style></head><body>${bar.html}`,
    `<header><a class="mark" href="/" aria-label="${brand} home">${brand}</a>`,
    `<p><a href="tel:${phone.replace(/[^\d+]/g, '')}">${escapeHtml(phone)}</a>, ${helpHours}</p></header>`,
    `<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p>`,
    `<p class="ways"><a class="way" href="${first?.href}">${first?.text}</a>`,
    ...others.map(({ text, href }) => `<a href="${href}">${text}</a>`),
    `</p>${note === '' ? '' : `<p class="note">${escapeHtml(note)}</p>`}</main></body></html>`,
  ].join('')
}

function lookOf(brand: Brand, parts: ErrorPageParts): { readonly styles: string; readonly policy: string } {
  const styles = `${plainLook}${parts.bar.styles}${brandRules(brand, parts.styles)}`
  const hash = createHash('sha256').update(styles).digest('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "font-src 'self'",
    "img-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { styles, policy }
}
