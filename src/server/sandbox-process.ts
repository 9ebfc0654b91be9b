import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import { standInClient } from '#server/providers/identity/settings.ts'

export type SandboxProcess = {
  /** Resolves when the gateway answers. @throws when it does not within 10 s */
  ready(): Promise<void>
  stop(): Promise<void>
}

/**
 * The built-in outside world (card gateway and mailbox) as a program of its own, which shares nothing with this one but
 * two keys. It is started again when it ends, and ends when this process does, however that may be.
 */
export function startSandbox(
  config: Config,
  root: string,
  port: number,
  noticeUrl: string,
  log: Logger,
): SandboxProcess {
  let child: ChildProcess | undefined
  let again: NodeJS.Timeout | undefined
  let isStopping = false

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
          GATEWAY_HMAC_KEY: config.gateway.noticeKey,
          GATEWAY_MERCHANT_ACCOUNT: config.gateway.merchantAccount,
          STORE_ORIGINS: Object.values(config.origins).join(','),
          NOTICE_URL: noticeUrl,
          IDENTITY_CLIENTS: JSON.stringify(config.identity.filter(({ isStandIn }) => isStandIn).map(standInClient)),
          ...(config.mail.builtInPort === null ? {} : { MAIL_SMTP_PORT: String(config.mail.builtInPort) }),
        },
      },
    )
    child.on('exit', (code, signal) => {
      child = undefined
      if (isStopping) return
      log.warn({ code, signal }, 'the built-in gateway ended and is started again')
      again = setTimeout(start, 500)
    })
    child.on('error', (error) => log.error({ err: error }, 'the built-in gateway cannot be started'))
  }

  start()
  return {
    async ready() {
      const until = performance.now() + 10_000
      while (performance.now() < until) {
        const answer = await fetch(`${config.gateway.origin}/healthz`).catch(() => null)
        if (answer?.ok) return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(
        `The built-in gateway does not answer at ${config.gateway.origin}. Is GATEWAY_PORT ${port} taken?`,
      )
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
