import { createElement as h, type ReactNode } from 'react'
import { mailHtml, table } from './mail-layout.ts'
import type { MailLooks } from './mail-looks.ts'
import { action, broken, heading, paragraph, quietOf } from './mail-parts.ts'
import type { MailContent } from './order-mail-content.ts'

type Group = MailContent['groups'][number]
type Amounts = MailContent['amounts']

/** The mail of a placed order: each home with what comes there, then what it costs, how it was paid, and the links. */
export function orderMailHtml(content: MailContent): Promise<string> {
  const { brandName: brand, subject, greeting, orderLine, help, seller } = content
  return mailHtml({ brand, subject, preview: orderLine, help, seller }, (looks) => [
    h('div', { key: 'greeting' }, heading(looks, greeting), paragraph([orderLine])),
    ...content.groups.map((group, index) => h('div', { key: index }, home(looks, group))),
    h('div', { key: 'amounts', style: { margin: '28px 0 0' } }, amountTable(looks, content.amounts)),
    content.payments.length === 0
      ? null
      : h('div', { key: 'payments', style: { margin: '20px 0 0' } }, amountTable(looks, content.payments, 'Paid with')),
    h('div', { key: 'action' }, action(looks, 'See your order', content.link)),
    content.receipts.length === 0
      ? null
      : h('p', { key: 'links', style: { margin: '24px 0 0' } }, links(looks, content)),
  ])
}

function links({ ink }: MailLooks, { receipts }: MailContent): ReactNode[] {
  return receipts.flatMap(({ name, link }, index) => [
    index === 0 ? null : h('br', { key: `br ${index}` }),
    h('a', { key: index, href: link, style: { color: ink } }, name),
  ])
}

function home(looks: MailLooks, group: Group): ReactNode {
  const { line, heading: face } = looks
  const title = { margin: '28px 0 6px', fontSize: 20, lineHeight: '26px', ...face }
  return h(
    'div',
    null,
    h('h2', { style: title }, group.heading),
    h('p', { className: 'quiet', style: { margin: '0 0 12px', ...quietOf(looks) } }, ...broken(group.lines)),
    table(
      { className: 'line', style: { width: '100%', borderTop: `1px solid ${line}` } },
      ...group.items.map((item, index) => piece(looks, item, index)),
    ),
    group.amounts.length === 0 ? null : h('div', { style: { margin: '12px 0 0' } }, amountTable(looks, group.amounts)),
  )
}

const top = { padding: '14px 0', verticalAlign: 'top' } as const

function piece(looks: MailLooks, { title, detail, promise, price, picture }: Group['items'][number], index: number) {
  const small = { className: 'quiet', style: quietOf(looks) }
  return [
    // silent: the words beside it say the same, and many readers hide pictures at first
    h(
      'td',
      { key: `${index} picture`, style: picture === '' ? top : { ...top, paddingRight: 16 } },
      picture === '' ? null : image(looks, picture),
    ),
    h(
      'td',
      { key: `${index} words`, style: { ...top, width: '100%' } },
      h('div', null, title),
      h('div', small, detail),
      promise === '' ? null : h('div', small, promise),
    ),
    h('td', { key: `${index} price`, align: 'right', style: { ...top, paddingLeft: 12, whiteSpace: 'nowrap' } }, price),
  ]
}

function image({ surface }: MailLooks, src: string) {
  return h('img', { src, alt: '', width: 80, height: 100, style: { display: 'block', background: surface } })
}

function amountTable(looks: MailLooks, amounts: Amounts, caption = ''): ReactNode {
  const caps = { textAlign: 'left', padding: '0 0 4px', ...quietOf(looks) } as const
  return h(
    'table',
    { ...(caption === '' ? { role: 'presentation' } : {}), cellPadding: 0, cellSpacing: 0, style: { width: '100%' } },
    caption === '' ? null : h('caption', { className: 'quiet', style: caps }, caption),
    h('tbody', null, ...amounts.map((amount, index) => amountRow(looks, amount, index))),
  )
}

function amountRow({ line }: MailLooks, { name, amount, isTotal }: Amounts[number], key: number) {
  const total = isTotal ? { fontWeight: 600, borderTop: `1px solid ${line}`, paddingTop: 8 } : {}
  const looks = { ...(isTotal ? { className: 'line' } : {}), style: { padding: '4px 0', ...total } }
  const right = { ...looks.style, whiteSpace: 'nowrap' as const }
  return h('tr', { key }, h('td', looks, name), h('td', { ...looks, align: 'right', style: right }, amount))
}
