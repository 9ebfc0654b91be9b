// Pictures of every page and every popup, in both brands and countries, at three widths: gallery/index.html
import { rmSync } from 'node:fs'
import { join } from 'node:path'

const { install } = await import('./install.mjs')
const { build } = await import('./build.mjs')
const { findChromium } = await import('./chromium.mjs')
const { environment, root, run } = await import('./run.mjs')

// `npm run gallery -- -g 'pages of cb2$'` takes some again and keeps the others
const some = process.argv.slice(2)
if (some.length === 0) rmSync(join(root, 'gallery'), { recursive: true, force: true })
await install({ development: true })
await build()
const chromium = await findChromium()
const env = { ...environment({ tools: true }), ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }) }
const { code } = await run('playwright', ['test', '-c', 'test/e2e/gallery.config.ts', ...some], { env })
console.log('\nThe pictures are in gallery/index.html')
process.exit(code ?? 1)
