import { z } from 'zod'
import { weeksPlaceholder } from '#domain/catalog/making.ts'
import { parseOptionChoice } from '#domain/catalog/option-choice.ts'
import {
  brand,
  cents,
  country,
  isoDay,
  measure,
  picture,
  position,
  productId,
  sku,
  systemOfMeasure,
} from './import-parts.ts'

const feeCents = z
  .strictObject({ US: cents.optional().describe('Cents in USD.'), CA: cents.optional().describe('Cents in CAD.') })
  .describe('Fee per piece by country; a country left out does not offer it.')

const personalization = z
  .strictObject({
    type: z
      .union([z.literal(100), z.literal(700), z.literal(705)])
      .describe('100 legacy, 700 in-house embroidery, 705 in-house etching (PERS-01).'),
    templateName: z.string().min(1).max(60).describe('Name of the design template.'),
    locationName: z.string().max(60).default('').describe("Where on the piece: 'Front center'."),
    feeCents: feeCents.default({}),
    lines: z
      .array(
        z.strictObject({
          elementName: z.string().min(1).max(40).describe("Name of the line: 'Text1'."),
          maxLength: z.int().min(1).max(200).describe('Most characters.'),
          minLength: z.int().min(0).max(200).default(0).describe('Least characters, when the line is used.'),
          font: z.string().min(1).max(60).describe('Typeface.'),
          textColor: z.string().min(1).max(30).describe('Colour of thread or etching.'),
          validationRegEx: z
            .string()
            .min(1)
            .max(200)
            .refine(isRegularExpression, 'not a regular expression')
            .describe('What may be written.'),
        }),
      )
      .min(1)
      .max(6)
      .describe('The lines of text.'),
  })
  .describe('How the piece can be personalized.')

export const skuRecord = z
  .strictObject({
    type: z.literal('sku').describe("Always 'sku'."),
    sku,
    brand,
    productId: productId.describe('Id of its product.'),
    name: z.string().min(1).max(160).describe('Full title of the piece, options included, as the cart shows it.'),
    optionChoice: z
      .string()
      .max(500)
      .refine((text) => parseOptionChoice(text) !== undefined, "not of the form 'code:value|code:value' sorted by code")
      .default('')
      .describe(
        "Its value of each option, 'code:value|code:value' sorted by code (OPEN-47); unique within the product.",
      ),
    picture: picture.nullable().default(null).describe('The picture of this piece in these options, or null.'),
    shipKind: z
      .enum(['parcel', 'furniture', 'freight', 'giftCard', 'donation'])
      .describe(
        'parcel: by a carrier; furniture: in-home delivery; freight: to the curb; giftCard; donation: nothing is sent (OPEN-80).',
      ),
    status: z.enum(['active', 'nla']).default('active').describe('nla: no longer available.'),
    availableFrom: isoDay.nullable().default(null).describe('First day it can leave when none is in stock, or null.'),
    makeDays: z.int().min(0).max(400).default(0).describe('Days it takes to make; above 0 it is made to order.'),
    makeDaysAre: z
      .enum(['calendar', 'working'])
      .default('working')
      .describe('Which days these are; weeks are told by 7 or by 5 of them (CALM-04).'),
    isStockSku: z.boolean().default(true).describe('False when it is never kept in stock.'),
    isSuperSpecialOrder: z.boolean().default(false).describe('A super special order (OPEN-26).'),
    isPfas: z.boolean().default(false).describe('Holds PFAS: not sold in restricted states (OPEN-49).'),
    propertyCodes: z
      .array(z.int().min(0).max(99_999))
      .max(20)
      .default([])
      .describe('SKU property codes; 250, 300, 400 have a meaning (CONST-22).'),
    prices: z
      .array(
        z
          .strictObject({
            country,
            currentCents: cents.describe('What it costs now, in whole cents.'),
            regularCents: cents.describe('What it costs regularly, in whole cents; not below currentCents.'),
            priceType: z.string().max(30).default('regular').describe('Price type code for analytics.'),
            markdownType: z.string().max(30).default('').describe('Markdown type code for analytics.'),
          })
          .refine((price) => price.regularCents >= price.currentCents, {
            message: 'below currentCents',
            path: ['regularCents'],
          }),
      )
      .max(2)
      .refine((prices) => new Set(prices.map((price) => price.country)).size === prices.length, 'a country twice')
      .describe('Its price by country. A country left out does not sell it; a price it had there is taken away.'),
    stock: z
      .array(
        z.strictObject({
          locationId: z.int().min(1).describe('Number of the location.'),
          onHand: z
            .int()
            .min(0)
            .max(100_000_000)
            .describe('Pieces that lie there, those held for orders included; never below those held.'),
        }),
      )
      .max(2000)
      .refine((stock) => new Set(stock.map((entry) => entry.locationId)).size === stock.length, 'a location twice')
      .default([])
      .describe('Pieces by location. Locations left out keep what they have.'),
    dimensions: z
      .strictObject({
        width: measure.default(0).describe('Left to right.'),
        depth: measure.default(0).describe('Front to back.'),
        height: measure.default(0).describe('Top to bottom.'),
        diameter: measure.default(0).describe('Across, for round pieces; else 0.'),
        systemOfMeasure,
      })
      .nullable()
      .default(null)
      .describe('Measures of the set-up piece, or null (DATA-09).'),
    boxes: z
      .array(
        z.strictObject({
          boxNumber: z.int().min(1).max(99).describe('Number of the box.'),
          quantity: z.int().min(1).max(99).default(1).describe('How many of this box.'),
          width: measure.describe('Left to right.'),
          depth: measure.describe('Front to back.'),
          height: measure.describe('Top to bottom.'),
          weight: measure.default(0).describe('Pounds (1) or kilograms (2).'),
          systemOfMeasure,
        }),
      )
      .max(40)
      .default([])
      .describe('The boxes it comes in (OVERSIZE-03).'),
    services: z
      .array(
        z.strictObject({
          type: z
            .string()
            .regex(/^[a-zA-Z0-9-]+$/)
            .max(50)
            .describe('InstallationServiceType as the cart sends it.'),
          name: z.string().min(1).max(80).describe('What a shopper reads.'),
          feeCents,
        }),
      )
      .max(10)
      .default([])
      .describe('Installations offered with it (OPEN-82).'),
    personalization: personalization.nullable().default(null).describe('How it can be personalized, or null.'),
    customOrder: z
      .strictObject({
        title: z.string().min(1).max(120).describe('Title of the popup.'),
        message: z.string().max(1000).default('').describe('Text above the terms.'),
        terms: z
          .array(z.string().min(1).max(500))
          .min(1)
          .max(20)
          .describe('The terms to accept; {weeks} stands for how long it takes to make.'),
      })
      .nullable()
      .default(null)
      .describe('Terms a shopper accepts before it is added, or null (OPEN-45).'),
    position,
  })
  .refine(
    ({ makeDays, customOrder }) => makeDays > 0 || !customOrder?.terms.some((term) => term.includes(weeksPlaceholder)),
    {
      path: ['customOrder'],
      error: '{weeks} needs makeDays',
    },
  )
  .describe('What is bought: one piece with its options chosen.')

function isRegularExpression(text: string): boolean {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}
