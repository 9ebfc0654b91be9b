import { render } from '@react-email/render'
import { createElement as h, type ReactNode } from 'react'
import type { Brand } from '#domain/variant.ts'
import { type MailLooks, mailLooks, mailStyleSheet } from './mail-looks.ts'

export type MailLayout = {
  readonly brand: Brand
  readonly subject: string
  /** What a list of mails shows beside the subject. */
  readonly preview: string
  /** The last line, quiet; '' for none. */
  readonly help: string
  /** Who sold it, of a mail about an order, a line each. */
  readonly seller?: readonly string[]
}

/**
 * Every mail of ours as HTML: the brand's mark, one sheet of at most 600 px with what the mail says, and help. All looks
 * stand in the elements; tables, because Outlook lays out nothing else. What people wrote is escaped by React.
 */
export function mailHtml(layout: MailLayout, write: (looks: MailLooks) => ReactNode): Promise<string> {
  const looks = mailLooks[layout.brand]
  return render(page(layout, looks, write(looks)))
}

function page({ brand, subject, preview, help, seller = [] }: MailLayout, looks: MailLooks, body: ReactNode) {
  const { ink, quiet, surface, text } = looks
  const font = { fontFamily: text, fontSize: 16, lineHeight: '24px' }
  const sheet = { width: '100%', maxWidth: 600, margin: '0 auto', background: '#ffffff' }
  return h(
    'html',
    { lang: 'en' },
    h(
      'head',
      null,
      h('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      // an iPhone would make links of dates and numbers
      h('meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no' }),
      h('title', null, subject),
      h('style', null, mailStyleSheet),
    ),
    h(
      'body',
      { className: 'page', style: { margin: 0, padding: 0, background: surface } },
      h('div', { style: { display: 'none', maxHeight: 0, overflow: 'hidden' } }, preview),
      table(
        { className: 'page', style: { width: '100%', background: surface } },
        h(
          'td',
          { className: 'outer', align: 'center', style: { padding: '24px 12px' } },
          table(
            { className: 'sheet', width: 600, style: sheet },
            cell('30px 32px 0', h('div', { className: 'ink', style: markOf(looks) }, brand)),
            cell('28px 32px 36px', h('div', { className: 'ink', style: { ...font, color: ink } }, body)),
            help === '' && seller.length === 0
              ? null
              : footer([help, ...seller], { ...font, fontSize: 14, color: quiet }, looks),
          ),
        ),
      ),
    ),
  )
}

function markOf({ ink, mark }: MailLooks) {
  return { color: ink, fontSize: 32, lineHeight: '36px', ...mark }
}

function footer(words: readonly string[], style: object, { line }: MailLooks) {
  return h(
    'td',
    { className: 'pad line', style: { padding: '20px 32px 28px', borderTop: `1px solid ${line}` } },
    ...words
      .filter((line) => line !== '')
      .map((words, index) =>
        h('div', { key: index, className: 'quiet', style: index === 0 ? style : { ...style, paddingTop: 8 } }, words),
      ),
  )
}

function cell(padding: string, content: ReactNode) {
  return h('td', { className: 'pad', align: 'left', style: { padding } }, content)
}

type TableLooks = { readonly className?: string; readonly width?: number; readonly style: object }

/** A table that lays out, with a row for each of its cells; readers aloud do not speak of it. */
export function table(looks: TableLooks, ...cells: readonly ReactNode[]): ReactNode {
  const rows = cells.filter((one) => one !== null).map((one, index) => h('tr', { key: index }, one))
  return h(
    'table',
    { role: 'presentation', border: 0, cellPadding: 0, cellSpacing: 0, ...looks },
    h('tbody', null, ...rows),
  )
}
