import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page, PageState } from '#contracts/pages.ts'
import type { Brand } from '#domain/variant.ts'
import { type Integrity, importMapOf, integrityOf } from './script-integrity.ts'

/** A file of the browser's bundle, in memory. */
export type AssetFile = { readonly path: string; readonly body: Buffer }

/** Addresses of the files that pages load, as the build wrote them down (build/client/pages.json). */
export type PageFiles = {
  /** Waits for the first paint, then starts the entry. */
  readonly bootstrap: string
  readonly entry: string
  readonly styles: readonly string[]
  readonly fonts: { readonly [Name in Brand]: readonly string[] }
  /** All scripts of a page, the entry's among them, so that none is found late. */
  readonly modules: { readonly [Name in Page['name']]: readonly string[] }
}

/** The built storefront: how a page becomes the HTML inside #root, and the files it asks for. */
export type WebBuild = {
  readonly render: (state: PageState) => string
  /** Another one makes a page of the cache an old one; the same for as long as a built storefront runs. */
  readonly revision: () => number
  readonly pages: PageFiles
  /** The styles that stand in a page when it is somebody's first; a page without links them all. */
  readonly firstStyles: { readonly [Name in Page['name']]?: string }
  readonly files: readonly AssetFile[]
  /** What a file's bytes must come to, by its address: the integrity attribute of a payment page's scripts (PCI DSS 6.4.3). */
  readonly integrity: Integrity
  /** The same of all scripts, as the text that stands in a payment page. */
  readonly importMap: string
}

/** What src/web/entry-server.tsx exports. */
export type ServerEntry = { readonly loadRender: () => Promise<WebBuild['render']> }

/** Reads the bundle that `npm run build` left in the folder. @throws when there is none. */
export async function loadWebBuild(folder: string): Promise<WebBuild> {
  const client = join(folder, 'client')
  const pages = JSON.parse(readFileSync(join(client, 'pages.json'), 'utf8')) as PageFiles
  const firstStyles = JSON.parse(readFileSync(join(client, 'first-styles.json'), 'utf8')) as WebBuild['firstStyles']
  const entry = pathToFileURL(join(folder, 'server', 'entry-server.js')).href
  const { loadRender } = (await import(entry)) as ServerEntry
  const render = await loadRender()
  const files = readdirSync(join(client, 'assets'))
    .filter((name) => !name.endsWith('.map'))
    .map((name) => ({ path: `/assets/${name}`, body: readFileSync(join(client, 'assets', name)) }))
  const integrity = new Map(files.map(({ path, body }) => [path, integrityOf(body)]))
  return { render, revision: () => 0, pages, firstStyles, files, integrity, importMap: importMapOf(integrity) }
}
