import type { Logger } from 'pino'
import { ConfigError } from '#server/config/config.ts'
import { readSecrets } from '#server/config/read-secrets.ts'
import type { LiveSecret } from '#server/config/secrets.ts'

export type RenewalOptions = {
  /** The shop's own secret, which may change while it runs. */
  readonly secret: LiveSecret
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly read?: typeof readSecrets
}

/** What the shop's own things are signed with. */
const live = ['SHOP_SECRET', 'SHOP_SECRET_OLD']

/**
 * Reads the files of the secrets anew when it is called, in a process without a parent (decision 0136): the shop's own secret is
 * taken over at once. What others know is told of by name: connections and clients were made with it.
 */
export function createSecretRenewal({ secret, log, read = readSecrets }: RenewalOptions): () => void {
  const known = new Map<string, string | undefined>(read().all)
  return () => {
    try {
      const { all, config } = read()
      const changed = [...new Set([...known.keys(), ...all.keys()])].filter((name) => known.get(name) !== all.get(name))
      // without a key of their own gift cards are known by the secret that this process began with
      const taken = !all.has('STORED_VALUE_KEY') ? [] : changed.filter((name) => live.includes(name))
      const others = changed.filter((name) => !taken.includes(name))
      if (taken.length > 0) secret.renew([config.secret, ...config.oldSecrets])
      for (const name of taken) known.set(name, all.get(name))
      log.info({ taken }, 'the secrets were read anew')
      if (others.length > 0) {
        log.warn(
          { secrets: others },
          'these secrets are taken over by the next start, or at a SIGHUP with WEB_PROCESSES above 1',
        )
      }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      log.error({ problems: error.problems }, 'the settings are not good any more: all secrets stay as they are')
    }
  }
}
