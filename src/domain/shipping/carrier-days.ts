import type { ShipMethod } from './methods.ts'

/** Business days on the way, from and to. */
export type CarrierDays = { readonly min: number; readonly max: number }

/** Business days on the way by ship method (OPEN-116). */
export const carrierDays: { readonly [Method in ShipMethod]: CarrierDays } = {
  1: { min: 3, max: 5 },
  2: { min: 2, max: 2 },
  3: { min: 1, max: 1 },
  6: { min: 5, max: 7 },
  7: { min: 10, max: 14 },
  8: { min: 7, max: 10 },
  9: { min: 3, max: 5 },
}
