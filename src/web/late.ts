// The whole program waits for the first paint: until then every script would only stand in its way. A touch of the
// page, or a page that is not painted because it lies in the background, does not wait.
const script = document.querySelector<HTMLScriptElement>('script[data-entry]')
const entry = script?.dataset.entry
let isStarted = false

function start(): void {
  if (isStarted || entry === undefined) return
  isStarted = true
  import(/* @vite-ignore */ entry)
}

// Fetched meanwhile, behind everything the first paint needs, so that none waits until another one asks for it.
for (const address of script?.dataset.modules?.split(' ') ?? []) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.fetchPriority = 'low'
  link.href = address
  document.head.append(link)
}

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
