import { z } from 'zod'
import { call } from '../call.ts'
import { noInput } from '../platform/shapes.ts'
import { transferPaths } from './transfer-paths.ts'

export const transferCalls = {
  createHandOver: call(
    transferPaths.createHandOver,
    'BEYOND-15',
    {
      input: noInput,
      reply: z.object({
        isSuccess: z.boolean(),
        errorMessage: z.string(),
        /** Where the phone goes; good once, until `expiresAt`. '' on a refusal. */
        url: z.string(),
        expiresAt: z.string(),
        /** The code to scan: how many modules wide it is, and an SVG path of its dark ones. */
        code: z.object({ size: z.int(), path: z.string() }),
      }),
    },
    { key: false },
  ),
} as const
