import { z } from 'zod'
import { call } from '../call.ts'
import { cents } from '../platform/shapes.ts'
import { browsePaths } from './browse-paths.ts'

export const browseCalls = {
  /** What a shopper may mean who is still typing. */
  getSuggestions: call(
    browsePaths.getSuggestions,
    'PLAT-04',
    {
      input: z.object({ q: z.string().max(200) }),
      reply: z.object({
        products: z.array(
          z.object({ name: z.string(), navigateUrl: z.string(), imagePath: z.string(), lowestPrice: cents }),
        ),
        categories: z.array(z.object({ name: z.string(), navigateUrl: z.string() })),
        /** What was looked for instead of what was typed, when that has a slip in it; else ''. */
        correction: z.string(),
      }),
    },
    { session: 'none' },
  ),
  /** Puts a sku on the shopper's favorites or takes it off; asked again it changes nothing. */
  setFavorite: call(browsePaths.setFavorite, 'PLAT-29 OPEN-40', {
    input: z.object({ Sku: z.int().min(1).max(999_999_999_999), IsFavorite: z.boolean() }),
    reply: z.object({
      isSuccess: z.boolean(),
      errorMessage: z.string(),
      favorites: z.array(z.int()),
    }),
  }),
} as const
