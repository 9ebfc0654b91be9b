import type { Settings } from './settings.ts'

/** Which server takes the mails, and whose they are. */
export type MailConfig = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly isSecure: boolean
  readonly from: string
  /** Where the retailer reads what shoppers ask for. */
  readonly requestsTo: string
  /** Port of the built-in mailbox; null when another mail server is configured. */
  readonly builtInPort: number | null
}

export function mailOf(input: Settings): MailConfig {
  const from = input.MAIL_FROM ?? 'orders@cartwright.example'
  const smtp = new URL(input.SMTP_URL ?? `smtp://127.0.0.1:${input.MAIL_SMTP_PORT}`)
  const isSecure = smtp.protocol === 'smtps:'
  return {
    host: smtp.hostname.replace(/^\[|\]$/g, ''),
    port: Number(smtp.port) || (isSecure ? 465 : 587),
    user: decodeURIComponent(smtp.username),
    password: decodeURIComponent(smtp.password),
    isSecure,
    from,
    requestsTo: input.MAIL_REQUESTS_TO ?? from,
    builtInPort: input.SMTP_URL === undefined ? input.MAIL_SMTP_PORT : null,
  }
}
