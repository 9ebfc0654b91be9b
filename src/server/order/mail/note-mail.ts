import { escapeHtml } from '#domain/escape-html.ts'
import { defaultHelpPhones, helpHours } from '#domain/help.ts'
import { allVariants, type Brand, type Country } from '#domain/variant.ts'
import { mailPage } from './mail-page.ts'

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
export function noteMail(note: NoteMail): { readonly subject: string; readonly text: string; readonly html: string } {
  const { brand, country, subject, news, tenders, link } = note
  const variant = allVariants.find((one) => one.brand === brand && one.country === country)
  const help = variant ? [`Questions? Call ${defaultHelpPhones[variant.key]}, ${helpHours}.`] : []
  const said = [[brand], [news], tenders].filter((lines) => lines.length > 0)
  const text = [...said, [link.lead, link.address, ...help]].map((lines) => lines.join('\n')).join('\n\n')
  const paragraph = (lines: readonly string[]) => `<p style="margin:0 0 24px">${lines.map(escapeHtml).join('<br>')}</p>`
  const html = mailPage(
    subject,
    `${said.map(paragraph).join('\n')}
<p style="margin:0 0 24px"><a href="${escapeHtml(link.address)}" style="color:#1c1b19">${escapeHtml(link.action)}</a></p>
${help.map((line) => paragraph([line])).join('')}`,
  )
  return { subject, text: `${text}\n`, html }
}
