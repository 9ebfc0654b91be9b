import { z } from 'zod'
import { shipMethod } from '#domain/shipping/methods.ts'

const methods: readonly number[] = Object.values(shipMethod)

/** SHIP-13, SHIPPOP-07: the number of a service level or ship method, and none beside these (SAFE-16). */
export const shipMethodInput = z
  .int()
  .refine((method) => methods.includes(method))
  .meta({ enum: methods })
