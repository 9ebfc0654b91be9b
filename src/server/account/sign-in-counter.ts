import { createHmac } from 'node:crypto'
import { keysFor, type Secret } from '#server/config/secrets.ts'

/** Makes the keyed hashes of signing in, of one installation's secret. */
export function signInMac(secret: Secret): (text: string) => Buffer {
  const keys = keysFor(secret, 'sign-in')
  return (text) => createHmac('sha256', keys()[0]).update(text).digest()
}

/** What the failed tries of an account are counted under, for browsers that never signed in to it (LOGIN-26). */
export function triesCounter(mac: (text: string) => Buffer, emailKey: string): Buffer {
  return mac(`tries\n${emailKey}`)
}
