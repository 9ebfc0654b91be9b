import { accountCookie } from '#domain/account-cookie.ts'
import type { AnalyticsSource } from '#domain/data-layer.ts'
import type { RequestedDesign } from '#web/cart/adding/add-request.ts'
import { savedDesign } from '#web/cart/adding/add-to-cart.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { reportError } from '#web/layers/report-error.ts'
import type { Browser } from '#web/navigation/browser.tsx'
import { readCookie } from '#web/navigation/cookies.ts'
import { addToRegistry } from '#web/registry/add-to-registry.ts'
import { addressHere, storeWanted } from '#web/registry/before-sign-in.ts'

export type DesignRequest = {
  readonly sku: number
  readonly quantity: number
  readonly design: RequestedDesign
  readonly tracked: AnalyticsSource
}

/**
 * Puts a piece with the shopper's words into a registry: a guest accepts the terms first (REG-19); the design is saved, and
 * its id goes with the add (REG-18). True when it is there; the cart stays closed (REG-21). The words outlive a sign-in (CALM-28).
 */
export async function addDesignToRegistry(
  { sku, quantity, design, tracked }: DesignRequest,
  { isSignedIn, terms }: { readonly isSignedIn: boolean; readonly terms: readonly string[] },
  browser: Browser,
): Promise<boolean> {
  const store = () => {
    const words = Object.fromEntries(design.lines.map(({ elementName, text }) => [elementName, text]))
    storeWanted({ design: { sku, quantity, words } })
  }
  if (!isSignedIn && !(await acceptTerms(terms, browser, store))) return false
  const saved = await savedDesign({ sku, quantity }, design, 'registry')
  if (saved === null || !('personalizationId' in saved)) return false
  const item = { sku, quantity, personalizationId: saved.personalizationId }
  try {
    return (await addToRegistry({ items: [item], tracked: [tracked] }, browser, store)) !== null
  } catch (error) {
    // no confirmation (OPEN-102)
    return reportError(error, '', { action: 'AddToRegistry', api: '/ReactRegistry' })
  }
}

/** Accepted by somebody who has an account: the login check still follows. Anybody else signs in first (REG-20). */
async function acceptTerms(terms: readonly string[], browser: Browser, store: () => void): Promise<boolean> {
  if ((await openLayer('confirmTerms', { terms })) !== true) return false
  if (readCookie(accountCookie) !== undefined) return true
  store()
  browser.assign(`/account/login?returnUrl=${encodeURIComponent(addressHere())}`)
  return false
}
