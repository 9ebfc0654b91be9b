import { z } from 'zod'
import { call } from '../call.ts'
import { platformPaths } from './paths.ts'
import { result } from './shapes.ts'

export const platformCalls = {
  log: call(
    platformPaths.log,
    'PLAT-16 CALL-18 OPEN-92',
    { input: z.object({ message: z.string(), level: z.enum(['error', 'warn', 'info']) }), reply: result },
    { session: 'none', key: false, bodyLimit: 8_192, cardNumberFields: ['message'] },
  ),
} as const
