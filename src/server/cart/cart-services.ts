import type { NewId } from '#domain/cart/change.ts'
import type { SignInSettings } from '#server/cart/cart-view.ts'
import type { DesignId } from '#server/personalization/design-id.ts'
import type { WordCheck } from '#server/personalization/words.ts'

/** What several of the cart's handlers need from outside a request. */
export type CartServices = {
  /** Fresh ids (UUIDs) for lines, recipients and carts. */
  readonly newId: NewId
  /** PFAS states of the configuration (OPEN-49). */
  readonly pfasStates: readonly string[]
  readonly signIn: SignInSettings
  /** Judges words that are put on a piece (PERS-22). */
  readonly profane: WordCheck
  /** Names a design, for the words of a line that becomes another piece (CALM-12). */
  readonly designId: DesignId
}
