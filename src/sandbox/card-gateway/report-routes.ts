import type { FastifyInstance } from 'fastify'
import type { PaymentRow } from './payment-store.ts'
import type { Books } from './payments.ts'

const columns =
  'Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Booking Date,TimeZone,Main Currency,Main Amount,Record Type,Payment Currency,Received (PC),Authorized (PC),Captured (PC)'

type ReportPath = { readonly Params: { readonly account: string; readonly name: string } }

const dayMs = 86_400_000

/** Reports as Adyen's, of the payments that were made on a day (UTC), for whoever may ask for them. */
export function reportRoutes(app: FastifyInstance, books: Books, merchantAccount: string): void {
  app.get<ReportPath>('/reports/download/MerchantAccount/:account/:name', (request, reply) => {
    const { account, name } = request.params
    const [, year, month, day] = /^payments_accounting_report_(\d{4})_(\d\d)_(\d\d)\.csv$/.exec(name) ?? []
    const from = Date.parse(`${year}-${month}-${day}`)
    if (account !== merchantAccount || Number.isNaN(from)) return reply.code(404).send('')
    const made = books.payments.since(from, 100_000).filter((payment) => payment.made_at < from + dayMs)
    const lines = made.flatMap((payment) => linesOf(payment, merchantAccount))
    return reply.type('text/csv; charset=utf-8').send(`${[columns, ...lines].join('\n')}\n`)
  })
}

function linesOf(payment: PaymentRow, account: string): string[] {
  const line = (type: string, authorized: number, captured: number) =>
    [
      ...['Cartwright', account, payment.psp, payment.reference, payment.brand.toLowerCase()],
      ...[bookedAt(payment), 'UTC', payment.currency, amount(payment.amount), type, payment.currency, ''],
      ...[amount(authorized), amount(captured)],
    ].join(',')
  const held = [line('Received', 0, 0), line('Authorised', payment.amount, 0)]
  switch (payment.state) {
    case 'authorized':
      return held
    case 'captured':
      return [...held, line('SentForSettle', -payment.captured, payment.captured)]
    case 'voided':
      return [...held, line('Cancelled', -payment.amount, 0)]
    case 'refunded':
      return [
        ...[...held, line('SentForSettle', -payment.captured, payment.captured)],
        line('SentForRefund', 0, -payment.refunded),
      ]
    default:
      return [line('Received', 0, 0), line('Refused', 0, 0)]
  }
}

function bookedAt({ made_at: at }: PaymentRow): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

function amount(cents: number): string {
  return cents === 0 ? '' : (cents / 100).toFixed(2)
}
