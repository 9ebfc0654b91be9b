import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { escapeHtml } from '#domain/escape-html.ts'
import { helpHours } from '#domain/help.ts'
import { type PageError, pageErrorStatus } from '#domain/page-errors.ts'
import type { Brand, Variant } from '#domain/variant.ts'
import type { Text } from '#server/http/context.ts'
import type { Site } from '#server/http/host-table.ts'
import { ownReferer } from '#server/pages/account/return-url.ts'
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
const temporary: readonly PageError[] = ['busy', 'gettingReady', 'tooMany', 'fault']

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
  const styles = `${ownLook}${parts.bar.styles}${brandRules(brand, parts.styles)}`
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

/** The rules that say what a brand looks like: its faces, measures and tokens. */
function brandRules(brand: Brand, styles: string): string {
  const everywhere = styles.replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
  const rules = everywhere.match(/@font-face\{[^{}]*\}|:root\{[^{}]*\}|\[data-brand="?\w+"?\]\{[^{}]*\}/g) ?? []
  return rules
    .filter((rule) => !rule.startsWith('[') || new RegExp(`^\\[data-brand="?${brand}"?\\]`).test(rule))
    .join('')
}

/** As the pages look, in few words; the second of two values counts where the brand's tokens are missing. */
const ownLook = [
  '*{box-sizing:border-box}body{margin:0;min-height:100vh;background:var(--paper,#fff);color:var(--ink,#1f1d1a);',
  'font:var(--weight-text,400) var(--text-17,1.0625rem)/1.5 var(--font-text,Arial,sans-serif);',
  'word-spacing:var(--word-space-text,normal);-webkit-font-smoothing:antialiased}a{color:inherit}',
  'header{display:flex;align-items:center;justify-content:space-between;gap:16px;min-height:80px;',
  'padding:0 24px;border-bottom:1px solid var(--line,#e8e1d6)}',
  'header p{margin:0;text-align:right;font-size:var(--text-13,.8125rem);color:var(--ink-quiet,#5e5850)}',
  'header p a{color:var(--ink,#1f1d1a);white-space:nowrap;text-underline-offset:.25em}',
  '.mark{font-family:var(--font-heading,Georgia,serif);font-size:2rem;font-weight:var(--weight-mark,400);',
  'letter-spacing:var(--tracking-mark,0);line-height:44px;text-decoration:none}',
  'main{max-width:calc(68ch + 48px);margin:0 auto;padding:64px 24px 96px}',
  'h1{margin:0 0 32px;font:var(--weight-heading,400) var(--text-44,2.75rem)/1.15 var(--font-heading,Georgia,serif);',
  'letter-spacing:var(--tracking-heading,0);word-spacing:var(--word-space-heading,normal);',
  'text-transform:var(--case-heading,none);text-wrap:balance}main p{margin:0;text-wrap:pretty}',
  'main .ways{display:flex;flex-wrap:wrap;align-items:center;gap:8px 32px;margin-top:32px;',
  'font-size:var(--text-15,.9375rem);text-transform:var(--case-button,none)}',
  '.ways a{display:inline-flex;align-items:center;min-height:48px;text-underline-offset:.25em}',
  'main .note{margin-top:48px;font-size:var(--text-13,.8125rem);color:var(--ink-quiet,#5e5850);overflow-wrap:anywhere}',
  '.ways .way{padding:0 32px;text-decoration:none;',
  'border-radius:var(--radius,2px);background:var(--action,#1f1d1a);color:var(--on-action,#fff);',
  'font-weight:var(--weight-strong,600)}.way:hover{background:var(--action-hover,#3a3a3a)}',
  ':focus-visible{outline:2px solid var(--ink,#1f1d1a);outline-offset:2px}',
  '@media (width<=600px){header,main{padding-inline:16px}h1{font-size:2.125rem}.ways .way{flex-basis:100%;',
  'justify-content:center}}',
].join('')
