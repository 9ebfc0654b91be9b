import PDFDocument from 'pdfkit'
import type { ReceiptKind } from '#domain/order/receipt-address.ts'
import type { Brand } from '#domain/variant.ts'
import { mailLooks } from './mail-looks.ts'
import type { MailContent } from './order-mail-content.ts'
import { type Role, setLine } from './receipt-faces.ts'

/** What a receipt says beside the content that the order's mail has too. */
export type ReceiptFacts = {
  readonly kind: ReceiptKind
  readonly brand: Brand
  readonly orderNumber: string
  /** As it is read: 'March 2, 2026'. */
  readonly day: string
  readonly placedAt: Date
  /** The day it was cancelled, as it is read; '' when it was not. */
  readonly cancelledOn: string
  readonly content: Pick<MailContent, 'brandName' | 'groups' | 'amounts' | 'payments' | 'help' | 'seller'>
}

/** The file, and the letters of its text that no embedded face has (printed as '?'), each once. */
export type ReceiptFile = { readonly bytes: Buffer; readonly missingLetters: string }

const accents: { readonly [Each in Brand]: string } = { CB: '#9a4a2c', CB2: '#111111' }
const markSpacing: { readonly [Each in Brand]: number } = { CB: 0.5, CB2: -1.2 }

const margin = 56

/**
 * The receipt of an order as PDF, its text in the faces of the brand's site, embedded; a gift receipt has no amount in
 * it, and no payment.
 */
export async function receiptPdf(facts: ReceiptFacts): Promise<ReceiptFile> {
  const { kind, brand, orderNumber, day, placedAt, cancelledOn, content } = facts
  const { ink, quiet, line: rule } = mailLooks[brand]
  const accent = accents[brand]
  const missing = new Set<string>()
  const isGift = kind === 'gift-receipt'
  const title = isGift ? 'Gift receipt' : 'Receipt'
  const doc = new PDFDocument({
    size: 'LETTER',
    margin,
    lang: 'en',
    displayTitle: true,
    tagged: true,
    info: { Title: `${title} ${orderNumber}`, Author: content.brandName, CreationDate: placedAt, ModDate: placedAt },
  })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((resolve) => doc.on('end', () => resolve()))
  const right = doc.page.width - margin
  const width = right - margin
  const line = () => {
    doc.moveDown(0.6)
    doc.moveTo(margin, doc.y).lineTo(right, doc.y).lineWidth(0.7).strokeColor(rule).stroke()
    doc.moveDown(0.6)
  }
  /** The text to print after the face for it is chosen. */
  const set = (role: Role, text: string) => {
    const found = setLine(brand, role, text)
    for (const letter of found.missing) missing.add(letter)
    doc.font(found.file)
    return found.text
  }
  /** A row of words with an amount at its end; on the next page when it does not fit on this one. */
  const row = (written: string, amount: string, role: Role, size: number, color: string = ink) => {
    doc.fontSize(size)
    const words = set(role, written)
    const room = amount === '' ? width : width - 96
    if (doc.y + doc.heightOfString(words, { width: room }) > doc.page.height - margin) doc.addPage()
    const top = doc.y
    doc.fillColor(color).text(words, margin, top, { width: room })
    if (amount === '') return
    const below = doc.y
    doc.text(set(role, amount), right - 90, top, { width: 90, align: 'right' })
    doc.y = Math.max(below, doc.y)
  }

  doc.fontSize(26).fillColor(accent).text(set('mark', content.brandName), { characterSpacing: markSpacing[brand] })
  doc.moveDown(0.8)
  // the site's headings are lower case there
  row(brand === 'CB2' ? title.toLowerCase() : title, '', 'heading', 20)
  row(`Order ${orderNumber}, ${day}`, '', 'text', 10.5, quiet)
  if (cancelledOn !== '') {
    doc.moveDown(0.6)
    const words = isGift ? '' : ' Nothing of it is charged.'
    row(`This order was cancelled on ${cancelledOn}.${words}`, '', 'strong', 12, accent)
  }
  for (const group of content.groups) {
    line()
    row(group.heading, '', 'strong', 11)
    for (const words of group.lines) row(words, '', 'text', 10, quiet)
    doc.moveDown(0.5)
    for (const { title: name, detail, promise, price } of group.items) {
      row(name, isGift ? '' : price, 'text', 11)
      row(detail, '', 'text', 9.5, quiet)
      if (promise !== '') row(promise, '', 'text', 9.5, quiet)
      doc.moveDown(0.35)
    }
  }
  line()
  if (isGift && cancelledOn === '') {
    row('To return or exchange a gift, bring this receipt or name the order number.', '', 'text', 10, quiet)
  }
  if (!isGift) {
    for (const { name, amount, isTotal } of content.amounts) row(name, amount, isTotal ? 'strong' : 'text', 11)
    if (content.payments.length > 0) line()
    for (const { name, amount, isTotal } of content.payments) row(name, amount, isTotal ? 'strong' : 'text', 10, quiet)
  }
  doc.moveDown(1)
  if (content.help !== '') row(content.help, '', 'text', 9.5, quiet)
  for (const words of content.seller) row(words, '', 'text', 9.5, quiet)
  doc.end()
  await ended
  return { bytes: Buffer.concat(parts), missingLetters: [...missing].join('') }
}
