import { productAddress } from '#domain/catalog/sku.ts'
import { designLines } from '#domain/personalization/design.ts'
import { calls } from '#web/calls/client.ts'
import type { EndedSession } from '#web/checkout/ended-session.ts'
import { fetchState } from '#web/navigation/fetch-state.ts'

type Words = NonNullable<EndedSession['items'][number]['words']>

/**
 * The id of a design with the words of one whose session ended; it is judged as a new one is. Null when the piece is not made
 * with these words any more.
 */
export async function saveDesignAnew(sku: number, quantity: number, words: Words): Promise<string | null> {
  const found = await fetchState(productAddress(sku), new AbortController().signal)
  const page = found?.state.page
  const piece = page?.name === 'product' ? page.product.skus.find((each) => each.sku === sku) : undefined
  const template = piece?.personalization ?? null
  if (template === null) return null
  const { templateName, locationName } = template
  const design = { templateName, locationName, sku, personalization: [...designLines(words)] }
  const reply = await calls.personalization.saveDesign({ quantity, orderType: 'cart', profileGuid: '', design })
  return reply.isSuccess ? reply.personalizationUuid : null
}
