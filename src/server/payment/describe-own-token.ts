import type { CallContext } from '#server/http/context.ts'
import { ownsToken } from '#server/payment/token-owner-store.ts'
import type { CardGateway, DescribeResult } from '#server/providers/card-gateway/port.ts'

/**
 * What a token that a shopper shows stands for, when it is hers: neither it nor the session it was entered in may be
 * another's, or of another store (SAFE-19). Such a one is answered as unknown.
 */
export async function describeOwnToken(
  cardGateway: CardGateway,
  { database, shopper, variant }: Pick<CallContext, 'database' | 'shopper' | 'variant'>,
  token: string,
): Promise<DescribeResult> {
  const owner = { shopperId: shopper.shopperId, variant }
  if (!(await ownsToken(database, token, owner))) return { state: 'expired' }
  const described = await cardGateway.describeToken(token)
  const session = described.state === 'described' ? (described.card.sessionToken ?? '') : ''
  return session === '' || (await ownsToken(database, session, owner)) ? described : { state: 'expired' }
}
