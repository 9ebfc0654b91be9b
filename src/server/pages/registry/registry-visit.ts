import { typedBeforeQuery } from '#domain/account/typed-before.ts'
import type { FieldRefusal } from '#domain/registry/new-registry.ts'
import { registryAddresses } from '#domain/registry/registry.ts'
import type { Keys } from '#server/config/secrets.ts'
import type { Sql } from '#server/db/database.ts'
import { problemText } from '#server/http/problem-text.ts'
import { setRefused } from '#server/pages/cookies.ts'
import type { Fields } from '#server/pages/forms/form.ts'
import { wholeNumber } from '#server/pages/page-table.ts'
import type { Visit } from '#server/pages/visit.ts'
import { type RegistryOwner, type RegistryRow, readRegistries } from '#server/registry/registry-store.ts'

/** Whose registries this visit may be about. */
export function ownerOf({ session, site }: Visit): RegistryOwner {
  return { shopperId: session.shopperId, variant: site.variant }
}

/** The registry that the page's address names; null for none. */
export function grIdOf({ request }: Visit): number | null {
  return wholeNumber((request.params as { readonly grId?: unknown }).grId)
}

/** The registry of her own that a form names; undefined for none. */
export async function registryIn(sql: Sql, visit: Visit, fields: Fields): Promise<RegistryRow | undefined> {
  const grId = wholeNumber(fields.grId) ?? 0
  return (await readRegistries(sql, ownerOf(visit))).find((each) => each.grId === grId)
}

/** Where a guest signs in and comes back from. */
export function signInAddress(returnUrl: string): string {
  return `/account/login?returnUrl=${encodeURIComponent(returnUrl)}`
}

/** Where whoever sent the form of a registry signs in again, and comes back to it; a button of another page leads to the list. */
export function signInForEdit({ grId, giftMail }: Fields): string {
  const { edit, list } = registryAddresses
  return signInAddress(giftMail === undefined ? list : `${edit(wholeNumber(grId) ?? 0)}${typedBeforeQuery}`)
}

/** All that is wrong, each at its field; what is wrong with what is not asked for here, at the head of the form. False: what was typed is too much to keep. */
export function refuse(
  visit: Visit,
  flashCookieKey: Keys,
  refusals: readonly FieldRefusal[],
  typed: Fields,
  asked: readonly string[],
): boolean {
  const errors: Record<string, string> = {}
  for (const { field, problem } of refusals) {
    if (asked.includes(field)) errors[field] ??= problemText(visit.context, problem)
  }
  const text = refusals[0] === undefined ? '' : problemText(visit.context, refusals[0].problem)
  return setRefused(visit.reply, visit.site, flashCookieKey, { text, errors }, typed)
}
