import { draftOf } from '#web/checkout/draft.ts'

type Refused = readonly { readonly field: string; readonly message: string }[]

/** The step that the way ended at, and what is said there: why it is not the review, or what the address changed. */
export type ExpressStop = { readonly step: 1 | 2 | 3 | 4; readonly texts: readonly string[] }

/** What that step says when it opens. */
export const stopDraft = (basketId: string) => draftOf<ExpressStop>(basketId, 'walletStop')

/** What was refused of a wallet's address, for the form that holds it now. */
export const refusedDraft = (basketId: string) => draftOf<Refused>(basketId, 'walletRefused')
