import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, type EnvironmentModuleNode, type Plugin, type ViteDevServer } from 'vite'
import type { PageFiles, ServerEntry, WebBuild } from '#server/pages/render/web-build.ts'
import type { Storefront } from '#server/run/run-shop.ts'
import { pageSources } from './page-sources.ts'

const root = join(import.meta.dirname, '..')
const serverEntry = '/src/web/entry-server.tsx'
const devEntry = '/@dev/entry.js'
const devStyles = '/@dev/styles.css'
/** Addresses that are Vite's; all others are the shop's. */
const viteAddress = /^\/(@|src\/|node_modules\/)/

/**
 * The pages from their sources: drawn by what stands in src/web now, brought to life with Vite's hot reload. Vite answers
 * before the shop at the same port, so that the policy of the pages ('self') holds for its scripts and its socket too.
 */
export async function openDevStorefront(): Promise<Storefront> {
  // takes part in no connection of its own: passes on who asks for a socket
  const upgrades = createHttpServer()
  const vite = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    configLoader: 'native',
    appType: 'custom',
    plugins: [entryPlugin()],
    optimizeDeps: { entries: ['src/web/entry-client.tsx'] },
    server: { middlewareMode: true, hmr: { server: upgrades } },
  })
  const { build, settled } = await sourceBuild(vite)
  return {
    build,
    attach(server) {
      server.on('upgrade', (...upgrade) => upgrades.emit('upgrade', ...upgrade))
      answerFirst(server, vite, settled)
    },
    close: () => vite.close(),
  }
}

type SourceBuild = {
  /** The storefront as a build would give it. A change of its sources is another revision. */
  readonly build: WebBuild
  /** Resolves when the last change has been taken in. */
  settled(): Promise<void>
}

async function sourceBuild(vite: ViteDevServer): Promise<SourceBuild> {
  const load = async () => ((await vite.ssrLoadModule(serverEntry)) as ServerEntry).loadRender()
  let render = await load()
  let revision = 0
  let settling = Promise.resolve()
  const takeIn = async () => {
    try {
      render = await load()
      revision += 1
    } catch (error) {
      // half-typed: the pages stay as they were, and the browser shows what is wrong
      console.error(error)
    }
  }
  vite.watcher.on('change', (file) => {
    const { moduleGraph } = vite.environments.ssr
    if (moduleGraph.getModulesByFile(file) === undefined) return
    // Vite does it too, but only after it has heard what its plugins say
    moduleGraph.onFileChange(file)
    settling = settling.then(takeIn)
  })
  const modules = Object.entries(pageSources()).map(([name, source]) => [name, [`/${source}`]])
  const build: WebBuild = {
    render: (state) => render(state),
    revision: () => revision,
    pages: {
      bootstrap: '/src/web/bootstrap-loader.ts',
      entry: devEntry,
      styles: [devStyles],
      fonts: { CB: [], CB2: [] },
      modules: Object.fromEntries(modules) as PageFiles['modules'],
    },
    firstStyles: {},
    files: [],
    integrity: new Map(),
    importMap: '',
  }
  return { build, settled: () => settling }
}

/** What React's hot reload needs before any component; then the storefront's own entry. */
function entryPlugin(): Plugin {
  const code = `
import '/@vite/client'
${react.preambleCode.replace('__BASE__', '/')}
export async function hydrate() {
  const entry = await import('/src/web/entry-client.tsx')
  await entry.hydrate()
  // every component has brought its own styles now, which change with it
  document.querySelector('link[href="${devStyles}"]')?.remove()
}`
  return {
    name: 'dev-entry',
    resolveId: (id) => (id === devEntry ? id : undefined),
    load: (id) => (id === devEntry ? code : undefined),
  }
}

function answerFirst(server: Server, vite: ViteDevServer, settled: () => Promise<void>): void {
  const shop = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  server.removeAllListeners('request')
  server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith(devStyles)) {
      response.setHeader('content-type', 'text/css').end(await stylesOf(vite))
    } else if (viteAddress.test(request.url ?? '')) {
      vite.middlewares(request, response, () => response.writeHead(404).end())
    } else {
      await settled()
      allowStyleElements(response)
      for (const answer of shop) answer(request, response)
    }
  })
}

/** Vite puts styles into elements; the shop's policy knows those by their hashes only. */
function allowStyleElements(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response)
  const allowed = (value: unknown) =>
    typeof value === 'string' ? value.replace(/(?<=; )style-src 'self'/, "$& 'unsafe-inline'") : value
  response.writeHead = ((status: number, headers: { readonly [name: string]: unknown } | readonly unknown[] = {}) => {
    const changed = Array.isArray(headers)
      ? headers.map(allowed)
      : Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, allowed(value)]))
    return writeHead(status, changed as string[])
  }) as typeof response.writeHead
}

/** All styles of all pages, for the moment before the scripts have come. */
async function stylesOf(vite: ViteDevServer): Promise<string> {
  const entry = await vite.environments.ssr.moduleGraph.getModuleByUrl(serverEntry)
  const sheets = new Set<string>()
  const seen = new Set<EnvironmentModuleNode>()
  const visit = (module: EnvironmentModuleNode): void => {
    if (seen.has(module)) return
    seen.add(module)
    if (module.url.endsWith('.css')) sheets.add(module.url)
    for (const imported of module.importedModules) visit(imported)
  }
  if (entry !== undefined) visit(entry)
  const texts = [...sheets].map(async (url) => (await vite.environments.client.transformRequest(`${url}?direct`))?.code)
  return (await Promise.all(texts)).join('\n')
}
