import cluster from 'node:cluster'
import { join } from 'node:path'
import { type Config, ConfigError, readConfig } from '#server/config/config.ts'

const folder = join(import.meta.dirname, '..', '..', 'build')

/** One process is the shop; of more than one this is the parent, which needs little of it in memory. */
function hasChildren({ webProcesses }: Config): boolean {
  return cluster.isPrimary && webProcesses > 1
}

/** The settings, or nothing where the start is to say what is wrong with them. */
function configOrNothing(): Config | undefined {
  try {
    return readConfig()
  } catch (error) {
    if (error instanceof ConfigError) return undefined
    throw error
  }
}

const config = configOrNothing()
if (config !== undefined && hasChildren(config)) {
  const { runParent } = await import('#server/run/parent.ts')
  await runParent(config)
} else {
  const [{ runShop }, { loadWebBuild }] = await Promise.all([
    import('#server/run/run-shop.ts'),
    import('#server/pages/render/web-build.ts'),
  ])
  await runShop(async () => ({
    build: await loadWebBuild(folder),
    attach: () => undefined,
    close: async () => undefined,
  }))
}
