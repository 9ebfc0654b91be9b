// `npm run dev`: the four stores from their sources. Plain JavaScript for any Node, as scripts/start.mjs.
import { join } from 'node:path'

try {
  const { install } = await import('./install.mjs')
  const { root, run } = await import('./run.mjs')
  const { serve } = await import('./serve.mjs')
  const node = await install({ development: true })
  // those that are there stay
  await run(node, [join(root, 'catalog', 'make-pictures.ts')], { quiet: true })
  process.exitCode = await serve(node, join('scripts', 'dev-stores.ts'), process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
