import type { ShipMethod } from './methods.ts'

/** Business days on the way, from and to. */
export type CarrierDays = { readonly least: number; readonly most: number }

/** Business days on the way by ship method (OPEN-116). */
export const carrierDays: { readonly [Method in ShipMethod]: CarrierDays } = {
  1: { least: 3, most: 5 },
  2: { least: 2, most: 2 },
  3: { least: 1, most: 1 },
  6: { least: 5, most: 7 },
  7: { least: 10, most: 14 },
  8: { least: 7, most: 10 },
  9: { least: 3, most: 5 },
}
