import { walletPaths } from '#contracts/payment/wallet-paths.ts'
import { type ClientOf, clientOf } from '#web/calls/client.ts'

/** The alternative payments, loaded with the wallets. */
export const { wallet: walletCalls } = clientOf({ wallet: walletPaths }) as { readonly wallet: ClientOf<'wallet'> }
