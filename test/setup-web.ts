import { afterAll, afterEach, vi } from 'vitest'

await openWindow()
// a late import of the file before may have bound itself to the window that is gone
vi.resetModules()
// loaded once for all files of a process, and only where there is a window
const { cleanup, configure, screen, within } = await import('@testing-library/react')
await import('#test/web/dialog.ts')
// it was bound to the body of the first file
Object.assign(screen, within(document.body))

// what is waited for comes later on a busy machine; a test proves nothing about time
configure({ asyncUtilTimeout: 10_000 })

// the library does this by itself only where afterEach is a global
afterEach(cleanup)
// what our own modules remember is of one visit: each file loads them anew, and finds the globals as they were
afterAll(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  // a late call is carried nowhere: told of a lost connection it would come again, at the server of the next file
  globalThis.fetch = () => new Promise(() => {})
})

// jsdom draws nothing, so it has nowhere to scroll to
Element.prototype.scrollIntoView = () => {}
