import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

type Cached = { readonly payload: AdapterPayload; readonly until: number }

const maxEntries = 5_000

/** What a provider remembers, for as long as this program runs and no longer. A sign-in under way at a restart begins again. */
export function memoryAdapter(now: () => number = Date.now): AdapterFactory {
  const cached = new Map<string, Cached>()

  function find(key: string): AdapterPayload | undefined {
    const found = cached.get(key)
    if (found === undefined || found.until > now()) return found?.payload
    cached.delete(key)
    return undefined
  }

  function findWhere(kind: string, name: 'uid' | 'userCode', value: string): AdapterPayload | undefined {
    for (const [key, { payload }] of cached) {
      if (key.startsWith(`${kind}:`) && payload[name] === value) return find(key)
    }
    return undefined
  }

  return (kind): Adapter => ({
    async upsert(id, payload, expiresIn) {
      if (cached.size >= maxEntries) for (const key of [...cached.keys()].slice(0, maxEntries / 2)) cached.delete(key)
      cached.set(`${kind}:${id}`, { payload, until: expiresIn === undefined ? Infinity : now() + expiresIn * 1000 })
    },
    find: async (id) => find(`${kind}:${id}`),
    findByUid: async (uid) => findWhere(kind, 'uid', uid),
    findByUserCode: async (userCode) => findWhere(kind, 'userCode', userCode),
    async consume(id) {
      const payload = find(`${kind}:${id}`)
      if (payload !== undefined) payload.consumed = Math.floor(now() / 1000)
    },
    async destroy(id) {
      cached.delete(`${kind}:${id}`)
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of cached) if (payload.grantId === grantId) cached.delete(key)
    },
  })
}
