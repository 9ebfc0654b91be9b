import { useRef, useState } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import type { registryCalls } from '#contracts/registry/calls.ts'
import { type AnalyticsSource, itemsAdded } from '#domain/data-layer.ts'
import { type RegistryWish, registryAddBody } from '#domain/registry/add-item.ts'
import { track } from '#web/analytics/data-layer.ts'
import { calls } from '#web/calls/client.ts'
import { logError } from '#web/calls/log.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { useBrowser } from '#web/navigation/browser.tsx'

type RegistryList = ReplyOf<typeof registryCalls.getRegistryList>

/** Items to add, with what analytics may know of them. */
export type RegistryWishes = {
  readonly items: readonly [RegistryWish, ...RegistryWish[]]
  readonly tracked: readonly AnalyticsSource[]
}

export type AddToRegistry = {
  readonly isAdding: boolean
  /** Pieces of the first item in the shopper's registries after the add; null when nothing was added. */
  readonly add: (wishes: RegistryWishes) => Promise<number | null>
}

/** Adds to a registry: login, then how many registries, then the add, then the confirmation (REG-01). A second press while one runs does nothing. */
export function useAddToRegistry(): AddToRegistry {
  const browser = useBrowser()
  const [isAdding, setAdding] = useState(false)
  const isRunning = useRef(false)

  const run = async (wishes: RegistryWishes): Promise<number | null> => {
    const [first] = wishes.items
    const list = await calls.registry.getRegistryList({ sku: first.sku })
    if (!list.isLoggedIn) {
      const { pathname, search } = window.location
      browser.assign(`/account/login?returnUrl=${encodeURIComponent(`${pathname}${search}`)}`)
      return null
    }
    const grId = await chooseRegistry(list, wishes.items.length)
    if (grId === null || !(await send(wishes, grId, list))) return null
    return list.quantityInRegistry + first.quantity
  }

  const add = async (wishes: RegistryWishes): Promise<number | null> => {
    if (isRunning.current) return null
    isRunning.current = true
    setAdding(true)
    try {
      return await run(wishes)
    } catch (error) {
      refuse(error, '')
      return null
    } finally {
      isRunning.current = false
      setAdding(false)
    }
  }
  return { isAdding, add }
}

/** The only registry at once, one of several by the shopper's choice; null when there is none or none was chosen (REG-04 to REG-06). */
async function chooseRegistry(list: RegistryList, itemCount: number): Promise<number | null> {
  const [only] = list.giftRegistries
  if (only === undefined) {
    openLayer('noRegistry', {})
    return null
  }
  if (list.registryCount === 1) return only.id
  return (await openLayer('selectRegistry', { registries: list.giftRegistries, itemCount })) ?? null
}

/** The add itself; its popup becomes the confirmation only when isSuccess (REG-09, REG-10). */
async function send({ items, tracked }: RegistryWishes, grId: number, list: RegistryList): Promise<boolean> {
  const adding = calls.registry.addItems(registryAddBody(items, grId))
  const registryType = list.giftRegistries.find(({ id }) => id === grId)?.registryType ?? ''
  const { isInteractiveChecklistEnabled } = list
  openLayer('addToRegistry', { adding, grId, registryType, isInteractiveChecklistEnabled })
  const reply = await adding
  if (!reply.isSuccess) return refuse(new Error(reply.errorMessage), reply.errorMessage)
  track(itemsAdded('add_to_registry', tracked))
  return true
}

/** No confirmation: the error is logged, which an IsReset never is, and told (OPEN-102). */
function refuse(error: unknown, text: string): false {
  logError(error, { action: 'AddToRegistry', api: '/ReactRegistry/AddItems' })
  openLayer('genericError', { errorMessage: error instanceof Error ? error.message : '', text })
  return false
}
