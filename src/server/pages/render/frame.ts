import type { Frame } from '#contracts/pages.ts'
import type { CategoryLink } from '#domain/catalog/product.ts'
import { categoryAddress } from '#domain/catalog/sku.ts'
import type { VariantKey } from '#domain/variant.ts'
import type { FeatureFlags } from '#server/http/context.ts'
import type { Site } from '#server/http/host-table.ts'

/** What is round a page that is the same for everybody. */
export type PublicFrame = {
  readonly site: Site
  readonly categories: readonly CategoryLink[]
  readonly messages: Frame['messages']
  readonly flags: FeatureFlags
  readonly consentStores: readonly VariantKey[]
}

/** What is round a page of one shopper. */
export type OwnFrame = Pick<
  Frame,
  | 'token'
  | 'counts'
  | 'favorites'
  | 'shipTo'
  | 'isSignedIn'
  | 'isApp'
  | 'isScanMode'
  | 'notice'
  | 'noticeField'
  | 'errors'
  | 'isRefused'
  | 'typed'
>

/** A guest's frame in a page that is kept for everybody: no token, no count, no name. */
export const sharedFrame: OwnFrame = {
  token: '',
  counts: null,
  favorites: [],
  shipTo: '',
  isSignedIn: false,
  isApp: false,
  isScanMode: false,
  notice: '',
  noticeField: '',
  errors: {},
  isRefused: false,
  typed: {},
}

export function frameOf(parts: PublicFrame, own: OwnFrame): Frame {
  const { site, categories, messages, flags, consentStores } = parts
  return {
    variantKey: site.variant.key,
    ...own,
    asksConsent: consentStores.includes(site.variant.key),
    navigation: categories.map(({ slug, name }) => ({ slug, name, navigateUrl: categoryAddress(slug) })),
    messages,
    flags,
    origin: site.origin,
  }
}
