/** The library's own names of its fields, each in a frame of Adyen's. */
export type AdyenField = 'encryptedCardNumber' | 'encryptedExpiryDate' | 'encryptedSecurityCode'

/** What the frames say of what was typed: never a number, only what Adyen alone can read. */
export type AdyenEntry = {
  readonly isValid: boolean
  /** What was encrypted, by the library's names. */
  readonly encrypted: { readonly [name: string]: string }
  /** The library's code of what is wrong with a field, such as cc.num.902. */
  readonly wrong: { readonly [Field in AdyenField]?: string }
}

export type AdyenSettings = {
  readonly clientKey: string
  readonly environment: string
  readonly countryCode: string
  /** Our words in place of the library's, by its keys. */
  readonly words: { readonly [key: string]: string }
  readonly look: { readonly color: string; readonly fontSize: string; readonly wrongColor: string }
}

export type AdyenEvents = {
  onReady(): void
  /** The frames could not be had. */
  onFailed(why: string): void
  onEntry(entry: AdyenEntry): void
  onBrand(brand: { readonly name: string; readonly hasExpiry: boolean; readonly hasCode: boolean }): void
  onLastFour(lastFour: string): void
  /** Enter was pressed inside of a field. */
  onEnter(): void
}

export type AdyenCard = {
  /** Has each field that is empty or wrong say so. */
  showWrong(): void
  focus(field: AdyenField): void
  remove(): void
}

/** Puts Adyen's frames into the elements of `place` that name them by data-cse. */
export type OpenAdyenCard = (place: HTMLElement, settings: AdyenSettings, events: AdyenEvents) => Promise<AdyenCard>
