import type { AnalyticsSource } from '#domain/data-layer.ts'
import type { RegistryRequest } from '#domain/registry/add-item.ts'

/** A piece that is not added, and why. */
export type LeftOut = { readonly name: string; readonly message: string }

/** Items to add, with what analytics may know of them. */
export type RegistryRequests = {
  readonly items: readonly [RegistryRequest, ...RegistryRequest[]]
  readonly tracked: readonly AnalyticsSource[]
  /** Of several, those that can be added are, and the others are told; these are known not to be before (CALM-14). */
  readonly leftOut?: readonly LeftOut[]
}
