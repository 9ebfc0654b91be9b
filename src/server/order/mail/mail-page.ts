import { escapeHtml } from '#domain/escape-html.ts'

/** The page that every mail of ours stands in; its body is HTML. */
export function mailPage(subject: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f6f4f0;font-family:Georgia,serif;color:#1c1b19">
<div style="max-width:600px;margin:0 auto;padding:32px 24px;background:#fff">
${body}
</div></body></html>
`
}
