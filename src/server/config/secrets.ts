import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Secrets that a development installation makes for itself and keeps in its data folder. */
export type Secrets = { readonly shop: string; readonly gatewayApiKey: string; readonly gatewayNoticeKey: string }

/** The kept secrets of a data folder, made at the first start and readable by the owner only. */
export function loadOrMakeSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  const made: Secrets = { shop: random(), gatewayApiKey: random(), gatewayNoticeKey: random() }
  mkdirSync(dataDir, { recursive: true })
  try {
    // 'wx' fails when another process was first: then its secrets count
    writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { flag: 'wx', mode: 0o600 })
    return made
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    return { ...made, ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) }
  }
}

function random(): string {
  return randomBytes(32).toString('hex')
}

/** A key of its own for each purpose, from the one secret of the installation. */
export function keyFor(secret: string, purpose: string): Buffer {
  return createHmac('sha256', secret).update(`cartwright:${purpose}`).digest()
}
