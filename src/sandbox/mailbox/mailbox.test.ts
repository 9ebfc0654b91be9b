import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OutgoingMail } from '#server/providers/mail/port.ts'
import { createSmtpSender, smtpLimits } from '#server/providers/mail/smtp.ts'
import { openTestGateway, type TestGateway, testGatewaySettings } from '#test/builders/card-gateway.ts'

const mail: OutgoingMail = {
  messageId: '<order-1@shop.example>',
  from: 'Crate & Barrel <orders@shop.example>',
  to: 'ana@example.com',
  subject: 'Your order – thank you',
  text: 'Sofa: $1,299.00',
  html: '<h1>Thank you, Ana</h1><script>steal()</script>',
  headers: { 'X-Order': '1' },
}

describe('the built-in mailbox', () => {
  let folder: string
  let world: TestGateway
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mailbox-'))
    world = await open()
  })
  afterEach(async () => {
    await world.sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = () => openTestGateway({ smtpPort: 0, storePath: join(folder, 'books.sqlite') })

  async function send(changes: Partial<OutgoingMail> = {}): Promise<void> {
    const port = world.sandbox.smtpPort() ?? 0
    const sender = createSmtpSender({
      host: '127.0.0.1',
      port,
      isSecure: false,
      user: null,
      password: null,
      ...smtpLimits,
    })
    const result = await sender.sendMail({ ...mail, ...changes })
    sender.close()
    expect(result).toEqual({ state: 'sent' })
  }

  test.each(['/mailbox', '/mailbox/messages', '/mailbox/messages/1', '/fire-drill', '/sandbox/authorizations'])(
    'SEC-68: %s is not read by a site whose name was made to lead here',
    async (url) => {
      await send()
      const statusFor = async (host: string) => (await world.sandbox.app.inject({ url, headers: { host } })).statusCode
      const port = new URL(world.origin).port
      expect(await statusFor(`evil.example:${port}`)).toBe(403)
      expect(await statusFor(`127.0.0.1.evil.example:${port}`)).toBe(403)
      expect(await statusFor(`localhost:${port}`)).toBe(200)
    },
  )

  type Listed = {
    readonly id: number
    readonly messageId: string
    readonly copies: number
    readonly subject: string
    readonly to: string[]
  }

  async function list(query = ''): Promise<readonly Listed[]> {
    return ((await (await fetch(`${world.origin}/mailbox/messages${query}`)).json()) as { messages: Listed[] }).messages
  }

  test('a mail that was sent is there, with its subject, text, HTML and headers', async () => {
    await send()
    const [listed] = await list()
    expect(listed).toMatchObject({
      messageId: mail.messageId,
      copies: 1,
      subject: mail.subject,
      to: ['ana@example.com'],
    })
    const one = (await (await fetch(`${world.origin}/mailbox/messages/${listed?.id}`)).json()) as {
      text: string
      html: string
      raw: string
    }
    expect(one.text.trim()).toBe(mail.text)
    expect(one.html.trim()).toBe(mail.html)
    expect(one.raw).toContain('X-Order: 1')
  })

  test('SCENE-23: the same mail sent twice, with one Message-ID, is one mail that came twice', async () => {
    await send()
    await send()
    await send({ messageId: '<order-2@shop.example>', to: 'bo@example.com' })
    expect((await list()).map((each) => [each.messageId, each.copies])).toEqual([
      ['<order-2@shop.example>', 1],
      ['<order-1@shop.example>', 2],
    ])
    expect(await list('?to=bo@example.com')).toHaveLength(1)
  })

  test('mails are still there when the gateway is started anew', async () => {
    await send()
    await world.sandbox.close()
    world = await open()
    expect(await list()).toMatchObject([{ messageId: mail.messageId }])
  })

  test('a mail is shown in a sandbox: its HTML can run nothing and fetch pictures of the stores alone, and its subject is text', async () => {
    await send({ subject: '<img src=x onerror=alert(1)>' })
    const [listed] = await list()
    const page = await fetch(`${world.origin}/mailbox/${listed?.id}`)
    const html = await page.text()
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).not.toContain('<img')
    expect(html).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const inner = await fetch(`${world.origin}/mailbox/messages/${listed?.id}/html`)
    const policy = inner.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/default-src 'none'.*; sandbox allow-popups/)
    expect(policy).not.toContain('script')
    // CALM-40: the pictures of the stores, and of nobody else
    expect(policy).toContain(`; img-src data: ${testGatewaySettings.storeOrigin}; `)
    const shown = await inner.text()
    expect(shown).toContain('<base target="_blank"><h1>Thank you, Ana</h1><script>steal()</script>')
  })

  test('the list is a page, first empty, then with a link to each mail', async () => {
    expect(await (await fetch(`${world.origin}/mailbox`)).text()).toContain('No mail has come yet.')
    await send()
    const page = await (await fetch(`${world.origin}/mailbox`)).text()
    expect(page).toContain('Your order – thank you')
    expect(page).toMatch(/href="\/mailbox\/\d+"/)
  })

  test.each(['/mailbox/messages/77', '/mailbox/messages/77/html', '/mailbox/77', '/mailbox/messages/x'])(
    '%s is not found',
    async (path) => {
      expect((await fetch(`${world.origin}${path}`)).status).toBe(404)
    },
  )
})
