import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { firstStylesOf } from './scripts/first-styles.ts'
import { pageSources } from './scripts/page-sources.ts'
import { pageFacts } from './src/server/pages/render/page-facts.ts'

/** What only cart and checkout share: no page of the catalogue waits for it. */
const totals = /src[\\/](web|domain)[\\/](pricing|client-log|data-layer|days|problems|cart[\\/]error)/

/** What the steps of the checkout share with what opens in them: the cart does without, and they without the pages of an order. */
const steps =
  /src[\\/](web|domain)[\\/](checkout[\\/](?!recipients)|order[\\/](?!place[\\/](unknown|place)|unknown-outcome|next-for-order|order-receipt|money-moves|confirmation-page|cancel))/

/** What is needed where one pays, and in the popups of cards: not by the cart. What opens later comes in files of its own. */
const paying =
  /src[\\/](web|domain)[\\/](gift[\\/](?!gift-choices)|payment[\\/](?!layers|card[\\/](?:card-hints|offer-card|card-words)|provider|adyen|wallets|saved-card|payloads)|tender[\\/](?!layers|stored-value-entries|cart-cert|certificate|use-cert|payment-entries))/

/** What shelves are made of, and a page of one product is not. */
const shelves = /src[\\/](web|domain)[\\/]catalog[\\/]shelf[\\/](product-card|shelf)/

/** What comes with the first popup, or with the first press that needs it. */
const pressed =
  /src[\\/](web|domain)[\\/](layers[\\/]frame\.|account|personalization|registry[\\/](?!registry-button|registry\.|use-add)|cart[\\/](?:lines[\\/])?add|catalog[\\/]recommendation-(?!places))/

/** What one buys with, on shelves, product pages and in the cart: the checkout does without. */
const wares =
  /src[\\/](web[\\/](ui[\\/]fields[\\/]quantity|shell[\\/]form-quantity|catalog[\\/]recommendation|cart[\\/]adding[\\/]use-add-to-cart|shipping[\\/]fit-storage)|domain[\\/](cart[\\/]lines[\\/]quantity-control|catalog[\\/]recommendation-limits|registry[\\/]registry))/

/** A postal code is asked for on product pages and in the cart too. */
const codes = /src[\\/](domain[\\/]address[\\/]postal-code|web[\\/]ui[\\/]fields[\\/](select-field|use-blur-error))/

/** Addresses as one writes them: the cart asks for a postal code only. */
const addresses = /src[\\/](web|domain)[\\/](address[\\/](?!postal-code)|ui[\\/]fields[\\/]error-summary)/

/** What only some pages and the popups need, in files as the bundler cuts them. */
const aside =
  /src[\\/](web[\\/](address[\\/]address-block|order[\\/]place[\\/]unknown-outcome|checkout[\\/]recipients|payment|gift[\\/]gift-choices|tender|ui[\\/]fields[\\/](?:use-blur-error|select-field)|catalog[\\/]layers[\\/]terms|cart[\\/]cart-faults|order[\\/]cancel[\\/]release-summary)|domain[\\/](address|payment|business-days|holidays|shipping[\\/]delivery-windows))/

/** Where carousels stand: a few words that cart and registry have at once, and no other page at all. */
const places = /src[\\/]domain[\\/]catalog[\\/]recommendation-places/

