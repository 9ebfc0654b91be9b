import { z } from 'zod'
import { parseStored } from '#server/db/stored-json.ts'

const text = z.string().optional()
const number = z.number().optional()
const pieces = z.object({ lineId: text, sku: number, quantity: number, installationType: text })

/**
 * What an operator is told of an event's facts, whichever version of the shop wrote them. What is not named here is not
 * read: words on a piece, gift messages, and whatever a later fact may hold of a person.
 */
const shownFacts = z.object({
  lines: z.array(pieces).optional(),
  division: z.array(pieces).optional(),
  payments: z
    .array(
      z.object({
        method: z.string(),
        brand: z.string(),
        lastFour: z.string().nullable(),
        amountCents: z.number().nullable(),
      }),
    )
    .optional(),
  ...{ lineId: text, newLineId: text, sku: number, quantity: number, cents: number, count: number, step: number },
  ...{ before: number, after: number, shipMethod: number, isPickup: z.boolean().optional(), option: number },
  locationId: z.number().nullish(),
  ...{ reason: text, code: text, kind: text, label: text, zip: text, problem: text, list: text },
  ...{ postalCode: text, state: text, isSame: z.boolean().optional(), isTaxExempt: z.boolean().optional() },
  ...{ isWelcome: z.boolean().optional(), orderId: text, orderNumber: text, cartId: text, guestCartId: text },
})
export type ShownFacts = z.output<typeof shownFacts>

const shownChanges = z.array(
  z.object({
    kind: z.string(),
    sku: z.number().default(0),
    before: z.union([z.string(), z.number()]).nullable(),
    after: z.union([z.string(), z.number()]).nullable(),
  }),
)
export type ShownChange = z.output<typeof shownChanges>[number]

/** The facts and changes of a row as an operator is told of them. */
export function shownOf(row: { readonly event: unknown; readonly changes: unknown }, name: string) {
  return {
    facts: parseStored(shownFacts, row.event, `shop.cart_event.event ${name}`),
    changes: parseStored(shownChanges, row.changes, `shop.cart_event.changes ${name}`),
  }
}
