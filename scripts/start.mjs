// Plain JavaScript for any Node: this runs before anything is installed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(`Cartwright needs Node 20 or newer to start; this is ${process.version}. See https://nodejs.org.`)
  process.exit(1)
}

if (process.argv.includes('--version')) {
  console.log(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version)
  process.exit(0)
}

const said = (name) => (process.env[name] ?? '').trim()

try {
  const { install } = await import('./install.mjs')
  const { build, isBuilt } = await import('./build.mjs')
  const { serve } = await import('./serve.mjs')
  // production on a bundle that is there: what builds, and what plays cards and mail, is not needed
  const servesOnly = said('NODE_ENV') === 'production' && said('STAND_INS') === '' && isBuilt()
  const node = await install({ development: !servesOnly })
  await build()
  process.exitCode = await serve(node, join('src', 'server', 'main.ts'), process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
