import type { Config } from '#server/config/config.ts'
import { createPlaceSearch } from '#server/providers/address-search/built-in.ts'
import { readPlaces } from '#server/providers/address-search/places-file.ts'
import type { AddressSearch } from '#server/providers/address-search/port.ts'
import { createBuiltInGateway } from '#server/providers/card-gateway/built-in.ts'
import type { CardGateway } from '#server/providers/card-gateway/port.ts'
import { createReportSource, type ReportSource } from '#server/providers/card-gateway/report-source.ts'
import type { AdyenConfig } from '#server/providers/card-gateway/settings.ts'
import { readWebhook, type WebhookReading } from '#server/providers/card-gateway/webhooks.ts'
import type { IdentityProvider } from '#server/providers/identity/port.ts'
import type { MailSender } from '#server/providers/mail/port.ts'
import { createSmtpSender, smtpLimits } from '#server/providers/mail/smtp.ts'
import { createPictureFolder } from '#server/providers/picture-store/folder.ts'
import type { PictureStore } from '#server/providers/picture-store/port.ts'
import { createBuiltInTax } from '#server/providers/tax/built-in.ts'
import type { TaxService } from '#server/providers/tax/port.ts'
import { createBuiltInWallets } from '#server/providers/wallet-gateway/built-in.ts'
import type { WalletGateway } from '#server/providers/wallet-gateway/port.ts'

/** The outside world behind its ports, as configured. */
export type Providers = {
  readonly gateway: CardGateway
  /** PayPal, Venmo and Apple Pay; null where none can be offered. */
  readonly wallets: WalletGateway | null
  readonly readWebhook: (body: unknown) => WebhookReading
  /** Where the card processor's reports come from; null where there are none to download. */
  readonly reports: ReportSource | null
  readonly mail: MailSender
  /** Where the pictures of the catalogue are. */
  readonly pictures: PictureStore
  /** Who knows what is taxed where. */
  readonly tax: TaxService
  /** Who completes addresses; null where nobody does. */
  readonly addressSearch: AddressSearch | null
  /** Completes them where that one does not answer; null where nobody else does. */
  readonly addressFallback: AddressSearch | null
  /** Outside providers to sign in with, in the order of their buttons. */
  readonly identity: readonly IdentityProvider[]
  close(): void
}

/** Adyen where its credentials are set, else the built-in gateway; wallets likewise; the mail server of the settings, else the mailbox. */
export async function createProviders(config: Config, now: () => Date = () => new Date()): Promise<Providers> {
  const { adyen } = config
  const gateway = adyen === null ? builtIn(config) : await ofAdyen(adyen)
  const wallets = await walletsOf(config, gateway)
  const keys =
    adyen === null
      ? { hmacKey: config.gateway.webhookHmacKey, merchantAccount: config.gateway.merchantAccount }
      : { hmacKey: adyen.webhookHmacKey, merchantAccount: adyen.merchantAccount }
  const { addressSearch, addressFallback } = await addressSearchOf(config)
  const { host, port, isSecure, user, password } = config.mail
  const mail = createSmtpSender({ host, port, isSecure, user: user || null, password: password || null, ...smtpLimits })
  return {
    gateway,
    wallets,
    readWebhook: (body) => readWebhook(body, keys),
    reports: reportsOf(config),
    mail,
    pictures: await pictureStoreOf(config),
    tax: createBuiltInTax(),
    addressSearch,
    addressFallback,
    identity: await identityOf(config, now),
    close() {
      gateway.close()
      wallets?.close()
      addressSearch?.close()
    },
  }
}

function reportsOf({ adyen }: Config): ReportSource | null {
  if (adyen === null || adyen.reportKey === null) return null
  const { environment, merchantAccount, reportKey } = adyen
  return createReportSource({ environment, merchantAccount, reportKey, origin: null })
}

/** The object store of the settings, else the folder. */
export async function pictureStoreOf({
  pictureStore,
  pictureDirs,
}: Pick<Config, 'pictureStore' | 'pictureDirs'>): Promise<PictureStore> {
  if (pictureStore === null) return createPictureFolder(pictureDirs[0] ?? '')
  const { createObjectStore } = await import('#server/providers/picture-store/object-store.ts')
  return createObjectStore(pictureStore)
}

/** Braintree where its credentials are set, else the built-in sheets where they are played, else none. */
async function walletsOf(
  { braintree, wallets: methods, standIns, gateway: { origin, apiKey } }: Config,
  processor: CardGateway,
): Promise<WalletGateway | null> {
  if (braintree !== null) {
    const { createBraintreeWallets } = await import('#server/providers/wallet-gateway/braintree.ts')
    return createBraintreeWallets({ ...braintree, methods, origin: null })
  }
  return standIns.has('wallets') ? createBuiltInWallets({ origin, apiKey, processor, methods, connection: {} }) : null
}

/** Smarty where its credentials are set, with the file of places behind it; else the file alone. */
async function addressSearchOf({
  addressSearch: { placesFile, smarty },
}: Config): Promise<Pick<Providers, 'addressSearch' | 'addressFallback'>> {
  const places = placesFile === null ? null : createPlaceSearch(readPlaces(placesFile))
  if (smarty === null) return { addressSearch: places, addressFallback: null }
  const { createSmartySearch } = await import('#server/providers/address-search/smarty.ts')
  return { addressSearch: createSmartySearch({ ...smarty, origin: null }), addressFallback: places }
}

async function identityOf({ identity }: Config, now: () => Date): Promise<IdentityProvider[]> {
  if (identity.length === 0) return []
  const { createIdentityProvider } = await import('#server/providers/identity/openid.ts')
  return identity.map((each) => createIdentityProvider(each, now))
}

function builtIn({ gateway }: Config) {
  const { origin, apiKey, merchantAccount } = gateway
  return createBuiltInGateway({ origin, apiKey, merchantAccount, connection: {} })
}

async function ofAdyen(adyen: AdyenConfig) {
  // the library takes a second to load: only who uses it pays for it
  const { createAdyenGateway } = await import('#server/providers/card-gateway/adyen.ts')
  const { apiKey, merchantAccount, clientKey, environment, livePrefix } = adyen
  return createAdyenGateway({
    apiKey,
    merchantAccount,
    clientKey,
    environment,
    liveUrlPrefix: livePrefix === '' ? null : livePrefix,
    origin: null,
    connection: {},
  })
}
