import { z } from 'zod'
import { call } from '../call.ts'
import { cents } from '../platform/shapes.ts'
import { shippingPaths } from './paths.ts'

/** OPEN-79, as the order is charged. */
export const feeTable = z.object({
  bands: z.array(z.object({ toCents: cents, feeCents: cents })),
  aboveMillionths: z.int(),
  capCents: cents,
  premiumExtraCents: cents,
  expressExtraCents: cents,
  flatCents: z.object({ 6: cents, 7: cents, 8: cents, 9: cents }),
  surchargeCents: cents,
})

const drawn = { x: z.number(), y: z.number() }

export const shippingCalls = {
  getShippingCharges: call(
    shippingPaths.getShippingCharges,
    'SHIPPOP-11 SHIPPOP-12 SHIPPOP-13 OPEN-79 OPEN-81',
    {
      input: z.object({
        /** A line of the asker's own cart, for its charge; '' for none. */
        lineItemId: z.string().max(64).default(''),
      }),
      reply: z.object({
        fees: feeTable,
        /** Of the line: its share of what its shipment is charged, surcharge counted in; null without a line that is shipped. */
        charge: z.object({ shipMethod: z.int(), postalCode: z.string(), cents }).nullable(),
        /** A drawing of the country, with points and names in its own units; null in Canada (SHIPPOP-14). */
        map: z
          .object({
            path: z.string(),
            width: z.number(),
            height: z.number(),
            labels: z.array(z.object({ name: z.string(), ...drawn })),
            points: z.array(z.object({ name: z.string(), latitude: z.number(), longitude: z.number(), ...drawn })),
          })
          .nullable(),
      }),
    },
    { session: 'none' },
  ),
} as const
