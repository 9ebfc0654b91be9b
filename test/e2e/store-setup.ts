import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStore } from './store-process.ts'

/** One store for the whole run, in a data folder of its own; its ports reach the tests by the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cartwright-e2e-'))
  // started as root, PostgreSQL runs as a user of its own, who must be able to enter
  chmodSync(dataDir, 0o755)
  const store = await startStore({ dataDir, env: { IDENTITY_STAND_IN: 'google,apple,okta' } })
  process.env.STORE_DATA_DIR = dataDir
  process.env.STORE_PORT = String(store.port)
  process.env.STORE_GATEWAY_PORT = String(store.gatewayPort)
  return async () => {
    await store.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
