import { limits } from '#server/http/guards/throttle.ts'

/** All limits on trying out stolen cards. Past one of the first three the processor is not asked, or a person is told. */
export const cardTestingLimits = {
  /** Refused cards and cancelled orders of one shopper within the minutes, before the processor is no longer asked. */
  ofShopper: { refusals: 6, minutes: 15 },
  /** The same of an address, in an hour, and what is under way together with it. */
  ofAddress: limits.refusedCardsPerAddress,
  /** Of everybody: more in an hour and a person is told, and every refusal is held back. */
  ofAll: limits.refusedCardsOfAll,
  /** How long a refusal is then held back, milliseconds. */
  delayMs: 4_000,
  /** How long an order waits for others of its address that ask the processor, milliseconds. */
  waitMs: 2_000,
}
