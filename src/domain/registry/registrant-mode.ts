/** State of registries in the browser; isRegistrantMode is a flag, not a role (PLAT-06). */
export type RegistryState = { readonly isRegistrantMode: boolean }

export const firstRegistryState: RegistryState = { isRegistrantMode: false }

const registrantPages = '/gift-registry/registrant-list'

/** True while a signed-in shopper is on the list pages of his or her own registry (PLAT-06). */
export function isRegistrantMode(page: {
  readonly path: string
  readonly isSignedIn: boolean
  readonly isOwner: boolean
}): boolean {
  const isListPage = page.path === registrantPages || page.path.startsWith(`${registrantPages}/`)
  return isListPage && page.isSignedIn && page.isOwner
}
