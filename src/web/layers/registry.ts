import type { AnyLazyLayer } from '#web/layers/layer.ts'

/** Every popup there is, one line each; its script is fetched when it is first opened. */
export const layers = {
  genericError: async () => (await import('#web/layers/generic-error.tsx')).GenericError,
  refresh: async () => (await import('#web/layers/refresh.tsx')).Refresh,
  networkError: async () => (await import('#web/layers/network-error.tsx')).NetworkError,
} satisfies { readonly [name: string]: AnyLazyLayer }

export type LayerRegistry = typeof layers
