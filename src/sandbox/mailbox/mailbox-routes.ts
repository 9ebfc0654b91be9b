import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#domain/escape-html.ts'
import { page } from '#sandbox/card-gateway/html.ts'
import type { MailRow, MailStore } from './mail-store.ts'

type IdPath = { readonly Params: { readonly id: string } }
type ListQuery = { readonly Querystring: { readonly to?: string } }

function summary(mail: Omit<MailRow, 'text_body' | 'html_body' | 'raw'>) {
  return {
    id: mail.mail_id,
    messageId: mail.message_id,
    copies: mail.copies,
    from: mail.envelope_from,
    to: mail.envelope_to.split(', '),
    subject: mail.subject,
    receivedAt: new Date(mail.received_at).toISOString(),
    lastReceivedAt: new Date(mail.last_received_at).toISOString(),
  }
}

/** Links of a mail open beside the mailbox: the stores' pages refuse to be framed. */
function inNewTabs(html: string): string {
  return html.replace(/^(\s*<!doctype[^>]*>)?/i, '$1<base target="_blank">')
}

const listLimit = 500
const notFound = '<h1>No such mail</h1><p><a href="/mailbox">All mail</a></p>'

/** The built-in mailbox: every mail the product sent, for people (pages) and tests (JSON). Its pictures come from the stores. */
export function mailboxRoutes(app: FastifyInstance, mails: MailStore, storeOrigins: readonly string[]): void {
  const mailOf = (id: string) => (/^\d{1,15}$/.test(id) ? mails.one(Number(id)) : undefined)

  app.get<ListQuery>('/mailbox/messages', (request) => {
    const { to } = request.query
    const messages = mails.latest(listLimit).map(summary)
    return { messages: to === undefined ? messages : messages.filter((each) => each.to.includes(to)) }
  })

  app.get<IdPath>('/mailbox/messages/:id', (request, reply) => {
    const mail = mailOf(request.params.id)
    if (!mail) return reply.code(404).send({ error: 'notFound' })
    return reply.send({ ...summary(mail), text: mail.text_body, html: mail.html_body, raw: mail.raw })
  })

  // A mail is somebody else's HTML: no script, no frame, no form, no request but for pictures of the stores, an origin of its own.
  app.get<IdPath>('/mailbox/messages/:id/html', (request, reply) => {
    const mail = mailOf(request.params.id)
    const images = ['data:', ...storeOrigins].join(' ')
    const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src ${images}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox`
    return reply
      .code(mail ? 200 : 404)
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(mail ? inNewTabs(mail.html_body) : notFound)
  })

  app.get('/mailbox', (_request, reply) => {
    const rows = mails.latest(listLimit).map((mail) => {
      const times = mail.copies > 1 ? ` <small>(came ${mail.copies} times)</small>` : ''
      return `<tr><td>${escapeHtml(new Date(mail.received_at).toISOString())}</td><td>${escapeHtml(mail.envelope_to)}</td><td><a href="/mailbox/${mail.mail_id}">${escapeHtml(mail.subject || '(no subject)')}</a>${times}</td></tr>`
    })
    const table = `<table><thead><tr><th>Received</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
    return page(reply, 'Mailbox', `<h1>Mailbox</h1>${rows.length === 0 ? '<p>No mail has come yet.</p>' : table}`)
  })

  app.get<IdPath>('/mailbox/:id', (request, reply) => {
    const mail = mailOf(request.params.id)
    if (!mail) return page(reply.code(404), 'No such mail', notFound)
    const address = `/mailbox/messages/${mail.mail_id}/html`
    const html = `<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${address}"></iframe><p><a href="${address}" target="_blank" rel="noreferrer">Open the mail by itself</a></p>`
    const body = `<p><a href="/mailbox">All mail</a></p><h1>${escapeHtml(mail.subject)}</h1>
<dl><dt>From</dt><dd>${escapeHtml(mail.envelope_from)}</dd><dt>To</dt><dd>${escapeHtml(mail.envelope_to)}</dd><dt>Message-ID</dt><dd>${escapeHtml(mail.message_id)}</dd><dt>Came</dt><dd>${mail.copies} ${mail.copies === 1 ? 'time' : 'times'}</dd></dl>
${mail.html_body === '' ? '' : html}<h2>As text</h2><pre>${escapeHtml(mail.text_body)}</pre>`
    return page(reply, mail.subject, body)
  })
}
