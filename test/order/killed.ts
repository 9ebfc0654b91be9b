import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { KillPoint } from '#server/order/order-deps.ts'
import type { GatewayKind } from '#test/order/gateway-kinds.ts'
import type { ProcessSettings } from '#test/order/order-process.ts'
import type { World } from '#test/world.ts'

/** How the process ended: by the kill, or with what it answered. */
export type Ended = { readonly signal: NodeJS.Signals | null; readonly said: string }

/** Places an order in a process of its own, which kills itself (kill -9) at the point. */
export async function orderAndDie(
  world: World,
  shopperId: string,
  kill: KillPoint | null,
  gatewayKind: GatewayKind = 'built-in',
): Promise<Ended> {
  const { apiKey, merchantAccount } = world.config.gateway
  const { databaseUrl, gatewayOrigin } = world
  const gateway = { gatewayOrigin, gatewayKind, apiKey, merchantAccount }
  const settings: ProcessSettings = { databaseUrl, ...gateway, shopperId, kill }
  const program = join(import.meta.dirname, 'order-process.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(settings)], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  return new Promise((resolve) => child.on('close', (_code, signal) => resolve({ signal, said })))
}
