import { walletPaths } from '#contracts/payment/wallet-paths.ts'
import { type ClientOf, clientOf } from '#web/calls/client.ts'
import { askAgain } from '#web/checkout/calls.ts'

type Wallets = { readonly wallet: ClientOf<'wallet'> }

/** The alternative payments, loaded with the wallets; quiet, for what goes on behind the page. */
export const { wallet: walletCalls } = clientOf({ wallet: walletPaths }) as Wallets

/** Those that the shopper waits for: one that the network cuts off asks before it fails (CALM-20). */
export const { wallet: awaitedWalletCalls } = clientOf({ wallet: walletPaths }, { onCutOff: askAgain }) as Wallets
