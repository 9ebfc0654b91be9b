import type { EventEmitter } from 'node:events'
import { builtinEnvironments, type Environment } from 'vitest/runtime'

declare global {
  var openWindow: () => Promise<void>
}

/**
 * A new window for each file in place of one for each process, which is what vitest makes when files share their modules
 * (`isolate: false`): test/setup-web.ts opens it. The last file's stays until then: React may still be at work in it.
 */
const windowOfFile: Environment = {
  name: 'window-of-file',
  viteEnvironment: 'client',
  setup(global: typeof globalThis & { jsdom?: { virtualConsole: EventEmitter } }) {
    let close = async (): Promise<void> => undefined
    global.openWindow = async () => {
      await close()
      const { teardown } = await builtinEnvironments.jsdom.setup(global, {})
      close = async () => teardown(global)
      // jsdom neither scrolls nor goes to another document, and says so each time; what else it says is a fault
      global.jsdom?.virtualConsole.removeAllListeners('jsdomError')
      global.jsdom?.virtualConsole.on('jsdomError', (error: Error & { type: string }) => {
        if (error.type !== 'not-implemented') console.error(error)
      })
    }
    return { teardown: () => close() }
  },
}

export default windowOfFile
