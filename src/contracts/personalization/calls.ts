import { z } from 'zod'
import { call } from '../call.ts'
import { id, result } from '../platform/shapes.ts'
import { personalizationPaths } from './paths.ts'

/** A line as the request has it: the color is `textcolor` here and `textColor` in the model (PERS-06). */
const designLine = z.object({
  elementName: z.string().max(40),
  text: z.string().max(200),
  textcolor: z.string().max(40).default(''),
  font: z.string().max(40).default(''),
})

export const personalizationCalls = {
  saveDesign: call(personalizationPaths.saveDesign, 'OPEN-46 CALL-80 PERS-05', {
    input: z.object({
      quantity: z.int().default(1),
      orderType: z.string().max(40).default(''),
      profileGuid: id.default(''),
      design: z.object({
        templateName: z.string().max(80),
        sku: z.int().positive(),
        locationName: z.string().max(80).default(''),
        personalization: z.array(designLine).min(1).max(20),
      }),
    }),
    reply: z.object({
      ...result.shape,
      personalizationUuid: z.string(),
      pricingDto: z.object({ formattedTotalPrice: z.string() }),
    }),
  }),
  renderDesign: call(
    personalizationPaths.renderDesign,
    'CALL-81 PERS-07 OPEN-104',
    {
      input: z.object({
        sku: z.int().positive(),
        templateName: z.string().max(80),
        lines: z.array(designLine).min(1).max(20),
      }),
      reply: z.object({
        hasError: z.boolean(),
        error: z.object({
          businessErrorCode: z.string(),
          businessErrorDescription: z.string(),
          profaneTexts: z.array(z.string()),
        }),
        imageUrl: z.string(),
      }),
    },
    // a shopper's letters, asked for again with each of them: nothing to keep an answer for
    { key: false, bodyLimit: 16_384 },
  ),
} as const
