import { escapeHtml } from '#domain/escape-html.ts'
import { mailPage } from './mail-page.ts'
import type { MailContent } from './order-mail-content.ts'

const ink = 'color:#1c1b19'
const quiet = 'color:#6b665e;font-size:14px'
const cell = 'padding:8px 0;vertical-align:top'

/** The mail as one HTML page without scripts or style sheets, its pictures JPEGs of fixed size: what mail readers show alike. */
export function mailHtml(content: MailContent): string {
  const { brandName, greeting, orderLine, link, help } = content
  return mailPage(
    content.subject,
    `<p style="font-size:20px;letter-spacing:.08em;margin:0 0 24px">${escapeHtml(brandName)}</p>
<h1 style="font-size:26px;font-weight:400;margin:0 0 8px">${escapeHtml(greeting)}</h1>
<p style="margin:0 0 24px">${escapeHtml(orderLine)}</p>
${content.groups.map(groupHtml).join('\n')}
<table role="presentation" style="width:100%;border-collapse:collapse;margin:24px 0">
${content.amounts.map(amountHtml).join('\n')}
</table>
${paymentsHtml(content.payments)}
<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="${ink}">See your order</a></p>
${content.receipts.map(receiptHtml).join('\n')}
<p style="margin:0;${quiet}">${escapeHtml(help)}</p>`,
  )
}

function groupHtml(group: MailContent['groups'][number]): string {
  const items = group.items.map(
    ({ title, detail, promise, price, picture }) =>
      `<tr><td style="${cell}">${pictureHtml(picture)}</td><td style="${cell};width:100%">${escapeHtml(title)}<br><span style="${quiet}">${escapeHtml(detail)}${
        promise === '' ? '' : `<br>${escapeHtml(promise)}`
      }</span></td><td style="${cell};text-align:right;white-space:nowrap">${escapeHtml(price)}</td></tr>`,
  )
  return `<h2 style="font-size:16px;margin:24px 0 4px">${escapeHtml(group.heading)}</h2>
<p style="margin:0 0 8px;${quiet}">${group.lines.map(escapeHtml).join('<br>')}</p>
<table role="presentation" style="width:100%;border-collapse:collapse;border-top:1px solid #dcd7cd">
${items.join('\n')}
</table>${
    group.amounts.length === 0
      ? ''
      : `
<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 16px;${quiet}">
${group.amounts.map(amountHtml).join('\n')}
</table>`
  }`
}

/** The tender table: what each paid (BEYOND-03). */
function paymentsHtml(payments: MailContent['payments']): string {
  if (payments.length === 0) return ''
  return `<table style="width:100%;border-collapse:collapse;margin:0 0 16px;${quiet}">
<caption style="text-align:left;padding:0 0 4px">Paid with</caption>
${payments.map(amountHtml).join('\n')}
</table>`
}

function receiptHtml({ name, link }: MailContent['receipts'][number]): string {
  return `<p style="margin:0 0 8px;${quiet}"><a href="${escapeHtml(link)}" style="${ink}">${escapeHtml(name)}</a></p>`
}

/** Silent: the words beside it say the same, and many readers hide pictures at first. */
function pictureHtml(address: string): string {
  if (address === '') return ''
  return `<img src="${escapeHtml(address)}" alt="" width="80" height="100" style="display:block;margin-right:16px;background:#f6f4f0">`
}

function amountHtml({ name, amount, isTotal }: MailContent['amounts'][number]): string {
  const weight = isTotal ? ';font-weight:700;border-top:1px solid #dcd7cd' : ''
  return `<tr><td style="padding:4px 0${weight}">${escapeHtml(name)}</td><td style="padding:4px 0;text-align:right${weight}">${escapeHtml(amount)}</td></tr>`
}
