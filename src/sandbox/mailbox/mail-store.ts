import type { GatewayStore } from '#sandbox/card-gateway/gateway-store.ts'

/** One mail as it came in. A repeat with the same Message-ID is the same mail, counted in `copies`. */
export type MailRow = {
  readonly mail_id: number
  readonly message_id: string
  readonly copies: number
  readonly envelope_from: string
  readonly envelope_to: string
  readonly subject: string
  readonly text_body: string
  readonly html_body: string
  readonly raw: string
  readonly received_at: number
  readonly last_received_at: number
}

export type NewMail = Omit<MailRow, 'mail_id' | 'copies' | 'last_received_at'>

export type MailStore = ReturnType<typeof createMailStore>

export function createMailStore({ database }: GatewayStore) {
  const receive = database.prepare(
    `insert into mail (message_id, envelope_from, envelope_to, subject, text_body, html_body, raw, received_at, last_received_at)
     values ($message_id, $envelope_from, $envelope_to, $subject, $text_body, $html_body, $raw, $received_at, $received_at)
     on conflict (message_id) do update set copies = copies + 1, last_received_at = excluded.received_at`,
  )
  const latest = database.prepare(
    'select mail_id, message_id, copies, envelope_from, envelope_to, subject, received_at, last_received_at from mail order by mail_id desc limit ?',
  )
  const one = database.prepare('select * from mail where mail_id = ?')
  return {
    receive: (mail: NewMail) => void receive.run(mail),
    /** The newest mails first, without their bodies. */
    latest: (limit: number) => latest.all(limit) as Omit<MailRow, 'text_body' | 'html_body' | 'raw'>[],
    one: (mailId: number) => one.get(mailId) as MailRow | undefined,
  }
}
