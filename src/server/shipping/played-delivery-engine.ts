import type { DeliveryEngine } from '#server/shipping/delivery-engine.ts'

/** As long as a cart waits for a day to be named. */
const answerMs = 3_000

/**
 * The delivery engine of a store that plays faults: our own, after the stand-in has said whether it answers (CART-22). Days are
 * told as ever while the program that plays is away: it alone scripts the faults.
 */
export function playedDeliveryEngine(
  own: DeliveryEngine,
  standIn: { readonly origin: string; readonly apiKey: string },
): DeliveryEngine {
  return {
    async estimate(questions, at) {
      const said = await ask(standIn)
      return said === 'whole' ? own.estimate(questions, at) : said
    },
  }
}

async function ask({ origin, apiKey }: { readonly origin: string; readonly apiKey: string }) {
  try {
    const answer = await fetch(`${origin}/delivery/estimates`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey },
      signal: AbortSignal.timeout(answerMs),
      redirect: 'error',
    })
    if (answer.status !== 200) return 'down'
    const { isWhole } = (await answer.json()) as { readonly isWhole: boolean }
    return isWhole ? 'whole' : 'withoutLines'
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'down' : 'whole'
  }
}
