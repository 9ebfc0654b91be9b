import { readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'

type PageFiles = {
  readonly late: string
  readonly entry: string
  readonly styles: readonly string[]
  readonly modules: { readonly [page: string]: readonly string[] }
}

/** The files of each page, as the build wrote them down. */
export function pageFiles(): PageFiles {
  return JSON.parse(readFileSync('build/client/pages.json', 'utf8')) as PageFiles
}

/** Kilobytes (1,000 bytes, brotli 11) of the scripts that each page loads before anything is clicked, and of the styles of all. */
export function bundleSizes(): { [page: string]: { kB: number; files: number } } {
  const { late, modules, styles } = pageFiles()
  const row = (files: readonly string[]) => ({ kB: kilobytes(files), files: files.length })
  return {
    ...Object.fromEntries(Object.entries(modules).map(([page, files]) => [page, row([late, ...files])])),
    styles: row(styles),
  }
}

function kilobytes(addresses: readonly string[]): number {
  const bytes = addresses.reduce((sum, address) => sum + brotliSize(readFileSync(`build/client${address}`)), 0)
  return Math.round(bytes / 100) / 10
}

function brotliSize(body: Buffer): number {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}
