import type { ReplyOf } from '#contracts/call.ts'
import type { registryCalls } from '#contracts/registry/calls.ts'
import { registryPaths } from '#contracts/registry/paths.ts'
import { registryAddBody } from '#domain/registry/add-item.ts'
import { track } from '#web/analytics/data-layer.ts'
import { calls } from '#web/calls/client.ts'
import { routeErrorContext } from '#web/calls/log.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { reportError } from '#web/layers/report-error.ts'
import type { Browser } from '#web/navigation/browser.tsx'
import { addressHere, storeWanted } from '#web/registry/before-sign-in.ts'
import type { RegistryRequests } from '#web/registry/registry-requests.ts'

const addPlace = routeErrorContext(registryPaths.addItems, 'AddToRegistry')

type RegistryList = ReplyOf<typeof registryCalls.getRegistryList>

/**
 * Adds to a registry: login, then how many registries, then the add, then the confirmation (REG-01). Answers how many
 * pieces of the first item the shopper's registries then ask for; null when nothing was added. `store` notes what goes on
 * after the sign-in.
 */
export async function addToRegistry(
  requests: RegistryRequests,
  browser: Browser,
  store: () => void = () => storeWanted({ items: requests }),
): Promise<number | null> {
  const [first] = requests.items
  const list = await calls.registry.getRegistryList({ sku: first.sku })
  if (!list.isLoggedIn) {
    store()
    browser.assign(`/account/login?returnUrl=${encodeURIComponent(addressHere())}`)
    return null
  }
  const grId = await chooseRegistry(list, requests.items.length)
  if (grId === null || !(await send(requests, grId, list))) return null
  return list.quantityInRegistry + first.quantity
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
async function send({ items, tracked, leftOut }: RegistryRequests, grId: number, list: RegistryList): Promise<boolean> {
  const body = registryAddBody(items, grId)
  const adding = calls.registry.addItems(leftOut === undefined ? body : { ...body, LeavesOut: true })
  const registryType = list.giftRegistries.find(({ id }) => id === grId)?.registryType ?? ''
  const { isInteractiveChecklistEnabled } = list
  openLayer('addToRegistry', { adding, leftOut: leftOut ?? [], grId, registryType, isInteractiveChecklistEnabled })
  const reply = await adding
  const { notAdded = [] } = reply
  // the popup tells each of them
  if (!reply.isSuccess && notAdded.length > 0) return false
  if (!reply.isSuccess) return reportError(new Error(reply.errorMessage), reply.errorMessage, addPlace)
  const isAdded = (at: number) => !notAdded.some(({ sku }) => sku === items[at]?.sku)
  track({ kind: 'addedToRegistry', lines: tracked.filter((_, at) => isAdded(at)) })
  return true
}
