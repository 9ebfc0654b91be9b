import { countryName, requestCountries } from '#domain/address/request-countries.ts'
import { countryAbroad, shipToCookie, storeCountryNames } from '#domain/address/ship-to.ts'
import { allVariants, type VariantKey } from '#domain/variant.ts'
import type { Keys } from '#server/config/secrets.ts'
import { safeReturnUrl } from '#server/pages/account/return-url.ts'
import { setFlash, setShipToCookie } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import type { OwnPage } from '#server/pages/page-table.ts'

const shipToPath = '/customer-service/ship-to'

type Parts = {
  /** Of each storefront, from the configuration. */
  readonly origins: { readonly [Key in VariantKey]: string }
}

/** Where a shopper says which country things go to (OPEN-42): to the other store, or by request from this one. */
export function shipToPages({ origins }: Parts): OwnPage[] {
  return [
    {
      path: shipToPath,
      async load({ request, site: { variant, origin } }) {
        const { returnUrl, from } = request.query as { readonly returnUrl?: unknown; readonly from?: unknown }
        const chosen = countryAbroad(request.cookies[shipToCookie])
        // who comes from the other store has chosen this one, unless something else was chosen here before
        if (from === 'store' && chosen === '') return { kind: 'redirect', to: '/' }
        const stores = allVariants
          .filter(({ brand }) => brand === variant.brand)
          .map(({ key, country }) => {
            const address = key === variant.key ? '' : `${origins[key]}${shipToPath}?from=store`
            return { country, name: storeCountryNames[country], address }
          })
        const back = safeReturnUrl(returnUrl, origin, '/')
        return {
          kind: 'page',
          page: { name: 'shipTo', returnUrl: back, chosen, stores, countries: requestCountries },
        }
      },
    },
  ]
}

/** The choice as a form: it leads back to where the shopper was. */
export function shipToForms(flashCookieKey: Keys): Form[] {
  return [
    {
      path: shipToPath,
      allowsFirstVisit: true,
      refusedTo: shipToPath,
      fields: ['country'],
      async submit({ reply, site, context }, { country = '', returnUrl }) {
        const { variant, origin } = site
        const back = safeReturnUrl(returnUrl, origin, '/')
        const tell = (text: string, field = '') => setFlash(reply, site, flashCookieKey, text, {}, field)
        if (country === variant.country) {
          setShipToCookie(reply, site, country)
          tell(context.text('shipTo.home', { country: storeCountryNames[variant.country] }))
          return back
        }
        if (!requestCountries.some(({ code }) => code === country)) {
          tell(context.text('problem.missingField', { label: 'the country' }), 'country')
          return `${shipToPath}?returnUrl=${encodeURIComponent(back)}`
        }
        setShipToCookie(reply, site, country)
        tell(context.text('shipTo.abroad', { country: countryName(country) }))
        return back
      },
    },
  ]
}
