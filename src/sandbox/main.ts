import { createGateway } from './card-gateway/gateway.ts'
import type { StandInClient } from './identity/stand-in.ts'

/**
 * The built-in outside world as a program of its own: `node src/sandbox/main.ts`. All money and mail in it is make-believe,
 * so it starts without any setting; the store's server must be given the same two keys.
 */
const environment = process.env
const list = (value: string | undefined) =>
  (value ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')

const port = Number(environment.GATEWAY_PORT ?? 3001)
const smtpPort = environment.MAIL_SMTP_PORT === 'none' ? null : Number(environment.MAIL_SMTP_PORT ?? 3025)

const gateway = createGateway({
  storePath: environment.GATEWAY_STORE ?? '.data/gateway.sqlite',
  now: () => new Date(),
  apiKey: environment.GATEWAY_API_KEY ?? 'built-in-gateway',
  hmacKey: environment.GATEWAY_HMAC_KEY ?? '00'.repeat(32),
  merchantAccount: environment.GATEWAY_MERCHANT_ACCOUNT ?? 'Cartwright',
  storeOrigins: list(environment.STORE_ORIGINS),
  webhookUrl: environment.NOTICE_URL ?? null,
  webhookRetryMs: 1_000,
  publicOrigin: environment.GATEWAY_PUBLIC_ORIGIN ?? null,
  smtpPort,
  identityClients: JSON.parse(environment.IDENTITY_CLIENTS ?? '[]') as readonly StandInClient[],
})

// before it says that it listens: who reads that line may end it at once
let isStopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    void gateway.close().then(() => process.exit(0))
  })
}

try {
  const origin = await gateway.listen(port, environment.GATEWAY_HOST ?? '127.0.0.1')
  process.stdout.write(
    `${JSON.stringify({ listening: origin, mailbox: `${origin}/mailbox`, smtpPort: gateway.smtpPort() })}\n`,
  )
} catch (error) {
  const { code, port: taken } = error as { readonly code?: string; readonly port?: number }
  if (code !== 'EADDRINUSE') throw error
  const setting = taken === smtpPort ? 'MAIL_SMTP_PORT' : 'GATEWAY_PORT'
  // whoever started us says so to a person; by itself we do
  if (process.send) process.send({ taken: setting }, () => process.exit(1))
  else {
    process.stderr.write(`${setting}: port ${taken} is taken by another program.\n`)
    process.exit(1)
  }
}
