import { useEffect, useSyncExternalStore } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import type { recommendationCalls } from '#contracts/catalog/recommendation-calls.ts'
import { recommendationPaths } from '#contracts/catalog/recommendation-paths.ts'
import { type CrossSellState, cappedItems, firstCrossSellState } from '#domain/catalog/cross-sell.ts'
import type { RecommendationItem } from '#domain/catalog/recommendation-item.ts'
import { calls } from '#web/calls/client.ts'
import { logError, routeErrorContext } from '#web/calls/log.ts'
import { readJsonp } from './jsonp.ts'

type State = CrossSellState<RecommendationItem>
/** The state of one item, with the titles its answers came with. */
type Current = { readonly state: State; readonly titles: { readonly piData: string; readonly addToCartPiData: string } }
type Part = 'piData' | 'addToCartPiData'
type Answer = ReplyOf<typeof recommendationCalls.mainPi>

const noTitles = { piData: '', addToCartPiData: '' }
const first: Current = { state: firstCrossSellState, titles: noTitles }
/** Nothing here is a shopper's own. */
const forAnybody = { isAnonymous: true }

let current: Current = first
let loaded: { readonly item: string; readonly addresses: Promise<void>; readonly parts: Set<Part> } | null = null
const listeners = new Set<() => void>()

/** Cross-sell items of a sku for the page or for the layer after an add; empty until they have come (XSELL-05, XSELL-11). */
export function useCrossSell(
  sku: number,
  page: string,
  part: Part,
): { readonly items: readonly RecommendationItem[]; readonly title: string } {
  const { state, titles } = useSyncExternalStore(
    subscribe,
    () => current,
    () => first,
  )
  useEffect(() => {
    fill(sku, page, part).catch((error: unknown) =>
      logError(error, routeErrorContext(recommendationPaths.crossSell, 'GetCrossSell')),
    )
  }, [sku, page, part])
  return loaded?.item === `${sku} ${page}` ? { items: state[part], title: titles[part] } : { items: [], title: '' }
}

/** Asks for the two addresses once per item, and for the items of one of them (XSELL-09 to XSELL-11). */
async function fill(sku: number, page: string, part: Part): Promise<void> {
  const item = `${sku} ${page}`
  if (loaded?.item !== item) {
    change(first)
    loaded = { item, addresses: askAddresses(sku, page), parts: new Set() }
  }
  const { addresses, parts } = loaded
  if (parts.has(part)) return
  parts.add(part)
  try {
    await addresses
    const answer = await readFeed(part === 'piData' ? current.state.piDataUrl : current.state.addToCartPiDataUrl)
    // the shopper may have gone on to another item
    if (loaded.item !== item) return
    change({
      state: { ...current.state, [part]: cappedItems(answer.items) },
      titles: { ...current.titles, [part]: answer.title },
    })
  } catch (error) {
    // who comes again asks again
    if (loaded?.item === item) loaded = null
    throw error
  }
}

async function askAddresses(sku: number, page: string): Promise<void> {
  const { piDataUrl, addToCartPiDataUrl } = await calls.recommendation.crossSell({ sku, page }, forAnybody)
  if (loaded?.item === `${sku} ${page}`)
    change({ ...current, state: { ...current.state, piDataUrl, addToCartPiDataUrl } })
}

/** The skus of a feed, made items by the widget's own call. */
async function readFeed(address: string): Promise<Answer> {
  const { skus } = (await readJsonp(address)) as { readonly skus: number[] }
  return calls.recommendation.mainPi({ skus }, forAnybody)
}

function change(to: Current): void {
  current = to
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
