// Plain JavaScript for any Node: this runs before anything is installed.
import { join } from 'node:path'

const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(`Cartwright needs Node 20 or newer to start; this is ${process.version}. See https://nodejs.org.`)
  process.exit(1)
}

try {
  const { install } = await import('./install.mjs')
  const { build } = await import('./build.mjs')
  const { serve } = await import('./serve.mjs')
  const node = await install({ development: false })
  await build()
  process.exitCode = await serve(node, join('src', 'server', 'main.ts'), process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
