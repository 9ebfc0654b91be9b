import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type EnteredCard, fingerprintOf, isCodeRight, readCard } from './card-entry.ts'
import { isTaken, lookUpCard } from './cards.ts'
import type { Books } from './payments.ts'
import { newToken } from './references.ts'

/** A session takes cards for an hour: a shopper may fetch her purse. The tokens it gives live 15 minutes (cards.ts). */
const sessionLifeMs = 60 * 60 * 1000

const sessionBody = z.object({ isCbhccEnabled: z.boolean().default(false) })
const describeBody = z.object({
  token: z.string().max(200),
  /** The date that the card is to have from now on. */
  expMonth: z.int().min(1).max(12).optional(),
  expYear: z.int().min(2000).max(9999).optional(),
})
/** A whole card; or, for a card the shopper has saved before, its security code alone. */
const codeBody = z.strictObject({ cvv: z.string().max(8) })
const cardBody = z.strictObject({
  number: z.string().max(40),
  cvv: z.string().max(8),
  expMonth: z.coerce.number().int().min(0).max(99),
  expYear: z.coerce.number().int().min(0).max(9999),
})

/** What the store's server asks for with its key: a session for a browser, and what a token stands for. */
export function merchantSessionRoutes(app: FastifyInstance, books: Books): void {
  app.post('/sessions', async (request, reply) => {
    const body = sessionBody.safeParse(request.body ?? {})
    if (!body.success) return reply.code(400).send({ error: 'badRequest' })
    const session = { session_token: newToken('ses'), client_key: newToken('key') }
    const made_at = books.now().getTime()
    const is_cbhcc_enabled = body.data.isCbhccEnabled ? 1 : 0
    await books.store.write(() => books.tokens.addSession({ ...session, is_cbhcc_enabled, made_at }))
    const origin = books.publicOrigin()
    return reply.code(201).send({
      tnsSession: session.session_token,
      gatewayUrl: `${origin}/sessions/${session.session_token}/cards`,
      clientKey: session.client_key,
      environment: 'built-in',
      frameUrl: `${origin}/frame/${session.client_key}`,
    })
  })

  app.post('/tokens/describe', async (request, reply) => {
    const body = describeBody.safeParse(request.body)
    if (!body.success) return reply.code(400).send({ error: 'badRequest' })
    const now = books.now()
    // the token of a hosted session stands for the card that was entered last in it (PAY-54)
    const requested = books.tokens.sessionCard(body.data.token)?.token ?? body.data.token
    const lookup = lookUpCard(books.tokens, requested, now)
    if (lookup.state !== 'good') return reply.send({ state: 'expired' })
    const { expMonth = lookup.card.exp_month, expYear = lookup.card.exp_year } = body.data
    const card = { ...lookup.card, exp_month: expMonth, exp_year: expYear }
    if (!isTaken(card)) return reply.send({ state: 'processorError' })
    await books.store.write(() => {
      books.tokens.markDescribed(card.token, now.getTime())
      books.tokens.redate(card.token, expMonth, expYear)
    })
    return reply.send({
      state: 'described',
      card: {
        token: card.token,
        brand: card.brand,
        lastFour: card.last_four,
        expMonth: card.exp_month,
        expYear: card.exp_year,
        fingerprint: card.fingerprint,
        sessionToken: books.tokens.sessionOf(card.token),
        ageSeconds: Math.floor((now.getTime() - card.made_at) / 1000),
      },
    })
  })

  app.post('/tokens/session', async (request, reply) => {
    const body = describeBody.safeParse(request.body)
    if (!body.success) return reply.code(400).send({ error: 'badRequest' })
    return reply.send({ sessionToken: books.tokens.sessionOf(body.data.token) })
  })
}

export type IntakeSettings = {
  readonly fingerprintKey: string
  /** The origins whose pages may post a card. */
  readonly origins: () => readonly string[]
}

type SessionPath = { readonly Params: { readonly session: string } }

/** Lets the stores' pages and the gateway's own frames in, and no other page; false when the request was answered. */
function admit(request: FastifyRequest, reply: FastifyReply, settings: IntakeSettings): boolean {
  const { origin } = request.headers
  reply.header('vary', 'Origin')
  if (origin === undefined) return true
  if (!settings.origins().includes(origin)) {
    reply.code(403).send({ error: 'unknownOrigin' })
    return false
  }
  reply.header('access-control-allow-origin', origin)
  return true
}

/**
 * Where a browser hands over a card (OPEN-64): POST {number, cvv, expMonth, expYear} -> 201 {cardToken, brand, lastFour};
 * POST {cvv} -> 201 {cvvToken}. Wrong fields: 422 {errors: {hasNumberError, hasExpDateError, hasCvvError}}; a session that
 * has ended: 410 {errors: {hasSessionError: true}}. The number is gone when the answer leaves: kept are a random token,
 * brand, last four, expiry, a keyed fingerprint, and whether the code was right (PAY-53).
 */
export function cardIntakeRoutes(app: FastifyInstance, books: Books, settings: IntakeSettings): void {
  app.options<SessionPath>('/sessions/:session/cards', (request, reply) => {
    if (!admit(request, reply, settings)) return reply
    const allowed = {
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': '600',
    }
    return reply.code(204).headers(allowed).send()
  })

  app.post<SessionPath>('/sessions/:session/cards', async (request, reply) => {
    if (!admit(request, reply, settings)) return reply
    const now = books.now()
    const session = books.tokens.session(request.params.session)
    if (!session || now.getTime() - session.made_at > sessionLifeMs)
      return reply.code(410).send({ errors: { hasSessionError: true } })

    const code = codeBody.safeParse(request.body)
    if (code.success) {
      if (!/^\d{3,4}$/.test(code.data.cvv)) return reply.code(422).send({ errors: { hasCvvError: true } })
      const cvvToken = newToken('cvv')
      const noCard = { brand: '', lastFour: '', expMonth: 0, expYear: 0 }
      await store(cvvToken, 'code', noCard, '', isCodeRight(code.data.cvv), session.session_token)
      return reply.code(201).send({ cvvToken })
    }

    const body = cardBody.safeParse(request.body)
    if (!body.success)
      return reply.code(422).send({ errors: { hasNumberError: true, hasExpDateError: true, hasCvvError: true } })
    const read = readCard(body.data, { isCbhccEnabled: session.is_cbhcc_enabled === 1 }, now)
    if (!read.ok) return reply.code(422).send({ errors: read.errors })
    const cardToken = newToken('tok')
    await store(
      cardToken,
      'card',
      read.card,
      fingerprintOf(body.data.number, settings.fingerprintKey),
      isCodeRight(body.data.cvv),
      session.session_token,
    )
    return reply.code(201).send({ cardToken, brand: read.card.brand, lastFour: read.card.lastFour })
  })

  function store(
    token: string,
    kind: 'card' | 'code',
    card: EnteredCard,
    fingerprint: string,
    isRight: boolean,
    session: string,
  ): Promise<void> {
    const row = {
      token,
      kind,
      brand: card.brand,
      last_four: card.lastFour,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint,
      is_code_right: isRight ? (1 as const) : (0 as const),
      made_at: books.now().getTime(),
    }
    return books.store.write(() => {
      books.tokens.addToken(row)
      books.tokens.addTokenSession(session, token)
      if (kind === 'card') books.tokens.addSessionCard(session, token)
    })
  }
}
