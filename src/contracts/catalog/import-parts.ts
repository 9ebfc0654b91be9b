import { z } from 'zod'
import { widthInName, widthsOfAddress } from '#domain/catalog/picture.ts'

export const brand = z.enum(['CB', 'CB2']).describe('The storefront brand that sells it.')
export const country = z.enum(['US', 'CA']).describe('The country; US amounts are in USD, CA amounts in CAD.')
export const cents = z.int().min(0).max(100_000_000).describe('Whole cents.')
export const position = z.int().min(0).max(1_000_000).default(0).describe('Place among its like, lowest first.')
export const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'lower case letters, digits and single hyphens')
  .max(80)
export const productId = z
  .string()
  .regex(/^[A-Za-z0-9._-]+$/, 'letters, digits, dot, hyphen, underscore')
  .max(60)
export const sku = z
  .int()
  .min(1)
  .max(999_999_999_999)
  .describe('The number of the sellable piece, unique over both brands.')
export const isoDay = z.iso.date().describe("A day, 'YYYY-MM-DD'.")
export const systemOfMeasure = z
  .union([z.literal(1), z.literal(2)])
  .default(1)
  .describe('1: inches and pounds; 2: centimeters and kilograms.')
export const measure = z.number().min(0).max(2000)

/** A picture of any place: also a room, which is there in wider files only. */
export const pictureOfAnyPlace = z.strictObject({
  file: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9._-]*\.(svg|avif|webp|jpg|png)$/,
      'a file name in lower case ending in svg, avif, webp, jpg or png',
    )
    .max(160)
    .describe(
      'Name of the file in the folder of pictures. Names are never reused for another picture: browsers keep them for a year.',
    ),
  alt: z.string().min(1).max(300).describe('What the picture shows, for those who cannot see it.'),
  width: z.int().min(1).max(10_000).describe('Width in pixels.'),
  height: z.int().min(1).max(10_000).describe('Height in pixels.'),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .describe("The colour to show until the picture has come, '#rrggbb'."),
  widths: z
    .array(z.int().min(1).max(10_000))
    .min(1)
    .max(10)
    .refine((widths) => widths.every((width, index) => index === 0 || width > (widths[index - 1] ?? 0)), 'not rising')
    .exactOptional()
    .describe(
      "Widths it is there in, rising, as AVIF and WebP: '{name}.w{width}.avif' and '.webp', of which `file` names one WebP; and '{name}.w240.jpg' for mails. Left out for a picture of one file. An import with --pictures makes them.",
    ),
})

export const picture = pictureOfAnyPlace
  .refine(namesItsWidths, {
    message: "a file named '….w720.webp' needs widths: 240, 480, 720, 960 as far as its name goes; another has none",
    path: ['widths'],
  })
  .describe('A picture.')

/** Where only the address of a picture is known, the widths below are taken to be there. */
function namesItsWidths({ file, widths }: { readonly file: string; readonly widths?: readonly number[] }): boolean {
  if (widths === undefined) return widthInName(file) === 0
  return [widthInName(file), ...widthsOfAddress(file)].every((width) => widths.includes(width))
}
