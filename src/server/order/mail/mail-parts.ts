import { type CSSProperties, createElement as h, type ReactNode } from 'react'
import { table } from './mail-layout.ts'
import type { MailLooks } from './mail-looks.ts'

/** The sentence that a mail is about. */
export function heading({ heading: face }: MailLooks, text: string): ReactNode {
  return h('h1', { style: { margin: '0 0 12px', fontSize: 28, lineHeight: '34px', ...face } }, text)
}

/** What a mail is about, as its subject says it: 'CB: reset your password' is 'Reset your password'. */
export function subjectHeading(looks: MailLooks, subject: string): ReactNode {
  const said = subject.replace(/^CB2?:? /, '')
  return heading(looks, `${said.slice(0, 1).toUpperCase()}${said.slice(1)}`)
}

/** Sentences, each on a line of its own; nothing for none. */
export function paragraph(lines: readonly string[]): ReactNode {
  return lines.length === 0 ? null : h('p', { style: { margin: '0 0 24px' } }, ...broken(lines))
}

/** What is good to know, below everything else. */
export function note(looks: MailLooks, text: string): ReactNode {
  return h('p', { className: 'quiet', style: { margin: '24px 0 0', ...quietOf(looks) } }, text)
}

/** The mail's one button and, under it, its address in full, for who cannot press it or wants to see where it leads (CALM-63). */
export function action(looks: MailLooks, label: string, address: string): ReactNode {
  const { action: color, radius, button } = looks
  const link: CSSProperties = {
    ...{ display: 'inline-block', padding: '14px 28px', color: '#ffffff', textDecoration: 'none' },
    ...{ fontSize: 16, lineHeight: '20px', ...button },
  }
  return h(
    'div',
    { style: { margin: '28px 0 0' } },
    table(
      { style: { borderCollapse: 'separate' } },
      h(
        'td',
        { className: 'button', align: 'center', style: { background: color, borderRadius: radius } },
        h('a', { href: address, style: link }, label),
      ),
    ),
    h(
      'p',
      { className: 'quiet', style: { margin: '16px 0 0', ...quietOf(looks), wordBreak: 'break-all' } },
      'Or open this address:',
      h('br'),
      h('a', { href: address, style: { color: looks.quiet } }, address),
    ),
  )
}

/** The looks of what is said in small, quiet letters. */
export function quietOf({ quiet }: MailLooks): CSSProperties {
  return { color: quiet, fontSize: 14, lineHeight: '21px' }
}

/** Lines with a break after each but the last. */
export function broken(lines: readonly string[]): ReactNode[] {
  return lines.flatMap((line, index) => (index === 0 ? [line] : [h('br', { key: index }), line]))
}
