import { z } from 'zod'
import { allStates } from '#domain/order/states.ts'
import { parseStored } from '#server/db/stored-json.ts'

const payment = z.looseObject({
  slot: z.union([z.literal(1), z.literal(2)]),
  provider: z.string(),
  reference: z.string(),
  provider_ref: z.string().nullable(),
  amount_cents: z.int().positive(),
  currency: z.enum(['USD', 'CAD']),
  state: z.enum(allStates('payment')),
  sent_at: z.iso.datetime({ offset: true }).nullable(),
})

const rowOfOrder = z.looseObject({ shopper_id: z.uuid(), order_id: z.uuid(), order_number: z.string().min(1) })

/**
 * An order as it lies in the archive: its row and those of its parts, column by column as they were. Cents; moments in ISO 8601.
 * `calls` are copies: the processor's calls stay where they are until their time is over. Only what is read by name is named here.
 */
const archivedOrder = z.object({
  version: z.literal(1),
  order: rowOfOrder.extend({ state: z.enum(['placed', 'refused', 'cancelled']) }),
  lines: z.array(z.looseObject({ line_no: z.int(), item: z.looseObject({}) })),
  payments: z.array(payment),
  entries: z.array(z.looseObject({ kind: z.string(), amount_cents: z.int() })),
  stock: z.array(z.looseObject({ quantity: z.int() })),
  outbox: z.array(z.looseObject({ topic: z.string(), key: z.string() })),
  calls: z.array(z.looseObject({ reference: z.string() })),
})

export type ArchivedOrder = z.output<typeof archivedOrder>

/** A document of the archive; a `StoredJsonFault` when it is of a version, or a shape, that is not known here. */
export function archivedOrderOf(document: unknown, orderId: string): ArchivedOrder {
  return parseStored(archivedOrder, document, `shop.order_archive.document of order ${orderId}`)
}
