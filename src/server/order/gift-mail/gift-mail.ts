import { createElement as h, type ReactNode } from 'react'
import type { Brand, Country } from '#domain/variant.ts'
import { helpLine } from '#server/order/mail/help-line.ts'
import { mailHtml } from '#server/order/mail/mail-layout.ts'
import type { MailLooks } from '#server/order/mail/mail-looks.ts'
import { action, paragraph, quietOf, subjectHeading } from '#server/order/mail/mail-parts.ts'
import { textOfMail, type WrittenMail } from '#server/order/mail/written-mail.ts'

/** The mail of the day about the gifts of a registry (CALM-66). */
export type GiftMailFacts = {
  readonly brand: Brand
  readonly country: Country
  /** 'Wedding on Jun 12, 2026'. */
  readonly title: string
  /** What was bought; null when it is to stay a surprise. */
  readonly gifts: readonly { readonly name: string; readonly quantity: number; readonly giverNames: string }[] | null
  /** Where the reader sees the registry; '' for nowhere. */
  readonly link: string
  readonly endLink: string
}

const often = 'You get at most one such mail a day.'

/** The mail as text and as HTML. */
export async function giftMail({ brand, country, title, gifts, link, endLink }: GiftMailFacts): Promise<WrittenMail> {
  const pieces = (gifts ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
  const isOne = pieces < 2
  const subject = `${brand}: ${isOne ? 'a gift was' : `${pieces} gifts were`} bought from your registry`
  const bought = isOne ? 'A gift was bought' : 'Gifts were bought'
  const news =
    gifts === null
      ? `A gift was bought from your registry, ${title}. What it is stays a surprise.`
      : `${bought} from your registry, ${title}:`
  const lines = (gifts ?? []).map(({ name, quantity, giverNames }) => {
    return `${quantity} × ${name}${giverNames === '' ? '' : `, from ${giverNames}`}`
  })
  const known = `${often} To get no more of them: ${endLink}`
  const help = helpLine(brand, country)
  const text = textOfMail([
    [brand],
    [news],
    lines,
    link === '' ? [] : ['See your registry:', link],
    [known],
    help === '' ? [] : [help],
  ])
  const html = await mailHtml({ brand, subject, preview: news, help }, (looks) =>
    h(
      'div',
      null,
      subjectHeading(looks, subject),
      paragraph([news]),
      paragraph(lines),
      link === '' ? null : action(looks, 'See your registry', link),
      endOfMails(looks, endLink),
    ),
  )
  return { subject, text, html }
}

function endOfMails(looks: MailLooks, endLink: string): ReactNode {
  const link = h('a', { href: endLink, style: { color: looks.quiet } }, 'End these mails')
  return h('p', { className: 'quiet', style: { margin: '24px 0 0', ...quietOf(looks) } }, `${often} `, link)
}
