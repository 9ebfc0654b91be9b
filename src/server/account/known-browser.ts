import { createHmac, randomBytes } from 'node:crypto'
import { emailKey } from '#domain/address/email.ts'
import type { AccountRow } from '#server/account/account-store.ts'
import { keysFor, type Secret, signedBy } from '#server/config/secrets.ts'

/** Cookies of browsers that have signed in to an account, or reset its password, before. */
export type KnownBrowsers = {
  /** The cookie's value of a browser that the account knows from now on, until its next round. */
  remember(account: Pick<AccountRow, 'email' | 'deviceRound'>): string
  /**
   * The id in a cookie of this account's present round, else null. The id alone is counted by: one cookie can be written in
   * many ways that all verify.
   */
  idOf(cookie: string | undefined, key: string, round: number): string | null
}

/** Signs them by the installation's key of signing in. */
export function knownBrowsers(secret: Secret): KnownBrowsers {
  const keys = keysFor(secret, 'sign-in')
  const signatureOf = (signing: Buffer, id: string, key: string, round: number) =>
    createHmac('sha256', signing).update(`device\n${id}\n${key}\n${round}`).digest()
  return {
    remember({ email, deviceRound }) {
      const id = randomBytes(12).toString('base64url')
      return `${id}.${signatureOf(keys()[0], id, emailKey(email), deviceRound).toString('base64url')}`
    },
    idOf(cookie, key, round) {
      const [id = '', signature = ''] = cookie?.split('.') ?? []
      if (id === '') return null
      const given = Buffer.from(signature, 'base64url')
      return signedBy(keys, given, (each) => signatureOf(each, id, key, round)) === undefined ? null : id
    },
  }
}
