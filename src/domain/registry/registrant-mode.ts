const registrantPages = '/gift-registry/registrant-list'

/** A flag, not a role: true while a signed-in shopper is on the list pages of his or her own registry (PLAT-06). */
export function isRegistrantMode(page: {
  readonly path: string
  readonly isSignedIn: boolean
  readonly isOwner: boolean
}): boolean {
  const isListPage = page.path === registrantPages || page.path.startsWith(`${registrantPages}/`)
  return isListPage && page.isSignedIn && page.isOwner
}
