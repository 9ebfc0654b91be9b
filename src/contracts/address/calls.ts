import { z } from 'zod'
import { call } from '../call.ts'
import { addressPaths } from './paths.ts'

export const addressCalls = {
  searchAddress: call(
    addressPaths.searchAddress,
    'CALM-35',
    {
      input: z.object({
        country: z.enum(['US', 'CA']),
        /** As typed into the field of the street address. */
        line: z.string().max(100),
        /** `within` of a match without an address; '' searches for the line. */
        within: z.string().max(400).default(''),
      }),
      reply: z.object({
        /** False where nobody searches, or no more for this shopper now: there is no use in asking again. */
        isOffered: z.boolean(),
        /** The likeliest first; none also when the provider is away. */
        matches: z.array(
          z.object({
            text: z.string(),
            address: z
              .object({ address1: z.string(), city: z.string(), state: z.string(), postalCode: z.string() })
              .nullable(),
            within: z.string(),
          }),
        ),
      }),
    },
    // letters as they are typed: nothing to keep an answer for
    { key: false, bodyLimit: 4_096 },
  ),
} as const
