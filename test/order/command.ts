import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

type Command = { readonly status: number | null; readonly out: string; readonly said: string }

type Booked = {
  readonly config: {
    readonly dataDir: string
    readonly secret: string
    readonly gateway: { readonly apiKey: string }
  }
  readonly databaseUrl: string
  readonly gatewayOrigin: string
}

/** `npm run payments:reconcile` as an operator runs it. */
export function reconcileCommand(world: Booked, ...words: string[]): Promise<Command> {
  return booksCommand('reconcile', world, ...words)
}

/** `npm run payments:reconcile` or `payments:hold` as an operator runs it. */
export async function booksCommand(
  name: 'reconcile' | 'hold',
  {
    config,
    databaseUrl,
    gatewayOrigin,
    settings = {},
  }: Booked & { readonly settings?: { readonly [name: string]: string } },
  ...words: string[]
): Promise<Command> {
  const program = join(import.meta.dirname, `../../src/server/order/books/${name}-cli.ts`)
  const env = {
    ...process.env,
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir, SHOP_SECRET: config.secret },
    ...{ GATEWAY_ORIGIN: gatewayOrigin, GATEWAY_API_KEY: config.gateway.apiKey },
    ...settings,
  }
  const child = spawn(process.execPath, [program, ...words], { env })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [out, said, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { status, out, said }
}
