// The first script of every page, and a small one: the program itself waits for the first paint, because until then
// every script would only stand in its way. A touch of the page, or a page in the background, does not wait.
const script = document.querySelector<HTMLScriptElement>('script[data-entry]')
const entry = script?.dataset.entry
// How long a form that was sent early waits for the program before the browser sends it, and the program for its styles.
const patienceMs = 4_000
let isStarted = false

function start(): void {
  if (isStarted || entry === undefined) return
  isStarted = true
  // a touch may come before the whole page has
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', run, { once: true })
  else run()
}

function run(): void {
  if (entry === undefined) return
  const styles = fetchStyles()
  import(/* @vite-ignore */ entry).then(async ({ hydrate }: { hydrate: () => Promise<void> }) => {
    await Promise.race([styles, new Promise((resolve) => setTimeout(resolve, patienceMs))])
    await hydrate()
  })
}

// A first page brings the styles of its own parts only: popups and the next page need the rest.
function fetchStyles(): Promise<unknown> {
  const addresses = script?.dataset.styles?.split(' ').filter(Boolean) ?? []
  return Promise.all(addresses.map((href) => fetchStyle(href, 3)))
}

// A file that cannot be had at once keeps nobody from buying: it is asked for again behind the living page.
function fetchStyle(href: string, tries: number): Promise<void> {
  return new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      if (tries > 1) setTimeout(fetchStyle, 2_000, href, tries - 1)
      resolve()
    }
    document.head.append(link)
  })
}

// A form that the program will take over keeps what was sent until it is there: answered at once, lost never. Of one that
// only the program can send (data-early="press") it keeps that it was sent; what was typed stands in its fields.
addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || form.dataset.early === undefined) return
  if (document.querySelector('[data-hydrated]')) return
  event.preventDefault()
  if (form.dataset.waiting !== undefined) return
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  form.dataset.waiting = form.dataset.early || new URLSearchParams(fields).toString()
  setTimeout(() => form.dataset.waiting !== undefined && form.submit(), patienceMs)
})

// A way back after a reload is the program's to go; until it lives only the address would change, and this page stay under it.
const pageOf = ({ pathname, search }: Location) => `${pathname}${search}`
const served = pageOf(location)
addEventListener('popstate', () => {
  if (!document.querySelector('[data-hydrated]') && pageOf(location) !== served) location.reload()
})

try {
  new PerformanceObserver((list) => {
    // One more turn, so that the painted frame is on the screen before the work begins.
    if (list.getEntriesByName('first-contentful-paint').length > 0) setTimeout(start)
  }).observe({ type: 'paint', buffered: true })
} catch {
  start()
}
for (const touch of ['pointerdown', 'keydown', 'touchstart'])
  addEventListener(touch, start, { once: true, passive: true })
if (document.visibilityState === 'hidden') start()
setTimeout(start, 3_000)
