import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#domain/escape-html.ts'
import { apiError, paymentAnswer, wordsOfRefusal } from './checkout-shapes.ts'
import { page } from './html.ts'
import type { Answer, Books } from './payments.ts'
import { newToken } from './references.ts'

/**
 * POST /payments/details: the store brings back what the browser carried. Only now is money held: a shopper who
 * passes the challenge and never comes back is not charged. Asking twice gives the same answer.
 */
export async function completeChallenge(books: Books, redirectResult: string): Promise<Answer> {
  const psp = redirectResult.split('.')[0] ?? ''
  const answer = await books.store.write((): Answer => {
    const { payments, webhookEvents } = books
    const payment = payments.byPsp(psp)
    if (!payment || payment.redirect_result !== redirectResult) {
      const { status, body } = apiError(422, '101', 'Invalid redirectResult')
      return { status, body, leaves: 'sent' }
    }
    const isPassed = redirectResult.includes('.passed_')
    const { reference, amount, currency } = payment
    const refusal = isPassed ? null : 'challengeFailed'
    const isMoved = payments.move(psp, 'challenge', isPassed ? 'authorized' : 'refused', refusal)
    const reason = wordsOfRefusal(refusal)
    if (isMoved) {
      webhookEvents.add({ event: 'AUTHORISATION', isSuccess: isPassed, psp, reference, amount, currency, reason })
    }
    return { status: 200, body: paymentAnswer(payments.byPsp(psp) ?? payment, books.publicOrigin()), leaves: 'sent' }
  })
  books.webhookEvents.wake()
  return answer
}

type PspPath = { readonly Params: { readonly psp: string } }
type ChallengeForm = PspPath & { readonly Body: { readonly answer?: string } | undefined }

/** The bank's page: what a shopper with 3-D Secure sees (card 0143). It works without scripts. */
export function challengeRoutes(app: FastifyInstance, books: Books): void {
  app.get<PspPath>('/challenge/:psp', (request, reply) => {
    const payment = books.payments.byPsp(request.params.psp)
    if (payment?.state !== 'challenge') {
      return page(reply.code(404), 'No payment to confirm', '<h1>There is no payment to confirm here</h1>')
    }
    const amount = `${(payment.amount / 100).toFixed(2)} ${escapeHtml(payment.currency)}`
    const body = `<section class="question">
<h1>Confirm your payment</h1>
<p>Your bank asks whether you are paying <strong>${amount}</strong> with the card ending in <strong>${escapeHtml(payment.last_four)}</strong>.</p>
<form method="post" action="/challenge/${escapeHtml(payment.psp)}">
<button name="answer" value="confirm">Confirm</button>
<button name="answer" value="refuse" class="quiet">Do not pay</button>
</form>
</section>`
    return page(reply, 'Confirm your payment', body, originOf(payment.return_url))
  })

  app.post<ChallengeForm>('/challenge/:psp', async (request, reply) => {
    const { psp } = request.params
    const result = newToken(`${psp}.${request.body?.answer === 'confirm' ? 'passed' : 'failed'}`)
    const payment = books.payments.byPsp(psp)
    const isStored =
      payment !== undefined && (await books.store.write(() => books.payments.storeRedirectResult(psp, result)))
    if (!payment || !isStored)
      return page(reply.code(404), 'No payment to confirm', '<h1>There is no payment to confirm here</h1>')
    if (!URL.canParse(payment.return_url)) return page(reply, 'Confirmed', '<h1>You can close this page</h1>')
    const back = new URL(payment.return_url)
    back.searchParams.set('redirectResult', result)
    return reply.redirect(back.href, 303)
  })
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : ''
}
