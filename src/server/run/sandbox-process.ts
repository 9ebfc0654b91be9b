import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/config/config.ts'
import { standInClient } from '#server/providers/identity/settings.ts'
import { portTaken } from '#server/run/taken-port.ts'

export type SandboxProcess = {
  /** Resolves when the stand-ins answer. @throws when they do not within 10 s, or a port of theirs is taken */
  ready(): Promise<void>
  stop(): Promise<void>
}

/** Where the program is, and which webhooks it sends where. */
type Place = { readonly root: string; readonly webhookUrl: string; readonly log: Logger }

/** What answers at the port of the stand-ins: a program with our key, another one, or nobody. */
type Found =
  | { readonly state: 'ours'; readonly smtpPort: number | null }
  | { readonly state: 'foreign' }
  | { readonly state: 'none' }

/** How long after its end the program, or the one of another process, is looked for or started again, milliseconds. */
const againMs = 500

/**
 * The built-in outside world (card gateway and mailbox) as a program of its own, which shares nothing with this one but
 * two keys. Where another process of this machine has started it already, that one is used. It is started again when it
 * ends, whoever had started it, and ends when the process does that started it.
 */
export function startSandbox(config: Config, { root, webhookUrl, log }: Place): SandboxProcess {
  const { port, origin } = config.sandbox ?? { port: 0, origin: '' }
  const smtpPort = config.mail.builtInPort
  let child: ChildProcess | undefined
  let again: NodeJS.Timeout | undefined
  let isStopping = false
  let fault: Error | undefined
  /** Tries in a row that found a port taken. */
  let failures = 0
  look()

  /** Uses the program that is there, or starts one. */
  function look(): void {
    void ask(origin, config.gateway.apiKey).then((found) => {
      if (isStopping) return
      if (found.state === 'none') return start()
      if (found.state === 'foreign') fail(portTaken('GATEWAY_PORT', port))
      else if (smtpPort !== null && found.smtpPort !== smtpPort) fail(otherMailbox(smtpPort, found.smtpPort))
      else failures = 0
      later()
    })
  }

  function later(): void {
    again = setTimeout(look, againMs)
    again.unref()
  }

  function fail(why: Error): void {
    fault = why
    failures += 1
  }

  function start(): void {
    child = spawn(
      process.execPath,
      // follow.mjs ends the program when the channel to this process is gone
      ['--import', './scripts/follow.mjs', join('src', 'sandbox', 'main.ts')],
      {
        cwd: root,
        // its own group: Ctrl-C in a terminal must not end the gateway before the orders in flight
        detached: true,
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        env: {
          GATEWAY_STORE: join(config.dataDir, 'gateway.sqlite'),
          GATEWAY_PORT: String(port),
          GATEWAY_API_KEY: config.gateway.apiKey,
          GATEWAY_HMAC_KEY: config.gateway.webhookHmacKey,
          GATEWAY_MERCHANT_ACCOUNT: config.gateway.merchantAccount,
          STORE_ORIGINS: Object.values(config.origins).join(','),
          NOTICE_URL: webhookUrl,
          IDENTITY_CLIENTS: JSON.stringify(config.identity.filter(({ isStandIn }) => isStandIn).map(standInClient)),
          MAIL_SMTP_PORT: smtpPort === null ? 'none' : String(smtpPort),
        },
      },
    )
    child.on('message', (message) => {
      const { taken } = message as { readonly taken?: 'GATEWAY_PORT' | 'MAIL_SMTP_PORT' }
      if (taken !== undefined) fail(portTaken(taken, taken === 'GATEWAY_PORT' ? port : (smtpPort ?? 0)))
    })
    child.on('exit', (code, signal) => {
      child = undefined
      if (isStopping) return
      log.warn({ code, signal }, 'the built-in gateway ended and is started again')
      // another process may have been quicker to start one
      later()
    })
    child.on('error', (error) => log.error({ err: error }, 'the built-in gateway cannot be started'))
  }

  return {
    // a busy machine takes its time to start a program; ports that are taken are told at once
    async ready() {
      const until = performance.now() + 30_000
      while (performance.now() < until) {
        // once may be another process of ours that is about to have all its ports
        if (failures > 1) throw fault
        const found = await ask(origin, config.gateway.apiKey)
        if (found.state === 'ours' && (smtpPort === null || found.smtpPort === smtpPort)) return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw fault ?? new Error(`The stand-ins do not answer at ${origin} (GATEWAY_PORT ${port}).`)
    },
    stop() {
      isStopping = true
      clearTimeout(again)
      const running = child
      if (running === undefined) return Promise.resolve()
      return new Promise((resolve) => {
        running.on('exit', () => resolve())
        running.kill('SIGTERM')
      })
    },
  }
}

async function ask(origin: string, apiKey: string): Promise<Found> {
  try {
    const signal = AbortSignal.timeout(2_000)
    const answer = await fetch(`${origin}/stand-ins`, { headers: { 'x-api-key': apiKey }, signal })
    if (answer.status !== 200) return { state: 'foreign' }
    const { smtpPort } = (await answer.json()) as { readonly smtpPort: number | null }
    return { state: 'ours', smtpPort }
  } catch (error) {
    const cause = error instanceof TypeError ? (error.cause as { readonly code?: unknown } | undefined) : undefined
    return { state: cause?.code === 'ECONNREFUSED' ? 'none' : 'foreign' }
  }
}

function otherMailbox(wanted: number, found: number | null): Error {
  const where = found === null ? 'take no mail' : `take mail on port ${found}`
  return new Error(`MAIL_SMTP_PORT: the stand-ins that run already ${where}, not on ${wanted}.`)
}
