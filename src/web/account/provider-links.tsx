import type { ReactNode } from 'react'
import type { ProviderName } from '#contracts/pages.ts'
import buttons from '#web/ui/button.module.css'
import { Icon } from '#web/ui/icon.tsx'

/** The ways of outside providers to sign in (LOGIN-24, LOGIN-25): plain links, because the browser leaves for another site. */
export function ProviderLinks(props: {
  readonly providers: readonly ProviderName[]
  /** Where the shopper is led after signing in: a path of this store. */
  readonly redirectUrl: string
}): ReactNode {
  return props.providers.map((name) => (
    <a
      key={name}
      href={`/account/auth/loginwithidp?idp=${name}&redirectUrl=${encodeURIComponent(props.redirectUrl)}`}
      className={`${buttons.button} ${buttons.quiet} ${buttons.wide}`}
    >
      <Icon name={icons[name]} size={20} /> <span>Continue with {name}</span>
    </a>
  ))
}

const icons = { Google: 'google', Apple: 'apple', Okta: 'lock' } as const

/** The providers that a store's sign-in settings name (LOGIN-08). */
export function providersOf(settings: {
  readonly baseUrl: string
  readonly isGoogleEnabled: boolean
  readonly isAppleEnabled: boolean
}): ProviderName[] {
  const { baseUrl, isGoogleEnabled, isAppleEnabled } = settings
  return [
    ...(isGoogleEnabled ? (['Google'] as const) : []),
    ...(isAppleEnabled ? (['Apple'] as const) : []),
    ...(baseUrl === '' ? [] : (['Okta'] as const)),
  ]
}
