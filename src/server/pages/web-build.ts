import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page, PageState } from '#contracts/pages.ts'
import type { Brand } from '#domain/variant.ts'

/** A file of the browser's bundle, in memory. */
export type AssetFile = { readonly path: string; readonly body: Buffer }

/** The built storefront: how a page becomes HTML, and the files it asks for. */
export type WebBuild = {
  render(state: PageState): string
  /** Addresses, for the document. */
  readonly starter: string
  readonly entry: string
  readonly styles: readonly string[]
  /** Scripts of a page beside the entry, so that none is found late. */
  modulesOf(page: Page['name']): readonly string[]
  fontsOf(brand: Brand): readonly string[]
  readonly files: readonly AssetFile[]
}

type Chunk = {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}
type Manifest = { readonly [source: string]: Chunk }

const entrySource = 'src/web/entry-client.tsx'
const starterSource = 'src/web/late.ts'

const pageSources: { readonly [Name in Page['name']]: string } = {
  home: 'src/web/home/home-page.tsx',
  category: 'src/web/catalog/category-page.tsx',
  product: 'src/web/catalog/product-page.tsx',
  cart: 'src/web/cart/cart-page.tsx',
  checkout: 'src/web/checkout/checkout-page.tsx',
  confirmation: 'src/web/order/confirmation-page.tsx',
  login: 'src/web/account/login-page.tsx',
  createAccount: 'src/web/account/create-account-page.tsx',
  account: 'src/web/account/account-page.tsx',
  text: 'src/web/shell/text-page.tsx',
  error: 'src/web/shell/error-page.tsx',
}

/** Two font files per brand are fetched before the styles ask for them. */
const fontNames: { readonly [Name in Brand]: readonly string[] } = { CB: ['fraunces', 'figtree'], CB2: ['archivo'] }

/** Reads the bundle that `npm run build` left in the folder. @throws when there is none. */
export async function loadWebBuild(folder: string): Promise<WebBuild> {
  const client = join(folder, 'client')
  const manifest = JSON.parse(readFileSync(join(client, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const server = (await import(pathToFileURL(join(folder, 'server', 'entry-server.js')).href)) as Pick<
    WebBuild,
    'render'
  >
  const files = readdirSync(join(client, 'assets'))
    .filter((name) => !/\.(br|gz|map)$/.test(name))
    .map((name) => ({ path: `/assets/${name}`, body: readFileSync(join(client, 'assets', name)) }))
  const entry = chunkOf(manifest, entrySource)
  const entryFiles = closureOf(manifest, [entrySource])
  const styles = new Set([...Object.values(manifest)].flatMap((chunk) => chunk.css ?? []))
  const whole = manifest['style.css']
  if (whole !== undefined) styles.add(whole.file)
  return {
    render: server.render,
    starter: `/${chunkOf(manifest, starterSource).file}`,
    entry: `/${entry.file}`,
    styles: [...styles].map((file) => `/${file}`),
    modulesOf: (page) => [...new Set([...entryFiles, ...closureOf(manifest, [pageSources[page]])])],
    fontsOf: (brand) =>
      files
        .map((file) => file.path)
        .filter((path) => /latin-(?!ext).*\.woff2$/.test(path) && !path.includes('italic'))
        .filter((path) => fontNames[brand].some((name) => path.includes(`/${name}`))),
    files,
  }
}

function chunkOf(manifest: Manifest, source: string): Chunk {
  const chunk = manifest[source]
  if (chunk === undefined) throw new Error(`The web bundle has no ${source}: run npm run build`)
  return chunk
}

/** A source's script and all that it imports, as addresses. */
function closureOf(manifest: Manifest, sources: readonly string[], seen = new Set<string>()): string[] {
  for (const source of sources) {
    if (seen.has(source) || manifest[source] === undefined) continue
    seen.add(source)
    closureOf(manifest, manifest[source].imports ?? [], seen)
  }
  return [...seen].map((source) => `/${manifest[source]?.file}`)
}
