import { createTransport } from 'nodemailer'
import type { MailSender, OutgoingMail, SendResult } from './port.ts'

export type SmtpSettings = {
  readonly host: string
  readonly port: number
  /** TLS from the first byte (port 465); without it the connection is upgraded when the server offers that. */
  readonly isSecure: boolean
  readonly user: string | null
  readonly password: string | null
  /** Milliseconds to connect, and to wait for any one answer. */
  readonly connectMs: number
  readonly answerMs: number
}

/** Limits of a mail server that is well: 5 s to connect, 20 s for an answer. */
export const smtpLimits = { connectMs: 5_000, answerMs: 20_000 } as const

const headerName = /^[A-Za-z0-9-]+$/
const messageId = /^<[^\s<>@]+@[^\s<>@]+>$/
// One plain address: a list, a display name or a source route in the recipient is somebody's trick.
const plainAddress = /^[^\s<>(),;:"\\@]+@[^\s<>(),;:"\\@]+$/

/** Carriage return, line feed and their kin: what could end a header and begin another. */
function isOneLine(text: string): boolean {
  return !Array.from(text).some((character) => {
    const code = character.codePointAt(0) ?? 0
    return code < 0x20 || code === 0x7f || code === 0x2028 || code === 0x2029
  })
}

function isSafe(mail: OutgoingMail): boolean {
  const headers = Object.entries(mail.headers)
  return (
    messageId.test(mail.messageId) &&
    plainAddress.test(mail.to) &&
    [mail.from, mail.subject].every(isOneLine) &&
    headers.every(([name, value]) => headerName.test(name) && isOneLine(value))
  )
}

type SmtpFault = { readonly code?: string; readonly responseCode?: number; readonly command?: string }

function failureOf(fault: SmtpFault): SendResult {
  if (fault.responseCode !== undefined && fault.responseCode >= 500)
    return { state: 'failed', canRetry: false, why: 'refused' }
  if (fault.responseCode !== undefined && fault.responseCode >= 400)
    return { state: 'failed', canRetry: true, why: 'refusedForNow' }
  return { state: 'failed', canRetry: true, why: fault.code === 'ETIMEDOUT' ? 'timeout' : 'noConnection' }
}

/** Mail over SMTP, one connection each: a job sends a few a second, and a kept connection would die unseen between them. */
export function createSmtpSender(settings: SmtpSettings): MailSender {
  const transport = createTransport({
    host: settings.host,
    port: settings.port,
    secure: settings.isSecure,
    connectionTimeout: settings.connectMs,
    greetingTimeout: settings.answerMs,
    socketTimeout: settings.answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(settings.user === null || settings.password === null
      ? {}
      : { auth: { user: settings.user, pass: settings.password } }),
  })
  return {
    async sendMail(mail) {
      if (!isSafe(mail)) return { state: 'failed', canRetry: false, why: 'unsafeField' }
      const { from, to, subject, text, html } = mail
      try {
        await transport.sendMail({
          messageId: mail.messageId,
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers: { ...mail.headers },
        })
        return { state: 'sent' }
      } catch (fault) {
        return failureOf((fault ?? {}) as SmtpFault)
      }
    },
    close: () => transport.close(),
  }
}
