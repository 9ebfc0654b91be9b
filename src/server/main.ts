import { join } from 'node:path'
import { loadWebBuild } from '#server/pages/render/web-build.ts'
import { runShop } from '#server/run-shop.ts'

const folder = join(import.meta.dirname, '..', '..', 'build')

await runShop(async () => ({
  build: await loadWebBuild(folder),
  attach: () => undefined,
  close: async () => undefined,
}))
