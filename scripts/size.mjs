// Holds the scripts of a page to their limits: every chunk the page loads before anything is clicked, as brotli.
import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'

const kB = 1_000
const limits = {
  product: 110 * kB,
  category: 110 * kB,
  home: 110 * kB,
  search: 110 * kB,
  favorites: 110 * kB,
  cart: 120 * kB,
  checkout: 130 * kB,
}

const pages = JSON.parse(readFileSync('build/client/pages.json', 'utf8'))
const sizes = new Map()

function brotliSize(address) {
  if (!sizes.has(address)) {
    const file = readFileSync(`build/client${address}`)
    sizes.set(address, brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length)
  }
  return sizes.get(address)
}

let isOver = false
for (const [page, modules] of Object.entries(pages.modules)) {
  const size = [pages.bootstrap, ...modules].reduce((sum, address) => sum + brotliSize(address), 0)
  const limit = limits[page]
  const note = limit === undefined ? '' : `of ${(limit / kB).toFixed(0)} kB`
  console.log(`${page.padEnd(14)} ${(size / kB).toFixed(1).padStart(6)} kB ${note}`)
  if (limit !== undefined && size > limit) isOver = true
}
for (const address of pages.styles)
  console.log(`${'styles'.padEnd(14)} ${(brotliSize(address) / kB).toFixed(1).padStart(6)} kB`)
if (isOver) {
  console.error('A page loads more script than its limit allows.')
  process.exitCode = 1
}
