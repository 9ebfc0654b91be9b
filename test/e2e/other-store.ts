import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { type StoreProcess, startStore } from './store-process.ts'

/** A store beside that of the worker, with settings of its own, for the tests of a file; gives how to reach it in a test. */
export function otherStore(name: string, env: { readonly [setting: string]: string }): () => StoreProcess {
  let store: StoreProcess
  const dataDir = mkdtempSync(join(tmpdir(), `cartwright-e2e-${name}-`))
  test.beforeAll(async () => {
    // started as root, PostgreSQL runs as a user of its own, who must be able to enter
    chmodSync(dataDir, 0o755)
    store = await startStore({ dataDir, env })
  })
  test.afterAll(async () => {
    await store.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return () => store
}
