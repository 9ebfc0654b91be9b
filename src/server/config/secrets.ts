import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
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

/** The values of a secret, the newest first: what is new is signed with it, and what an older one signed is accepted (decision 0132). */
export type SecretValues = readonly [string, ...string[]]

/** A secret of the installation as it is now: when its file is read anew its values change (decision 0132). */
export type LiveSecret = { readonly values: () => SecretValues; renew(values: SecretValues): void }

/** A secret that may change in a running process; one that never does is its text. */
export type Secret = string | LiveSecret

/** The keys of a purpose as they are now, the newest first. */
export type Keys = () => readonly [Buffer, ...Buffer[]]

/** The keyed hash of a text by the newest key, and by each of them: what was noted by an older one is found too. */
export type MacOf = ((text: string) => Buffer) & { readonly all: (text: string) => readonly Buffer[] }

export function macsOf(keys: Keys): MacOf {
  const mac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  return Object.assign((text: string) => mac(keys()[0], text), {
    all: (text: string) => keys().map((key) => mac(key, text)),
  })
}

export function liveSecret(first: SecretValues): LiveSecret {
  let values = first
  return {
    values: () => values,
    renew(next) {
      values = next
    },
  }
}

/** The keys of a purpose, one of each value of the secret: who asks again after a change is told the new ones. */
export function keysFor(secret: Secret, purpose: string): Keys {
  const derive = (values: SecretValues) => values.map((each) => keyFor(each, purpose)) as [Buffer, ...Buffer[]]
  if (typeof secret === 'string') {
    const fixed = derive([secret])
    return () => fixed
  }
  let known = { values: secret.values(), keys: derive(secret.values()) }
  return () => {
    const values = secret.values()
    if (known.values !== values) known = { values, keys: derive(values) }
    return known.keys
  }
}

/** The key that made a signature of some length, of those there are; undefined when none did. */
export function signedBy(keys: Keys, given: Buffer, sign: (key: Buffer) => Buffer): Buffer | undefined {
  return keys().find((key) => {
    const expected = sign(key)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** A key of its own for each purpose, from the one secret of the installation. */
export function keyFor(secret: string, purpose: string): Buffer {
  return createHmac('sha256', secret).update(`cartwright:${purpose}`).digest()
}

type StoredValueInput = {
  readonly STORED_VALUE_KEY?: string | undefined
  readonly STORED_VALUE_KEY_OLD: readonly string[]
  readonly SHOP_SECRET_OLD: readonly string[]
}

/** What stored value is known by, the newest first: keys of its own, or the secret and those before it. */
export function storedValueKeysOf(input: StoredValueInput, secret: string): readonly [string, ...string[]] {
  const { STORED_VALUE_KEY: own, STORED_VALUE_KEY_OLD: old, SHOP_SECRET_OLD: oldSecrets } = input
  return own === undefined ? [secret, ...oldSecrets, ...old] : [own, ...old]
}
