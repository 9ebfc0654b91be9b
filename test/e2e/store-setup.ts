import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import { offerStores } from './own-store.ts'
import { startStore } from './store-process.ts'

/** A store for each worker, for the whole run, in a data folder of its own. */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  // one after the other: as root, the first makes the user who runs PostgreSQL
  const stores = [await startOwn()]
  while (stores.length < workers) stores.push(await startOwn())
  offerStores(stores.map(({ dataDir, store: { port, gatewayPort } }) => ({ dataDir, port, gatewayPort })))
  return async () => {
    await Promise.all(stores.map(({ store }) => store.stop()))
    for (const { dataDir } of stores) rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startOwn() {
  const dataDir = mkdtempSync(join(tmpdir(), 'cartwright-e2e-'))
  // started as root, PostgreSQL runs as a user of its own, who must be able to enter
  chmodSync(dataDir, 0o755)
  return { dataDir, store: await startStore({ dataDir, env: { IDENTITY_STAND_IN: 'google,apple,okta' } }) }
}
