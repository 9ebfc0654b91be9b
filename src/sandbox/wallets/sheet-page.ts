import { escapeHtml } from '#domain/escape-html.ts'
import { formatCents } from '#domain/price-format.ts'
import { contactOf, otherAddresses, type Payer } from './payer.ts'
import type { SheetMethod, SheetRow } from './sheet-store.ts'

export const walletNames: { readonly [Method in SheetMethod]: string } = {
  paypal: 'PayPal',
  venmo: 'Venmo',
  applePay: 'Apple Pay',
}

/** How the browser's answer reads; a store's page gets it by postMessage. */
export type SheetAnswer = {
  readonly type: 'wallet-sheet'
  readonly sheetId: string
  readonly outcome: 'addressed' | 'approved' | 'cancelled' | 'failed' | 'timedOut'
  readonly nonce: string
  readonly email: string
  readonly username: string
  readonly billingContact: Payer | null
  /** Whom and where to send it to, of a sheet that was asked for it. */
  readonly contact: Payer | null
  /** Before the approval no more of the address is told than what shipping and tax need. */
  readonly postalCode: string
}

/** What a sheet says that says nothing. */
export const emptyAnswer: Omit<SheetAnswer, 'sheetId' | 'outcome'> = {
  type: 'wallet-sheet',
  ...{ nonce: '', email: '', username: '', postalCode: '' },
  ...{ billingContact: null, contact: null },
}

const words: { readonly [Method in SheetMethod]: { readonly approve: string; readonly payer: string } } = {
  paypal: { approve: 'Complete purchase', payer: 'ada@example.com' },
  venmo: { approve: 'Pay with Venmo', payer: '@ada-byron' },
  applePay: { approve: 'Confirm', payer: 'Card ending in 1111' },
}

/** What a shopper sees of a built-in wallet: the store's amount and address, who pays, yes or no, and outcomes to try. */
export function sheetPage(sheet: SheetRow): string {
  const { method, currency } = sheet
  const name = walletNames[method]
  const { approve, payer } = words[method]
  const amount = formatCents(sheet.amount, currency === 'CAD' ? 'CAD' : 'USD')
  const contact = sheet.choice === null ? null : contactOf(currency, sheet.choice)
  const isPriced = contact === null || sheet.priced_for === contact.postalCode
  // PayPal's window says so where the store's own review follows
  const isReviewNext = contact !== null && method === 'paypal'
  const own = contact === null ? [] : linesOf(contact)
  const shipTo = sheet.ship_to === '' ? own : sheet.ship_to.split('\n')
  const row = (term: string, lines: readonly string[]) =>
    lines.length === 0 ? '' : `<dt>${term}</dt><dd>${lines.map(escapeHtml).join('<br>')}</dd>`
  return document(
    name,
    method,
    `<p class="stand-in">Built-in stand-in for ${name}. No real money moves.</p>
<h1>${name}</h1>
<p class="amount"><span>${escapeHtml(sheet.store_name)}</span><strong>${isPriced ? escapeHtml(amount) : 'Adding shipping and tax…'}</strong></p>
<dl>${row('Pay with', [payer])}${row('Ship to', shipTo)}</dl>
<form method="post" action="/wallets/sheets/${escapeHtml(sheet.sheet_token)}">
<button name="answer" value="approve" class="approve"${isPriced ? '' : ' disabled'}>${isReviewNext ? 'Continue to review' : approve}</button>
<button name="answer" value="cancel" class="cancel">Cancel and return</button>
<details><summary>Try another outcome</summary><div class="outcomes">
<button name="answer" value="decline">Approve, then decline the charge</button>
<button name="answer" value="fail">Report an error</button>
<button name="answer" value="timeOut">Let the session end</button>
</div></details>
${contact === null ? '' : addressChoice}</form>${isPriced ? '' : told(sheet.store_origin, { ...emptyAnswer, sheetId: sheet.sheet_id, outcome: 'addressed', postalCode: contact?.postalCode ?? '' })}`,
  )
}

const addressChoice = `<details><summary>Ship to another address</summary><div class="outcomes">
${otherAddresses.map(([choice, name]) => `<button name="answer" value="shipTo:${choice}">${name}</button>`).join('\n')}
</div></details>
`

function linesOf({ firstName, lastName, address1, city, state, postalCode }: Payer): string[] {
  return [`${firstName} ${lastName}`, address1, `${city}, ${state} ${postalCode}`]
}

/** What the page's script tells the store's page; the window stays open only for a word before the answer. */
function told(storeOrigin: string, answer: SheetAnswer): string {
  const stays = answer.outcome === 'addressed' ? ' data-stays' : ''
  return `<script type="module" src="/wallets/sheet.js"></script><template id="answer" data-store-origin="${escapeHtml(storeOrigin)}" data-answer="${escapeHtml(JSON.stringify(answer))}"${stays}></template>`
}

/** The last page of a sheet: its script tells the store's page, which closes the window. */
export function answerPage(method: SheetMethod, storeOrigin: string, answer: SheetAnswer): string {
  return document(
    walletNames[method],
    method,
    `<p class="stand-in">Built-in stand-in for ${walletNames[method]}. No real money moves.</p>
<h1>${walletNames[method]}</h1><p>Going back to the store. You can close this window.</p>
${told(storeOrigin, answer)}`,
  )
}

export function endedPage(): string {
  return document('Wallet', 'paypal', '<h1>This payment has ended</h1><p>Please close this window and try again.</p>')
}

function document(title: string, method: SheetMethod, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}, built-in stand-in</title><link rel="stylesheet" href="/wallets/sheet.css"></head><body class="${method}"><main>${body}</main></body></html>`
}
