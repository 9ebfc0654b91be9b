import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import type { MailSender, OutgoingMail, SendResult } from './port.ts'
import { createSmtpSender } from './smtp.ts'

const mail: OutgoingMail = {
  messageId: '<order-1@shop.example>',
  from: 'CB2 <orders@shop.example>',
  to: 'ana@example.com',
  subject: 'Your order',
  text: 'Thank you.',
  html: '<p>Thank you.</p>',
  headers: { 'X-Order': '1' },
}

describe('mail over SMTP', () => {
  const closing: (() => void)[] = []
  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })

  async function serve(
    changes: SMTPServerOptions = {},
  ): Promise<{ readonly port: number; readonly received: string[] }> {
    const received: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      closeTimeout: 100,
      onData(stream, _session, done) {
        text(stream).then((raw) => {
          received.push(raw)
          done()
        }, done)
      },
      ...changes,
    })
    server.on('error', () => {})
    const listening = server.listen(0, '127.0.0.1')
    await new Promise((resolve) => listening.once('listening', resolve))
    closing.push(() => server.close())
    return { port: (listening.address() as AddressInfo).port, received }
  }

  function senderTo(port: number): MailSender {
    const sender = createSmtpSender({
      host: '127.0.0.1',
      port,
      isSecure: false,
      user: null,
      password: null,
      connectMs: 500,
      answerMs: 300,
    })
    closing.push(() => sender.close())
    return sender
  }

  const refusing = (responseCode: number): SMTPServerOptions => ({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode })),
  })

  test('a mail is sent with its own Message-ID, both bodies and its headers', async () => {
    const { port, received } = await serve()
    expect(await senderTo(port).sendMail(mail)).toEqual({ state: 'sent' })
    expect(received[0]).toContain('Message-ID: <order-1@shop.example>')
    expect(received[0]).toContain('X-Order: 1')
    expect(received[0]).toContain('text/plain')
    expect(received[0]).toContain('text/html')
  })

  test('SCENE-23: a repeat carries the same Message-ID, so that the mail counts once', async () => {
    const { port, received } = await serve()
    const sender = senderTo(port)
    await sender.sendMail(mail)
    await sender.sendMail(mail)
    expect(received.map((raw) => /^Message-ID: (.*)$/m.exec(raw)?.[1]?.trim())).toEqual([
      mail.messageId,
      mail.messageId,
    ])
  })

  test('SCENE-23: a mail server that is down, says 4xx or says nothing may be asked again', async () => {
    const busy = await serve(refusing(451))
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    closing.push(() => silent.close())
    const gone = await serve()
    for (const close of closing.splice(2, 1)) close()
    const results: SendResult[] = []
    results.push(await senderTo(busy.port).sendMail(mail))
    results.push(await senderTo((silent.address() as AddressInfo).port).sendMail(mail))
    await expect
      .poll(async () => senderTo(gone.port).sendMail(mail))
      .toEqual({ state: 'failed', canRetry: true, why: 'noConnection' })
    expect(results).toEqual([
      { state: 'failed', canRetry: true, why: 'refusedForNow' },
      { state: 'failed', canRetry: true, why: 'timeout' },
    ])
  })

  test('a mail server that says 5xx has said its last word', async () => {
    const { port } = await serve(refusing(550))
    expect(await senderTo(port).sendMail(mail)).toEqual({ state: 'failed', canRetry: false, why: 'refused' })
  })

  test.each([
    { subject: 'Hello\r\nBcc: everyone@example.com' },
    { subject: 'Hello\u2028Bcc: x' },
    { from: 'Shop <a@b.example>\nBcc: everyone@example.com' },
    { to: 'ana@example.com\r\nBcc: everyone@example.com' },
    { to: 'ana@example.com, everyone@example.com' },
    { to: 'Ana <ana@example.com>' },
    { to: '' },
    { messageId: 'order-1' },
    { messageId: '<order-1@shop.example>\r\nBcc: x' },
    { headers: { 'X-Order': '1\r\nBcc: everyone@example.com' } },
    { headers: { 'X-Order: 1\r\nBcc': 'everyone@example.com' } },
  ])('a mail with the unsafe field %o is refused before anything is sent', async (change) => {
    const { port, received } = await serve()
    expect(await senderTo(port).sendMail({ ...mail, ...change })).toEqual({
      state: 'failed',
      canRetry: false,
      why: 'unsafeField',
    })
    expect(received).toEqual([])
  })
})
