import { cartPaths } from '#contracts/cart/paths.ts'
import { personalizationPaths } from '#contracts/personalization/paths.ts'
import { type Client, clientOf } from '#web/calls/client.ts'
import { askAgain } from '#web/layers/ask-again.ts'

const paths = { cart: cartPaths, personalization: personalizationPaths }

/** The calls that change a cart by a press: one that the network cuts off can go out again as it was (CALM-20). */
export const calls = clientOf(paths, { onCutOff: askAgain }) as Pick<Client, keyof typeof paths>