/**
 * Two builds: the browser's (`vite build`: hashed files and build/client/pages.json) and the server's entry
 * (`vite build --ssr src/web/entry-server.tsx`).
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  publicDir: false,
  plugins: [react(), pagesFile()],
  css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:4]' } },
  build: isSsrBuild
    ? { outDir: 'build/server', target: 'node22', copyPublicDir: false, minify: false }
    : {
        outDir: 'build/client',
        manifest: true,
        // One file: rules keep their order, and no page waits for a second one.
        cssCodeSplit: false,
        assetsInlineLimit: 0,
        // Pages name their files themselves (pages.json); a list of every popup's files would weigh more than it saves.
        modulePreload: false,
        rolldownOptions: {
          input: { bootstrap: 'src/web/bootstrap-loader.ts', entry: 'src/web/entry-client.tsx' },
          // the entry's one export is called by web/bootstrap-loader.ts, by its address
          preserveEntrySignatures: 'strict',
          // Few files for a page to wait for: what most share in one, the libraries, which change seldom, in another.
          output: {
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
                {
                  name: 'shared',
                  test: (id: string) =>
                    /src[\\/](web|domain|contracts)[\\/]/.test(id) &&
                    ![totals, steps, paying, pressed, shelves, places, wares, aside, addresses].some((each) =>
                      each.test(id),
                    ),
                  minShareCount: 3,
                  priority: 2,
                },
                { name: 'wares', test: wares, minShareCount: 3, priority: 2 },
                { name: 'codes', test: codes, minShareCount: 2, priority: 2 },
                { name: 'totals', test: totals, minShareCount: 2, priority: 1 },
                { name: 'addresses', test: addresses, minShareCount: 2, priority: 1 },
                { name: 'steps', test: steps, minShareCount: 2, priority: 1 },
                { name: 'paying', test: paying, minShareCount: 2, priority: 1 },
                { name: 'shelves', test: shelves, minShareCount: 2, priority: 1 },
                { name: 'pressed', test: pressed, minShareCount: 3, priority: 1 },
              ],
            },
          },
        },
      },
  // React and all else in one file, built for production whatever the environment of the server says.
  ssr: command === 'build' ? { noExternal: true } : {},
}))

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

const lazyPages = pageSources()

/** Pages that may be the first that somebody sees. */
const firstPages = Object.entries(pageFacts).flatMap(([name, { seenBy }]) => (seenBy === 'oneShopper' ? [] : [name]))

const brandFonts = { CB: ['fraunces', 'figtree'], CB2: ['archivo'] }

/**
 * Writes build/client/pages.json: the files each page loads, for the document round it and for the size limits; and
 * first-styles.json: the styles that stand in a first page.
 */
function pagesFile(): Plugin {
  return {
    name: 'pages-file',
    apply: (_config, { isSsrBuild }) => isSsrBuild !== true,
    writeBundle(options, bundle) {
      const files = Object.keys(bundle)
      const address = (file: string) => `/${file}`
      const fontsOf = (names: readonly string[]) =>
        names.map((name) => address(files.find((file) => file.includes(`${name}-`) && file.endsWith('.woff2')) ?? ''))
      const entry = chunkOf(bundle, 'src/web/entry-client.tsx')
      const written = {
        bootstrap: address(chunkOf(bundle, 'src/web/bootstrap-loader.ts').fileName),
        entry: address(entry.fileName),
        styles: files.filter((file) => file.endsWith('.css')).map(address),
        fonts: Object.fromEntries(Object.entries(brandFonts).map(([brand, names]) => [brand, fontsOf(names)])),
        modules: Object.fromEntries(
          Object.entries(lazyPages).map(([name, source]) => [
            name,
            modulesOf(bundle, [entry, chunkOf(bundle, source)]).map(address),
          ]),
        ),
      }
      const folder = options.dir ?? 'build/client'
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'pages.json'), `${JSON.stringify(written, null, 2)}\n`)
      const styles = files.filter((file) => file.endsWith('.css')).map((file) => String(Object(bundle[file]).source))
      const firstStyles = firstPages.map((name) => {
        const modules = modulesOf(bundle, [entry, chunkOf(bundle, lazyPages[name] ?? name)]).flatMap((file) =>
          Object.keys(Object(bundle[file]).modules).flatMap((id) => stylesheetName(id)),
        )
        return [name, firstStylesOf(styles.join(''), new Set(modules))]
      })
      writeFileSync(join(folder, 'first-styles.json'), `${JSON.stringify(Object.fromEntries(firstStyles), null, 2)}\n`)
    },
  }
}

/** The name in class names of a CSS module; none for another file. */
function stylesheetName(id: string): string[] {
  const found = /([\w-]+)\.module\.css$/.exec(id)?.[1]
  return found === undefined ? [] : [`${found}-module`]
}

/** The chunk a source file opens, as entry or as lazy page. */
function chunkOf(bundle: Bundle, source: string): Chunk {
  const found = Object.values(bundle).find(
    (file): file is Chunk => file.type === 'chunk' && file.facadeModuleId?.endsWith(`/${source}`) === true,
  )
  if (found === undefined) throw new Error(`${source} is in no chunk of its own`)
  return found
}

/** These chunks and all they import at once, each once. */
function modulesOf(bundle: Bundle, chunks: readonly Chunk[]): string[] {
  const found = new Set<string>()
  const take = (name: string): void => {
    const chunk = bundle[name]
    if (found.has(name) || chunk?.type !== 'chunk') return
    found.add(name)
    for (const imported of chunk.imports) take(imported)
  }
  for (const chunk of chunks) take(chunk.fileName)
  return [...found]
}
