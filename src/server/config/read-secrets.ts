import { type Config, ownEnvironment, readConfig } from './config.ts'
import { secretsOf } from './secret-files.ts'

/** The secrets of the settings as they are now, by their names. @throws ConfigError where the settings are not good any more. */
export function readSecrets(...[environment]: Parameters<typeof readConfig>): {
  readonly all: ReadonlyMap<string, string>
  readonly config: Pick<Config, 'secret' | 'oldSecrets'>
} {
  return { config: readConfig(environment), all: secretsOf(environment ?? ownEnvironment) }
}
