import { z } from 'zod'
import { call, type ReplyOf } from '../call.ts'
import { cents, id, receipt, result } from '../platform/shapes.ts'
import { cartPaths } from './paths.ts'

const line = z.object({ lineItemId: id })
const changed = result.extend(receipt.shape)

/** What a shopper may have put on a piece (PERS-01, PERS-02); fee in cents per piece. */
const template = z.object({
  type: z.union([z.literal(100), z.literal(700), z.literal(705)]),
  templateName: z.string(),
  locationName: z.string(),
  fee: cents,
  lines: z.array(
    z.object({
      elementName: z.string(),
      font: z.string(),
      textColor: z.string(),
      fontAttributes: z.object({ validationRegEx: z.string(), minLength: z.int(), maxLength: z.int() }),
    }),
  ),
})

/** The line as another piece of its product, or why it cannot be that one. */
const piece = z.object({
  sku: z.int(),
  name: z.string(),
  optionChoice: z.string(),
  imagePath: z.string(),
  /** Per piece, with its words where they go on it. */
  currentPrice: cents,
  regularPrice: cents,
  /** How many of it the line would have: fewer than now where not as many are left. */
  quantity: z.int(),
  message: z.string(),
  /** '' when it can be chosen. */
  problem: z.string(),
  /** What of the line goes with the change. */
  losses: z.array(z.enum(['words', 'installation', 'registry'])),
  hasCustomOrderConfirmation: z.boolean(),
})

/** A line of the cart becomes another piece of its product, has other words, or an installation (CALM-12). */
export const lineChangeCalls = {
  getItemChoices: call(cartPaths.getItemChoices, 'CALM-12', {
    input: line,
    reply: z.object({
      lineItemId: z.string(),
      options: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          values: z.array(z.object({ value: z.string(), name: z.string(), color: z.string() })),
        }),
      ),
      pieces: z.array(piece),
      /** What can be put on the piece it is, whose price has no fee in it; null for nothing. */
      personalization: z.object({ template, name: z.string(), imagePath: z.string(), price: cents }).nullable(),
    }),
  }),
  changeItem: call(cartPaths.changeItem, 'CALM-12', {
    input: line.extend({ sku: z.int().positive(), quantity: z.int() }),
    reply: changed,
  }),
  changePersonalization: call(cartPaths.changePersonalization, 'CALM-12', {
    input: line.extend({ personalizationId: id.default(''), personalizationText: z.string().max(500).default('') }),
    reply: changed,
  }),
  addInstallationService: call(cartPaths.addInstallationService, 'CALM-12', {
    input: line.extend({ installationServiceType: z.string().max(50) }),
    reply: changed,
  }),
  /** Undoes the last of these changes of a line. */
  undoItemChange: call(cartPaths.undoItemChange, 'CALM-12', { input: line, reply: changed }),
} as const

/** What a line of the cart can become. */
export type ItemChoices = ReplyOf<typeof lineChangeCalls.getItemChoices>
