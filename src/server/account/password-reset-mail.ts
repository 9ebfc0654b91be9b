import { escapeHtml } from '#server/order/order-mail-html.ts'

export type ResetMailFacts = { readonly brand: string; readonly firstName: string; readonly link: string }

const ink = 'color:#1c1b19'
const quiet = 'color:#6b665e;font-size:14px'

/** The mail with the link of a forgotten password: subject, plain text, and HTML with all names escaped (OPEN-98). */
export function resetMail({ brand, firstName, link }: ResetMailFacts): { subject: string; text: string; html: string } {
  const subject = `${brand}: reset your password`
  const greeting = firstName === '' ? 'Hello,' : `Hello ${firstName},`
  const line = 'somebody asked for a new password for your account. With this link you can set one:'
  const note =
    'The link works once, for one hour. If it was not you, there is nothing to do: your password stays as it is.'
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f6f4f0;font-family:Georgia,serif;${ink}">
<div style="max-width:600px;margin:0 auto;padding:32px 24px;background:#fff">
<p style="font-size:20px;letter-spacing:.08em;margin:0 0 24px">${escapeHtml(brand)}</p>
<p style="margin:0 0 8px">${escapeHtml(greeting)}</p>
<p style="margin:0 0 24px">${escapeHtml(line)}</p>
<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="${ink}">Reset your password</a></p>
<p style="margin:0;${quiet}">${escapeHtml(note)}</p>
</div></body></html>
`
  return { subject, text: `${brand}\n\n${greeting}\n\n${line}\n\n${link}\n\n${note}\n`, html }
}
