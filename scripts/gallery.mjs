// Pictures of every page and every popup, in both brands and countries, at three widths: gallery/index.html
const { install } = await import('./install.mjs')
const { build } = await import('./build.mjs')
const { findChromium } = await import('./chromium.mjs')
const { environment, run } = await import('./run.mjs')

await install({ development: true })
await build()
const chromium = await findChromium()
const env = { ...environment({ tools: true }), ...(chromium === undefined ? {} : { CHROMIUM_PATH: chromium }) }
const { code } = await run('playwright', ['test', '-c', 'test/e2e/gallery.config.ts'], { env })
console.log('\nThe pictures are in gallery/index.html')
process.exit(code ?? 1)
