import { allVariants, type Variant, type VariantKey, variants } from '#domain/variant.ts'

/** One storefront as it is reached: its variant and its configured origin. */
export type Site = {
  readonly variant: Variant
  /** From the configuration, never from the Host header. */
  readonly origin: string
  readonly isSecure: boolean
  /** `__Host-` binds the cookie to this host and to https; browsers refuse it on plain http. */
  readonly sessionCookie: '__Host-sid' | 'sid'
}

/** Finds the storefront of a Host header; null where only configured hosts are served (OPEN-08). */
export type HostTable = {
  siteOf(host: string | undefined): Site | null
  readonly sites: { readonly [Key in VariantKey]: Site }
}

/** The table of the configured origins. In development any other host is CB in the US. */
export function hostTable(origins: { readonly [Key in VariantKey]: string }, isProduction: boolean): HostTable {
  const sites = Object.fromEntries(
    allVariants.map(({ key }) => {
      const isSecure = origins[key].startsWith('https://')
      return [
        key,
        { variant: variants[key], origin: origins[key], isSecure, sessionCookie: isSecure ? '__Host-sid' : 'sid' },
      ]
    }),
  ) as HostTable['sites']
  const byHost = new Map<string, Site>()
  for (const site of Object.values(sites)) {
    const url = new URL(site.origin)
    byHost.set(url.host, site)
    if (!isProduction) byHost.set(url.hostname, site)
  }
  return {
    sites,
    siteOf(host) {
      const known = host === undefined ? undefined : byHost.get(host)
      if (known !== undefined) return known
      const name = (host ?? '').toLowerCase()
      const other = byHost.get(name) ?? (isProduction ? undefined : byHost.get(name.replace(/:\d*$/, '')))
      return other ?? (isProduction ? null : sites.cb)
    },
  }
}
