import { useRef, useState } from 'react'
import { reportError } from '#web/layers/report-error.ts'
import { useBrowser } from '#web/navigation/browser.tsx'
import type { RegistryRequests } from '#web/registry/registry-requests.ts'

export type AddToRegistry = {
  readonly isAdding: boolean
  /** Pieces of the first item in the shopper's registries after the add; null when nothing was added. */
  readonly add: (requests: RegistryRequests) => Promise<number | null>
}

/** Adds to a registry, by a script that comes when it is first wanted; a second press while one runs does nothing. */
export function useAddToRegistry(): AddToRegistry {
  const browser = useBrowser()
  const [isAdding, setAdding] = useState(false)
  const isRunning = useRef(false)

  const add = async (requests: RegistryRequests): Promise<number | null> => {
    if (isRunning.current) return null
    isRunning.current = true
    setAdding(true)
    try {
      const { addToRegistry } = await import('#web/registry/add-to-registry.ts')
      return await addToRegistry(requests, browser)
    } catch (error) {
      // no confirmation (OPEN-102)
      reportError(error, '', { action: 'AddToRegistry', api: '/ReactRegistry' })
      return null
    } finally {
      isRunning.current = false
      setAdding(false)
    }
  }
  return { isAdding, add }
}
