import { Webhook } from 'standardwebhooks'
import { escapeHtml } from '#domain/escape-html.ts'
import { version } from '#server/config/version.ts'
import type { MailSender } from '#server/providers/mail/port.ts'
import { type AlarmMessage, mailOf } from './alarm-message.ts'
import type { AlarmConfig } from './alarm-settings.ts'

/** How a message was answered, in words that hold no secret. */
export type Sent = { readonly isSent: boolean; readonly answer: string }

/** A way to people. `id` is the message's own: whoever gets it twice knows it by that. Never throws for what the world does. */
export type AlarmChannel = {
  readonly name: 'webhook' | 'mail'
  send(id: string, message: AlarmMessage): Promise<Sent>
}

const answerMs = 5_000

type Parts = {
  readonly mail: MailSender
  readonly mailFrom: string
  readonly now?: () => Date
  /** How long the receiver of webhooks may take, milliseconds. */
  readonly maxMs?: number
}

/** The channels that are configured. */
export function alarmChannels({ webhook, mailTo }: Omit<AlarmConfig, 'guide'>, parts: Parts): readonly AlarmChannel[] {
  return [...(webhook === null ? [] : [byWebhook(webhook, parts)]), ...(mailTo === null ? [] : [byMail(mailTo, parts)])]
}

/** Signed as Standard Webhooks say. A redirection is not followed: it could lead the message, and its signature, anywhere. */
function byWebhook({ url, secret }: { readonly url: string; readonly secret: string }, parts: Parts): AlarmChannel {
  const { now = () => new Date(), maxMs = answerMs } = parts
  const signer = new Webhook(secret)
  return {
    name: 'webhook',
    async send(id, message) {
      const body = JSON.stringify(message)
      const at = now()
      const headers = {
        'content-type': 'application/json',
        'user-agent': `Cartwright/${version}`,
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': signer.sign(id, at, body),
      }
      try {
        const signal = AbortSignal.timeout(maxMs)
        const {
          ok,
          status,
          body: rest,
        } = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
        await rest?.cancel().catch(() => undefined)
        return { isSent: ok, answer: `status ${status}` }
      } catch (error) {
        return { isSent: false, answer: faultOf(error) }
      }
    },
  }
}

/** What fetch stumbled over, without the address, which may be a secret. */
function faultOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time'
  const cause = error instanceof Error ? error.cause : undefined
  return `no connection${cause instanceof Error && 'code' in cause ? `: ${String(cause.code)}` : ''}`
}

function byMail(to: string, { mail, mailFrom }: Parts): AlarmChannel {
  return {
    name: 'mail',
    async send(id, message) {
      const { subject, text } = mailOf(message)
      const result = await mail.sendMail({
        messageId: `<${id}@${mailFrom.slice(mailFrom.lastIndexOf('@') + 1).replace('>', '')}>`,
        from: mailFrom,
        to,
        subject,
        text,
        html: `<pre>${escapeHtml(text)}</pre>`,
        // no out-of-office answers
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      return result.state === 'sent' ? { isSent: true, answer: 'sent' } : { isSent: false, answer: result.why }
    },
  }
}
