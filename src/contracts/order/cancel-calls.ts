import { z } from 'zod'
import { call } from '../call.ts'
import { token } from '../platform/shapes.ts'
import { cancelPaths } from './cancel-paths.ts'

export const cancelCalls = {
  /** An order of the session's shopper, or of whoever has its mailed link (`linkUntil` and `linkKey` of its address). */
  cancelOrder: call(
    cancelPaths.cancelOrder,
    'BEYOND-03 CALL-91 OPEN-07',
    {
      input: z.object({
        orderNumber: z.string().max(40),
        linkUntil: z.string().max(20).default(''),
        linkKey: token(200).default(''),
      }),
      reply: z.object({
        isSuccess: z.boolean(),
        errorMessage: z.string(),
        orderNumber: z.string(),
        /** ISO 8601; '' after a refusal. */
        cancelledAt: z.string(),
        /** Of each tender where its money is now, in sentences. */
        returned: z.array(z.string()),
      }),
    },
    { bodyLimit: 8_192 },
  ),
} as const
