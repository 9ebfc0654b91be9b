/** A limit per address for floods, in this process only: cheap, forgetful, generous. */
export type AddressLimit = {
  allows(address: string): boolean
  /** Whether an address that is refused was not told of yet: a flood is one event, not one per request. */
  isNews(address: string): boolean
  /** One more than it would have, for what follows at once from what was allowed. */
  lend(address: string): void
}

const max = 20_000

/** Each address may send `perSecond` requests a second and four times as many in one go; 0 allows all. */
export function createAddressLimit(perSecond: number, now: () => number = () => performance.now()): AddressLimit {
  const buckets = new Map<string, { left: number; at: number; isReported: boolean }>()
  const capacity = perSecond * 4
  return {
    allows(address) {
      if (perSecond === 0) return true
      const at = now()
      const bucket = buckets.get(address)
      if (bucket === undefined) {
        // forgetting all is kinder than growing without end
        if (buckets.size >= max) buckets.clear()
        buckets.set(address, { left: capacity - 1, at, isReported: false })
        return true
      }
      bucket.left = Math.min(capacity, bucket.left + ((at - bucket.at) / 1000) * perSecond)
      bucket.at = at
      if (bucket.left < 1) return false
      // the flood is over
      if (bucket.left > capacity / 2) bucket.isReported = false
      bucket.left -= 1
      return true
    },
    lend(address) {
      const bucket = buckets.get(address)
      if (bucket !== undefined) bucket.left += 1
    },
    isNews(address) {
      const bucket = buckets.get(address)
      if (bucket === undefined || bucket.isReported) return false
      bucket.isReported = true
      return true
    },
  }
}
