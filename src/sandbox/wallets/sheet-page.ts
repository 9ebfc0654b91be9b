import { escapeHtml } from '#domain/escape-html.ts'
import { formatCents } from '#domain/price-format.ts'
import type { SheetMethod, SheetRow } from './sheet-store.ts'

export const walletNames: { readonly [Method in SheetMethod]: string } = {
  paypal: 'PayPal',
  venmo: 'Venmo',
  applePay: 'Apple Pay',
}

/** The person whose wallet this is; she lives where the store is. */
export function payerOf(currency: string) {
  const canada = { address1: '88 Harbour Street', city: 'Toronto', state: 'ON', postalCode: 'M5J 0C3', country: 'CA' }
  const home = { address1: '12 Maple Street', city: 'Naperville', state: 'IL', postalCode: '60540', country: 'US' }
  const person = { firstName: 'Ada', lastName: 'Byron', phone: '6305550142', email: 'ada@example.com' }
  return { ...person, ...(currency === 'CAD' ? canada : home) }
}

/** How the browser's answer reads; a store's page gets it by postMessage. */
export type SheetAnswer = {
  readonly type: 'wallet-sheet'
  readonly sheetId: string
  readonly outcome: 'approved' | 'cancelled' | 'failed' | 'timedOut'
  readonly nonce: string
  readonly email: string
  readonly username: string
  readonly billingContact: ReturnType<typeof payerOf> | null
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
  const shipTo = sheet.ship_to.split('\n').filter((line) => line !== '')
  const row = (term: string, lines: readonly string[]) =>
    lines.length === 0 ? '' : `<dt>${term}</dt><dd>${lines.map(escapeHtml).join('<br>')}</dd>`
  return document(
    name,
    method,
    `<p class="stand-in">Built-in stand-in for ${name}. No real money moves.</p>
<h1>${name}</h1>
<p class="amount"><span>${escapeHtml(sheet.store_name)}</span><strong>${escapeHtml(amount)}</strong></p>
<dl>${row('Pay with', [payer])}${row('Ship to', shipTo)}</dl>
<form method="post" action="/wallets/sheets/${escapeHtml(sheet.sheet_token)}">
<button name="answer" value="approve" class="approve">${approve}</button>
<button name="answer" value="cancel" class="cancel">Cancel and return</button>
<details><summary>Try another outcome</summary><div class="outcomes">
<button name="answer" value="decline">Approve, then decline the charge</button>
<button name="answer" value="fail">Report an error</button>
<button name="answer" value="timeOut">Let the session end</button>
</div></details>
</form>`,
  )
}

/** The last page of a sheet: its script tells the store's page, which closes the window. */
export function answerPage(method: SheetMethod, storeOrigin: string, answer: SheetAnswer): string {
  const answerText = escapeHtml(JSON.stringify(answer))
  return document(
    walletNames[method],
    method,
    `<p class="stand-in">Built-in stand-in for ${walletNames[method]}. No real money moves.</p>
<h1>${walletNames[method]}</h1><p>Going back to the store. You can close this window.</p>
<script type="module" src="/wallets/sheet.js"></script><template id="answer" data-store-origin="${escapeHtml(storeOrigin)}" data-answer="${answerText}"></template>`,
  )
}

export function endedPage(): string {
  return document('Wallet', 'paypal', '<h1>This payment has ended</h1><p>Please close this window and try again.</p>')
}

function document(title: string, method: SheetMethod, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}, built-in stand-in</title><link rel="stylesheet" href="/wallets/sheet.css"></head><body class="${method}"><main>${body}</main></body></html>`
}
