import { z } from 'zod'
import { brand, country, picture, position, productId, sku, slug } from './import-parts.ts'
import { skuRecord } from './import-sku.ts'

export const categoryRecord = z
  .strictObject({
    type: z.literal('category').describe("Always 'category'."),
    brand,
    slug: slug.describe('The last part of its address /category/{slug}; unique within the brand.'),
    name: z.string().min(1).max(80).describe('Name in navigation and heading.'),
    parent: slug.nullable().default(null).describe('Slug of the category above it, or null.'),
    position,
    description: z.string().max(1000).default('').describe('One or two sentences under the heading.'),
    picture: picture.nullable().default(null).describe('Picture on the home page and in navigation, or null.'),
  })
  .describe('A shelf of the store. A category stands in the file before or after its parent, in any order.')

export const locationRecord = z
  .strictObject({
    type: z.literal('location').describe("Always 'location'."),
    locationId: z.int().min(1).max(2_000_000_000).describe('Store or warehouse number, unique over both brands.'),
    brand,
    country,
    kind: z
      .enum(['warehouse', 'store'])
      .describe(
        'Shipped pieces leave from the one warehouse of the brand and country; pieces are picked up at stores.',
      ),
    name: z.string().min(1).max(120).describe('Name as shoppers know it.'),
    address1: z.string().max(120).default('').describe('Street and number.'),
    city: z.string().max(80).default('').describe('City.'),
    state: z
      .string()
      .regex(/^([A-Z]{2})?$/)
      .default('')
      .describe('Two letters of state or province.'),
    postalCode: z.string().max(10).default('').describe('ZIP or postal code.'),
    hours: z.string().max(120).default('').describe("Opening hours as shoppers read them: 'Mon-Sat 10 am to 8 pm'."),
    latitude: z.number().min(-90).max(90).nullable().default(null).describe('Degrees north, or null.'),
    longitude: z.number().min(-180).max(180).nullable().default(null).describe('Degrees east, or null.'),
  })
  .describe('A store or warehouse.')

const option = z
  .strictObject({
    code: z
      .string()
      .regex(/^[a-z][a-zA-Z0-9]*$/)
      .max(30)
      .describe("Code of the option, as in optionChoice: 'color', 'size', 'fabric'."),
    name: z.string().min(1).max(40).describe("The word a shopper reads: 'Color'."),
    values: z
      .array(
        z.strictObject({
          value: z
            .string()
            .regex(/^[a-z0-9][a-z0-9-]*$/)
            .max(40)
            .describe('Code of the value, as in optionChoice.'),
          name: z.string().min(1).max(60).describe('The words a shopper reads.'),
          swatch: z
            .string()
            .regex(/^(#[0-9a-f]{6})?$/)
            .default('')
            .describe("A colour to show as a dot, '#rrggbb', or ''."),
        }),
      )
      .min(1)
      .max(60)
      .describe('Its values in the order to show.'),
  })
  .describe('An option a shopper chooses.')

export const productRecord = z
  .strictObject({
    type: z.literal('product').describe("Always 'product'."),
    brand,
    productId: productId.describe('Id of the product, unique within the brand.'),
    category: slug.describe('Slug of its category.'),
    name: z.string().min(1).max(120).describe('Name of the product without its options.'),
    description: z.string().max(4000).default('').describe('Two to four sentences.'),
    details: z
      .array(z.string().min(1).max(300))
      .max(30)
      .default([])
      .describe('Facts as a list: material, making, origin.'),
    care: z.string().max(1000).default('').describe('How to look after it.'),
    department: z.string().max(60).default('').describe('Merchandise department, for analytics (DATA-03).'),
    class: z.string().max(60).default('').describe('Merchandise class, for analytics.'),
    subclass: z.string().max(60).default('').describe('Merchandise subclass, for analytics.'),
    options: z
      .array(option)
      .max(5)
      .default([])
      .describe('The options of the product; every sku chooses one value of each.'),
    pictures: z
      .array(picture)
      .max(20)
      .default([])
      .describe("Pictures of the product as a whole, shown after the chosen sku's own."),
    addOnSkus: z.array(sku).max(12).default([]).describe('Skus recommended with it when it was added to the cart.'),
    hasGrouper: z.boolean().default(false).describe('It is one of several products sold together (OPEN-47).'),
    position,
  })
  .describe('A product: what one product page shows. What can be bought are its skus.')

/** One line of a catalogue file. */
export const importRecord = z.discriminatedUnion('type', [categoryRecord, locationRecord, productRecord, skuRecord])

/** All kinds of lines, in the order in which the reference names them. */
export const importRecords = {
  category: categoryRecord,
  location: locationRecord,
  product: productRecord,
  sku: skuRecord,
} as const

export type ImportRecord = z.output<typeof importRecord>
export type CategoryRecord = z.output<typeof categoryRecord>
export type LocationRecord = z.output<typeof locationRecord>
export type ProductRecord = z.output<typeof productRecord>
export type SkuRecord = z.output<typeof skuRecord>
/** A line as one writes it: fields with a default may be left out. */
export type ImportLine = z.input<typeof importRecord>
