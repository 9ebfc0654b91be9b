import type { GatewayStore } from './gateway-store.ts'

/**
 * What is kept of a card (PAY-53): no number, no code. `is_code_right` is the answer of the code check
 * made when the card came in, as an issuer would give it.
 */
export type TokenRow = {
  readonly token: string
  readonly kind: 'card' | 'code'
  readonly brand: string
  readonly last_four: string
  readonly exp_month: number
  readonly exp_year: number
  readonly fingerprint: string
  readonly is_code_right: 0 | 1
  readonly made_at: number
  readonly described_at: number | null
}

export type SessionRow = {
  readonly session_token: string
  readonly client_key: string
  readonly is_cbhcc_enabled: 0 | 1
  readonly made_at: number
}

export type TokenStore = ReturnType<typeof createTokenStore>

export function createTokenStore({ database }: GatewayStore) {
  const session = database.prepare('select * from card_session where session_token = $key or client_key = $key')
  const addSession = database.prepare(
    'insert into card_session (session_token, client_key, is_cbhcc_enabled, made_at) values ($session_token, $client_key, $is_cbhcc_enabled, $made_at)',
  )
  const token = database.prepare('select * from token where token = ?')
  const addToken = database.prepare(
    `insert into token (token, kind, brand, last_four, exp_month, exp_year, fingerprint, is_code_right, made_at)
     values ($token, $kind, $brand, $last_four, $exp_month, $exp_year, $fingerprint, $is_code_right, $made_at)`,
  )
  const addSessionCard = database.prepare(
    `insert into session_card (session_token, token) values ($session, $token)
     on conflict (session_token) do update set token = excluded.token`,
  )
  const sessionCard = database.prepare(
    'select t.* from session_card s join token t using (token) where s.session_token = ?',
  )
  const addTokenSession = database.prepare('insert into token_session (token, session_token) values ($token, $session)')
  const sessionOf = database.prepare('select session_token from token_session where token = ?')
  const redated = database.prepare('update token set exp_month = ?, exp_year = ? where token = ?')
  const described = database.prepare('update token set described_at = ? where token = ? and described_at is null')
  return {
    /** By session token or client key: a session has both. */
    session: (key: string) => session.get({ key }) as SessionRow | undefined,
    addSession: (row: SessionRow) => void addSession.run(row),
    token: (value: string) => token.get(value) as TokenRow | undefined,
    addToken: (row: Omit<TokenRow, 'described_at'>) => void addToken.run(row),
    /** The card that was entered last in a session. */
    sessionCard: (session: string) => sessionCard.get(session) as TokenRow | undefined,
    addSessionCard: (session: string, token: string) => void addSessionCard.run({ session, token }),
    addTokenSession: (session: string, token: string) => void addTokenSession.run({ session, token }),
    /** The session that a card or a code was entered in; '' for one of before this was kept. */
    sessionOf: (value: string) => (sessionOf.get(value) as { session_token: string } | undefined)?.session_token ?? '',
    /** The date that a card has from now on. */
    redate: (value: string, month: number, year: number) => void redated.run(month, year, value),
    markDescribed: (value: string, now: number) => void described.run(now, value),
  }
}
