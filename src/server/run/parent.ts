import { fileURLToPath } from 'node:url'
import { AggregatorRegistry } from 'prom-client'
import type { Config } from '#server/config/config.ts'
import type { NotReady } from '#server/http/ops/health.ts'
import { createLog } from '#server/http/ops/log.ts'
import { startOps } from '#server/http/ops/ops.ts'
import { webhookPath } from '#server/order/payment/webhook-path.ts'
import { type Children, startChildren } from './children.ts'
import { startSandbox } from './sandbox-process.ts'
import { shutDownOnSignals } from './shutdown.ts'
import { listening } from './taken-port.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Runs the shop in several processes until a signal ends them (decision 0135). This one asks no database and serves OPS_PORT
 * alone; what it says there is what its processes say of themselves.
 */
export async function runParent(config: Config): Promise<void> {
  const log = createLog(config)
  let children: Children | undefined
  const shutdown = shutDownOnSignals(log, () => children?.replaceAll())
  const fail = async (reason: string) => {
    if (shutdown.isRunning()) return
    await shutdown.run()
    process.stderr.write(`${reason}\n`)
    process.exit(1)
  }
  try {
    const { opsPort, host, role } = config
    const ops =
      opsPort === null ? null : await listening('OPS_PORT', opsPort, () => startOps(opsPort, host, () => 'starting'))
    if (ops !== null) shutdown.add('operations', () => ops.close())
    // of the parent, so that none of its processes takes them along when it ends
    const standIns =
      config.sandbox === null ? null : startSandbox(config, { root, webhookUrl: webhooksOf(config), log })
    if (standIns !== null) shutdown.add('stand-ins', () => standIns.stop())
    const roles = [
      ...Array.from({ length: role === 'worker' ? 0 : config.webProcesses }, () => 'web' as const),
      ...(role === 'web' ? [] : (['worker'] as const)),
    ]
    children = startChildren({ roles, log, onHopeless: (reason) => void fail(reason) })
    const { ask, stop } = children
    shutdown.add('processes', stop)
    ops?.watch({
      whyNotReady: async () =>
        shutdown.isRunning() ? 'draining' : whyNone(await ask('readiness', role === 'worker' ? 'all' : 'web')),
      metrics: { text: async () => sumOf(await ask('metrics', 'all')) },
      status: async () => (await ask('status', 'all')).find(({ status }) => status !== null)?.status ?? null,
    })
    await standIns?.ready()
  } catch (error) {
    await fail(`Cartwright could not start: ${error instanceof Error ? (error.stack ?? error.message) : error}`)
  }
}

/** Why none of them can serve; null: one can. */
function whyNone(told: Awaited<ReturnType<Children['ask']>>): NotReady | null {
  return told.some(({ whyNot }) => whyNot === null) ? null : (told[0]?.whyNot ?? 'starting')
}

/** The metrics of all of them, added up; null while there are none. */
async function sumOf(told: Awaited<ReturnType<Children['ask']>>): Promise<string | null> {
  const all = told.flatMap(({ metrics }) => (metrics === null ? [] : [[...metrics]]))
  return all.length === 0 ? null : AggregatorRegistry.aggregate(all).metrics()
}

function webhooksOf({ port }: Config): string {
  return `http://127.0.0.1:${port}${webhookPath}`
}
