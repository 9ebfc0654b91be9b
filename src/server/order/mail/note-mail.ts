import { createElement as h } from 'react'
import type { Brand, Country } from '#domain/variant.ts'
import { helpLine } from './help-line.ts'
import { mailHtml } from './mail-layout.ts'
import { action, paragraph, subjectHeading } from './mail-parts.ts'
import { textOfMail, type WrittenMail } from './written-mail.ts'

/** A short mail about one order: what happened, where each of its tenders is now, and where to go on. */
export type NoteMail = {
  readonly brand: Brand
  readonly country: Country
  readonly subject: string
  readonly news: string
  /** A sentence for each tender; may be none. */
  readonly tenders: readonly string[]
  /** `lead` is what stands before the address in plain text, `action` what the link is called in HTML. */
  readonly link: { readonly address: string; readonly lead: string; readonly action: string }
}

/** The mail as text and as HTML. */
export async function noteMail(note: NoteMail): Promise<WrittenMail> {
  const { brand, country, subject, news, tenders, link } = note
  const help = helpLine(brand, country)
  const text = textOfMail([[brand], [news], tenders, [link.lead, link.address, ...(help === '' ? [] : [help])]])
  const html = await mailHtml({ brand, subject, preview: news, help }, (looks) =>
    h(
      'div',
      null,
      subjectHeading(looks, subject),
      paragraph([news]),
      paragraph(tenders),
      action(looks, link.action, link.address),
    ),
  )
  return { subject, text, html }
}
