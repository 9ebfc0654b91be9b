import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { helpHours } from '#domain/help.ts'
import type { Brand, Variant } from '#domain/variant.ts'
import type { Text } from '#server/http/context.ts'
import { refusal, refusalTexts, sendJson } from '#server/http/envelope.ts'
import type { Site } from '#server/http/host-table.ts'
import { escapeHtml } from '#server/pages/html.ts'
import type { TestStoreBar } from '#server/pages/test-store-bar.ts'

/** Why nothing can be shown: too much to do or no database now, or a shop without a catalogue. */
export type UnavailableReason = 'busy' | 'gettingReady'

export type UnavailableParts = {
  /** Messages as read last: no database is asked. */
  readonly textOf: (site: Site) => Text
  /** Styles of a first page, of which the brands' fonts and tokens are taken; '' does. */
  readonly styles: string
  /** Stands above every page of a test store. */
  readonly bar: TestStoreBar
}

/** What answers 503: a whole page of the brand to a browser, without script, bundle or database; JSON to everybody else. */
export function createUnavailableSender(
  parts: UnavailableParts,
): (request: FastifyRequest, reply: FastifyReply, reason: UnavailableReason, retryAfter: number) => FastifyReply {
  const look = { CB: lookOf('CB', parts), CB2: lookOf('CB2', parts) }
  return (request, reply, reason, retryAfter) => {
    reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter)))).header('vary', 'accept')
    if (request.site === null || !asksForPage(request)) return sendJson(reply, 503, refusal(refusalTexts.busy))
    const { variant } = request.site
    const words = wordsOf(parts.textOf(request.site), reason, request.method)
    return reply
      .code(503)
      .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .header('content-security-policy', look[variant.brand].policy)
      .send(pageOf(variant, words, look[variant.brand].styles, parts.bar))
  }
}

function asksForPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true
}

type Words = {
  readonly title: string
  readonly sentence: string
  readonly phone: string
  readonly way: { readonly text: string; readonly href: string }
}

function wordsOf(text: Text, reason: UnavailableReason, method: string): Words {
  // the address of a form is no page: nothing is to be had there by asking once more
  const isForm = method === 'POST'
  // an empty address is that of the page itself
  const again = { text: text('unavailable.tryAgain'), href: '' }
  return {
    title: text(`unavailable.${reason}Title`),
    sentence: text(isForm ? 'unavailable.sent' : `unavailable.${reason}`),
    phone: text('helpPhone'),
    way: isForm ? { text: text('unavailable.home'), href: '/' } : again,
  }
}

function pageOf({ brand, country, locale }: Variant, words: Words, styles: string, bar: TestStoreBar): string {
  const { title, sentence, phone, way } = words
  return [
    `<!doctype html><html lang="${locale}" data-brand="${brand}" data-country="${country}"><head>`,
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)} | ${brand}</title><meta name="robots" content="noindex">`,
    `<link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${styles}</style></head><body>${bar.html}`,
    `<header><a class="mark" href="/" aria-label="${brand} home">${brand}</a>`,
    `<p><a href="tel:${phone.replace(/[^\d+]/g, '')}">${escapeHtml(phone)}</a>, ${helpHours}</p></header>`,
    `<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p>`,
    `<a class="way" href="${escapeHtml(way.href)}">${escapeHtml(way.text)}</a></main></body></html>`,
  ].join('')
}

function lookOf(brand: Brand, parts: UnavailableParts): { readonly styles: string; readonly policy: string } {
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
  '.way{display:inline-flex;align-items:center;min-height:48px;margin-top:32px;padding:0 32px;',
  'border-radius:var(--radius,2px);background:var(--action,#1f1d1a);color:var(--on-action,#fff);',
  'font-size:var(--text-15,.9375rem);font-weight:var(--weight-strong,600);text-decoration:none;',
  'text-transform:var(--case-button,none)}.way:hover{background:var(--action-hover,#3a3a3a)}',
  ':focus-visible{outline:2px solid var(--ink,#1f1d1a);outline-offset:2px}',
  '@media (width<=600px){header,main{padding-inline:16px}h1{font-size:2.125rem}}',
].join('')
