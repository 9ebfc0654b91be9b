import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { GatewayStore } from '#sandbox/card-gateway/gateway-store.ts'
import type { FaultStore } from '#sandbox/fire-drill/fault-store.ts'
import type { MailStore } from './mail-store.ts'

export type SmtpReceiver = {
  /** Listens on 127.0.0.1 and resolves to the port it got. */
  listen(port: number): Promise<number>
  port(): number | null
  close(): Promise<void>
}

const maxBytes = 10 * 1024 * 1024

/** Takes every mail for every address and says 250 only when the mail is on the disk. It passes none on. */
export function createSmtpReceiver({
  mails,
  store,
  faults,
  now,
}: {
  readonly mails: MailStore
  readonly store: GatewayStore
  readonly faults: FaultStore
  readonly now: () => Date
}): SmtpReceiver {
  let port: number | null = null
  const server = new SMTPServer({
    name: 'mailbox.localhost',
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: maxBytes,
    closeTimeout: 1_000,
    onData(stream, session, done) {
      const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address
      const to = session.envelope.rcptTo.map((each) => each.address)
      receive(stream, from, to).then(
        () => done(),
        (fault: unknown) => done(fault instanceof Error ? fault : new Error('not received')),
      )
    },
  })
  // A client that goes away in mid-sentence is its own affair, never the end of the process.
  server.on('error', () => {})

  async function receive(
    stream: NodeJS.ReadableStream & { readonly sizeExceeded?: boolean },
    from: string,
    to: readonly string[],
  ): Promise<void> {
    const raw = await buffer(stream)
    await playFault()
    if (stream.sizeExceeded) throw Object.assign(new Error('the mail is too large'), { responseCode: 552 })
    const mail = await PostalMime.parse(raw)
    await store.write(() =>
      mails.receive({
        message_id: mail.messageId ?? `<${createHash('sha256').update(raw).digest('hex')}@mailbox.localhost>`,
        envelope_from: from,
        envelope_to: to.join(', '),
        subject: mail.subject ?? '',
        text_body: mail.text ?? '',
        html_body: mail.html ?? '',
        raw: raw.toString('utf8'),
        received_at: now().getTime(),
      }),
    )
  }

  /** @throws what the mail server says instead of 250 */
  async function playFault(): Promise<void> {
    const played = await faults.take('mail', 'slow', 'decline', '503')
    if (played === 'decline') throw Object.assign(new Error('no such mailbox'), { responseCode: 550 })
    if (played === '503') throw Object.assign(new Error('not now, try again later'), { responseCode: 451 })
  }

  return {
    listen: (wanted) =>
      new Promise((resolve, reject) => {
        const listening = server.listen(wanted, '127.0.0.1')
        listening.once('error', reject)
        listening.once('listening', () => {
          port = (listening.address() as AddressInfo).port
          resolve(port)
        })
      }),
    port: () => port,
    close: () =>
      new Promise((resolve) => {
        if (port === null) resolve()
        else server.close(() => resolve())
        port = null
      }),
  }
}
