import { Core, CustomCard } from '@adyen/adyen-web'
import { adyenBrandNames } from '#domain/payment/adyen-brands.ts'
import type { AdyenCard, AdyenEvents, AdyenField, AdyenSettings } from '#web/payment/adyen/adyen-frames.ts'

type Environment = NonNullable<ConstructorParameters<typeof Core>[0]['environment']>

/** adyen-web 6 with its frames and nothing else: no device fingerprint, no analytics, no words from elsewhere. */
export async function openAdyenCard(
  place: HTMLElement,
  settings: AdyenSettings,
  events: AdyenEvents,
): Promise<AdyenCard> {
  const { clientKey, environment, countryCode, words, look } = settings
  let isReady = false
  const core = new Core({
    clientKey,
    environment: environment as Environment,
    countryCode,
    // the only one whose words the library brings along
    locale: 'en-US',
    translations: { 'en-US': words },
    analytics: { enabled: false },
    risk: { enabled: false },
    exposeLibraryMetadata: false,
  })
  // switched off they still send the screen's size and the address of the page, for an id we have no use for
  Reflect.set(core, 'requestAnalyticsAttemptId', async () => undefined)
  const checkout = await core.initialize()
  const card = new CustomCard(checkout, {
    brands: [...adyenBrandNames],
    autoFocus: false,
    styles: { base: { color: look.color, fontSize: look.fontSize }, error: { color: look.wrongColor } },
    onConfigSuccess: () => {
      isReady = true
      events.onReady()
    },
    // once the fields stand there, what fails is a look-up of the brand, which does without
    onError: ({ name }) => !isReady && events.onFailed(name),
    onChange: ({ data, isValid, errors = {} }) =>
      events.onEntry({ isValid, encrypted: encryptedOf(data.paymentMethod), wrong: codesOf(errors) }),
    onBrand: ({ brand, cvcPolicy, expiryDatePolicy }) =>
      events.onBrand({ name: brand, hasExpiry: expiryDatePolicy !== 'hidden', hasCode: cvcPolicy !== 'hidden' }),
    onFieldValid: ({ fieldType, endDigits = '' }) =>
      fieldType === 'encryptedCardNumber' && events.onLastFour(endDigits),
    onEnterKeyPressed: () => events.onEnter(),
  })
  card.mount(place)
  return {
    showWrong: () => void card.showValidation(),
    focus: (field) => void card.setFocusOn(field),
    remove: () => card.remove(),
  }
}

function encryptedOf(method: object): { readonly [name: string]: string } {
  const found = Object.entries(method).filter(([name, value]) => name.startsWith('encrypted') && value)
  return Object.fromEntries(found)
}

function codesOf(errors: object): { readonly [Field in AdyenField]?: string } {
  const found = Object.entries(errors as { readonly [field: string]: { readonly error?: string } | null })
  return Object.fromEntries(found.flatMap(([field, wrong]) => (wrong?.error ? [[field, wrong.error]] : [])))
}
