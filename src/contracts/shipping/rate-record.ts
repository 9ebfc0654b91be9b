import { z } from 'zod'
import { brand, country } from '../catalog/import-parts.ts'

/** No charge of a shipment is more than ten thousand; what is more is a slip of the pen. */
const cents = z.int().min(0).max(1_000_000)
const flat = (what: string) => cents.describe(`One charge for each address of ${what}, cents.`)

const band = z.strictObject({
  toCents: z
    .int()
    .min(1)
    .max(100_000_000)
    .describe('The most that the merchandise is worth, cents; rising from band to band.'),
  feeCents: cents.describe('What standard shipping costs up to there, cents.'),
})

/** A line of a file of shipping rates (OPEN-79): all that shipping costs in one store front, whole cents of its currency. */
export const rateRecord = z
  .strictObject({
    brand: brand.describe('The storefront brand.'),
    country: country.describe('The country of the store front; cents are cents of its currency.'),
    bands: z
      .array(band)
      .min(1)
      .max(50)
      .refine((all) => all.every(({ toCents }, index) => index === 0 || toCents > all[index - 1]!.toCents), {
        message: 'the amounts of toCents must rise from band to band',
      })
      .describe('Standard shipping by the worth of the merchandise in a shipment, before any discount.'),
    aboveMillionths: z
      .int()
      .min(0)
      .max(1_000_000)
      .describe(
        'Above the last band standard shipping is this share of the merchandise, in millionths: 100000 is 10%.',
      ),
    capCents: cents.describe('Above the last band standard shipping is at most this, cents.'),
    premiumExtraCents: cents.describe('What 2-day shipping adds to standard, cents.'),
    expressExtraCents: cents.describe('What express shipping adds to standard, cents.'),
    localInHomeCents: flat('furniture inside the local delivery area'),
    longDistanceInHomeCents: flat('furniture outside of it'),
    basicFreightCents: flat('freight'),
    giftCardCents: flat('gift cards'),
    surchargeCents: cents.describe('What Alaska, Hawaii and the territories add to standard shipping, cents.'),
  })
  .describe('What shipping costs in one store front. It takes the place of the table the store front had.')
export type RateRecord = z.output<typeof rateRecord>
