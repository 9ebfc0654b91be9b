import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { residentMb } from './measure.ts'
import { startServer } from './server.ts'

export type Starts = {
  /** From spawn to the first 200 of /readyz, milliseconds: with an empty data folder, and with the one it left. */
  readonly coldMs: number
  readonly secondMs: number
  /** After kill -9: its PostgreSQL lived on and is adopted. */
  readonly afterKillMs: number
  readonly serverMb: number
}

/** Starts the product as a stranger does, with its own PostgreSQL: the first time, again, and after a kill. */
export async function measureStarts(): Promise<Starts> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cartwright-start-'))
  chmodSync(dataDir, 0o755)
  try {
    const cold = await startServer({ dataDir })
    await cold.stop()
    const second = await startServer({ dataDir })
    const serverMb = residentMb(second.pid)
    await second.kill()
    const adopting = await startServer({ dataDir })
    await adopting.stop()
    return { coldMs: cold.readyMs, secondMs: second.readyMs, afterKillMs: adopting.readyMs, serverMb }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
