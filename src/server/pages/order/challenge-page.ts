import { readOwnReference } from '#domain/order/payment-reference.ts'
import { challengeAddress, confirmationAddress, placeAnswerOf } from '#domain/order/place-answer.ts'
import type { Keys } from '#server/config/secrets.ts'
import { problemText } from '#server/http/problem-text.ts'
import { releaseSentences } from '#server/order/cancel/release-summary.ts'
import type { OrderDeps } from '#server/order/order-deps.ts'
import { readOrderRecord } from '#server/order/order-record-store.ts'
import { countRefusedCard } from '#server/order/place/card-testing-guard.ts'
import { answerChallenge } from '#server/order/place/challenge-store.ts'
import type { FinishingDeps } from '#server/order/place/finish-order.ts'
import { resumeOrder } from '#server/order/place/place-order.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { OwnPage } from '#server/pages/page-table.ts'
import type { Visit } from '#server/pages/visit.ts'

const cartAddress = '/checkout/cart'

/**
 * Where the page of a card's bank sends the browser back to (OPEN-65): what it brings is kept, the order goes on, and the
 * shopper is led to how it ended. The answer proves itself at the processor, so it counts also in a browser that is not
 * hers: a bank's app opens any. Opened again, it leads to the same end.
 */
export function challengePages(
  deps: FinishingDeps & Pick<OrderDeps, 'installation' | 'macOf'>,
  flashCookieKey: Keys,
): OwnPage[] {
  async function load(visit: Visit): Promise<string> {
    const { reference, redirectResult } = visit.request.query as { readonly [name: string]: unknown }
    const payment = typeof reference === 'string' ? readOwnReference(deps.installation, reference) : null
    if (payment === null) return cartAddress
    if (typeof redirectResult === 'string' && redirectResult !== '') {
      await answerChallenge(deps.database, { ...payment, reference: String(reference) }, redirectResult)
    }
    const ended = await resumeOrder(deps, payment)
    switch (ended?.kind) {
      case 'placed':
        return confirmationAddress
      case 'pending':
        return ended.challengeUrl ?? confirmationAddress
      case 'refused': {
        const { problem } = ended
        if (problem.code === 'cardRefused') {
          await countRefusedCard(deps, deps.database, visit.context.clientAddress)
          const record = await readOrderRecord(deps.database, payment)
          const released = record === undefined ? [] : releaseSentences(record)
          if (released.length > 0) setFlash(visit.reply, visit.site, flashCookieKey, released.join(' '))
        } else {
          setFlash(visit.reply, visit.site, flashCookieKey, problemText(visit.context, problem))
        }
        return placeAnswerOf(problem).redirectUrl
      }
      case undefined:
        return cartAddress
    }
  }
  return [{ path: challengeAddress, load: async (visit) => ({ kind: 'redirect', to: await load(visit) }) }]
}
