/** Where a store under test listens, and what folder is its own. */
export type OwnStore = { readonly dataDir: string; readonly port: number; readonly gatewayPort: number }

/** Tells the tests to come which stores there are: one for each worker, so that none finds what another has done. */
export function offerStores(stores: readonly OwnStore[]): void {
  process.env.STORES = JSON.stringify(stores)
}

/** The store of this worker. */
export function ownStore(): OwnStore {
  const index = Number(process.env.TEST_PARALLEL_INDEX ?? 0)
  const own = (JSON.parse(process.env.STORES ?? '[]') as OwnStore[])[index]
  if (own === undefined) throw new Error(`no store has been started for worker ${index}`)
  return own
}
