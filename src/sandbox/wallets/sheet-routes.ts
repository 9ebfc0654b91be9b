import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Books } from '#sandbox/card-gateway/payments.ts'
import { newToken } from '#sandbox/card-gateway/references.ts'
import { contactOf, isChoice, payerOf } from './payer.ts'
import { answerPage, emptyAnswer, endedPage, type SheetAnswer, sheetPage } from './sheet-page.ts'
import type { SheetRow, SheetStore } from './sheet-store.ts'

/** A sheet can be answered for a quarter of an hour. */
const sheetLifeMs = 15 * 60 * 1000

const sheetBody = z.object({
  sheetId: z.string().min(1).max(80),
  method: z.enum(['paypal', 'venmo', 'applePay']),
  amountCents: z.int().min(1).max(100_000_000),
  currency: z.enum(['USD', 'CAD']),
  storeName: z.string().max(100),
  shipTo: z.array(z.string().max(200)).max(8),
  asksAddress: z.boolean().default(false),
  /** What the amount of an open sheet is for now. */
  postalCode: z.string().max(12).default(''),
  storeOrigin: z.url(),
})

/** With the store's key: POST /wallets/sheets -> 201 {url}. The amount is what the store's server says, and nobody else. */
export function merchantSheetRoutes(
  app: FastifyInstance,
  books: Books,
  sheets: SheetStore,
  origins: readonly string[],
): void {
  app.post('/wallets/sheets', async (request, reply) => {
    const body = sheetBody.safeParse(request.body)
    if (!body.success || !origins.includes(body.data.storeOrigin)) return reply.code(422).send({ error: 'badRequest' })
    if ((await books.faults.take('wallets', 'noSheet')) !== undefined)
      return reply.code(503).send({ error: 'unavailable' })
    const { sheetId, method, amountCents, currency, storeName, shipTo, storeOrigin, asksAddress, postalCode } =
      body.data
    const urlOf = (token: string) => ({ url: `${books.publicOrigin()}/wallets/sheets/${token}` })
    const open = sheets.openById(sheetId)
    if (open !== undefined) {
      await books.store.write(() => sheets.reprice(open.sheet_token, amountCents, postalCode))
      return reply.code(201).send(urlOf(open.sheet_token))
    }
    const sheet_token = newToken('sheet')
    await books.store.write(() =>
      sheets.insert(
        {
          ...{ sheet_token, sheet_id: sheetId, method, amount: amountCents, currency, store_name: storeName },
          ...{ ship_to: shipTo.join('\n'), store_origin: storeOrigin, made_at: books.now().getTime() },
        },
        asksAddress,
      ),
    )
    return reply.code(201).send(urlOf(sheet_token))
  })
}

type SheetPath = { readonly Params: { readonly token: string } }
type SheetForm = SheetPath & { readonly Body: { readonly answer?: string } | undefined }

const file = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')
const files = {
  '/wallets/sheet.js': ['text/javascript', file('sheet.js')],
  '/wallets/sheet.css': ['text/css', file('sheet.css')],
} as const

/** The sheets themselves, for people: real pages of another origin, in a window that the store's page opened. */
export function sheetRoutes(app: FastifyInstance, books: Books, sheets: SheetStore): void {
  for (const [path, [type, content]] of Object.entries(files)) {
    app.get(path, (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', 'max-age=300').send(content),
    )
  }

  const openSheet = (token: string): SheetRow | undefined => {
    const sheet = sheets.byToken(token)
    const isOver = sheet !== undefined && books.now().getTime() - sheet.made_at > sheetLifeMs
    return sheet?.nonce === null && !isOver ? sheet : undefined
  }

  app.get<SheetPath>('/wallets/sheets/:token', (request, reply) => {
    const sheet = openSheet(request.params.token)
    return sheet === undefined ? html(reply.code(404), endedPage()) : html(reply, sheetPage(sheet))
  })

  app.post<SheetForm>('/wallets/sheets/:token', async (request, reply) => {
    const { token } = request.params
    const sheet = openSheet(token)
    if (sheet === undefined) return html(reply.code(404), endedPage())
    const { method, sheet_id: sheetId, store_origin: storeOrigin } = sheet
    const nothing = { ...emptyAnswer, sheetId }
    const tell = (answer: SheetAnswer) => html(reply, answerPage(method, storeOrigin, answer))
    const chosen = request.body?.answer?.startsWith('shipTo:') ? request.body.answer.slice('shipTo:'.length) : null
    if (chosen !== null) {
      if (sheet.choice !== null && isChoice(chosen)) await books.store.write(() => sheets.choose(token, chosen))
      return html(reply, sheetPage(sheets.byToken(token) ?? sheet))
    }
    switch (request.body?.answer) {
      case 'approve':
      case 'decline': {
        // a nonce that starts so is refused when it is charged (OPEN-91)
        const nonce = newToken(request.body.answer === 'decline' ? 'decline' : method)
        if (!(await books.store.write(() => sheets.approve(token, nonce)))) return html(reply.code(404), endedPage())
        const payer = payerOf(sheet.currency)
        const email = method === 'venmo' ? '' : payer.email
        const username = method === 'venmo' ? '@ada-byron' : ''
        const billingContact = method === 'applePay' ? payer : null
        const contact = sheet.choice === null ? null : contactOf(sheet.currency, sheet.choice)
        return tell({ ...nothing, outcome: 'approved', nonce, email, username, billingContact, contact })
      }
      case 'fail':
        return tell({ ...nothing, outcome: 'failed' })
      case 'timeOut':
        return tell({ ...nothing, outcome: 'timedOut' })
      default:
        return tell({ ...nothing, outcome: 'cancelled' })
    }
  })
}

function html(reply: FastifyReply, text: string): FastifyReply {
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
  return reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(text)
}
