import type { InputOf } from '#contracts/call.ts'
import type { checkoutCalls } from '#contracts/checkout/calls.ts'
import { sku } from '#test/builders/catalog.ts'
import type { TestShopper } from '#test/builders/shopper.ts'
import { type CartIds, type CartSeed, insertCart } from '#test/order/insert-cart.ts'
import type { World } from '#test/world.ts'

export type WalletVisitor = CartIds & { readonly shopper: TestShopper }

/** A guest with two mugs at the review step, who has chosen no way to pay yet. */
export async function walletVisitor(world: World, wish: Partial<CartSeed> = {}): Promise<WalletVisitor> {
  const shopper = world.shopper()
  await shopper.get('/session')
  const shopperId = (await world.shop.sessions.find(shopper.cookies.get('sid')))?.shopperId ?? ''
  const cart = await insertCart(world.database, { lines: [{ sku: sku.mug, quantity: 2 }], ...wish, shopperId })
  return { shopper, ...cart }
}

export type SheetAnswer = {
  readonly outcome: string
  readonly postalCode: string
  readonly contact: Contact | null
  readonly nonce: string
  readonly email: string
  readonly username: string
  readonly billingContact: unknown
}

type Contact = InputOf<typeof checkoutCalls.validateAndSaveAddress>

/** What the shopper sees on an opened sheet. */
export async function readSheetPage(sheetUrl: string): Promise<string> {
  return (await fetch(sheetUrl)).text()
}

/** Presses a button of an opened sheet and answers what its last page tells the store's page. */
export async function answerSheet(sheetUrl: string, answer: string): Promise<SheetAnswer> {
  const page = await fetch(sheetUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ answer }),
  })
  return toldBy(await page.text())
}

/** What a page of a sheet tells the store's page. */
function toldBy(page: string): SheetAnswer {
  const told = /data-answer="([^"]*)"/.exec(page)?.[1] ?? '{}'
  return JSON.parse(told.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')) as SheetAnswer
}

/** Opens the sheet of a wallet and approves what it shows. */
export async function approve(
  shopper: TestShopper,
  method: 'paypal' | 'venmo' | 'applePay',
  answer = 'approve',
): Promise<SheetAnswer & { readonly amountDue: number }> {
  const sheet = await shopper.call('wallet', 'openWalletSheet', { method })
  if (!sheet.isSuccess) throw new Error(sheet.errorMessage)
  return { ...(await answerSheet(sheet.sheetUrl, answer)), amountDue: sheet.amountDue }
}

type Approved = SheetAnswer & { readonly contact: Contact; readonly amountDue: number; readonly firstDue: number }

/** Opens a sheet that gives the address, too, takes one of the wallet's, and approves what it comes to there. */
export async function approveWithAddress(
  shopper: TestShopper,
  method: 'paypal' | 'applePay',
  choice: 'home' | 'box' | 'restricted' | 'abroad' = 'home',
): Promise<Approved> {
  const asked = { method, asksAddress: true }
  const opened = await shopper.call('wallet', 'openWalletSheet', asked)
  const { outcome, postalCode } = await answerSheet(opened.sheetUrl, `shipTo:${choice}`)
  if (outcome !== 'addressed') throw new Error(`the sheet told '${outcome}' before its approval`)
  const { sheetId, amountDue: firstDue } = opened
  const priced = await shopper.call('wallet', 'openWalletSheet', { ...asked, sheetId, postalCode })
  if (priced.sheetUrl !== opened.sheetUrl) throw new Error('another sheet was opened')
  const { contact, ...approved } = await answerSheet(priced.sheetUrl, 'approve')
  if (contact === null) throw new Error('the sheet gave no address')
  return { ...approved, contact, amountDue: priced.amountDue, firstDue }
}
