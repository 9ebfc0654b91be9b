import { z } from 'zod'
import { type ConnectionSettings, createGuardedExchange } from '#server/providers/card-gateway/guarded-exchange.ts'
import type { CardGateway } from '#server/providers/card-gateway/port.ts'
import { type WalletGateway, type WalletMethod, walletNames } from './port.ts'

export type BuiltInWalletSettings = {
  /** Where this server reaches the built-in gateway, e.g. http://127.0.0.1:3001. */
  readonly origin: string
  readonly apiKey: string
  readonly connection: ConnectionSettings
  /** Those it plays; all unless given. */
  readonly methods?: readonly WalletMethod[]
  /** The built-in card gateway: it takes a wallet's nonce as it takes a card's token. */
  readonly processor: CardGateway
}

const opened = z.object({ url: z.url() })

/** The built-in wallets: sheets that are pages of the built-in gateway, plainly named as stand-ins. */
export function createBuiltInWallets(settings: BuiltInWalletSettings): WalletGateway {
  const { exchange } = createGuardedExchange(settings.connection)
  return {
    provider: 'built-in',
    processor: settings.processor,
    methods: settings.methods ?? walletNames,
    prepare: async () => ({ state: 'prepared', clientToken: '' }),
    async openSheet(request) {
      const result = await exchange({
        url: `${settings.origin}/wallets/sheets`,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': settings.apiKey },
        body: JSON.stringify(request),
      })
      if (result.state !== 'answered') return result
      if (result.status === 401) return { state: 'notSent', why: 'turnedAway' }
      const url = result.status === 201 ? urlOf(result.text) : null
      if (url !== null) return { state: 'opened', sheet: { kind: 'page', url } }
      return { state: 'unknown', why: result.status >= 500 ? 'serverFault' : 'unreadableAnswer' }
    },
    close: exchange.close,
  }
}

function urlOf(text: string): string | null {
  try {
    return opened.parse(JSON.parse(text)).url
  } catch {
    return null
  }
}
