/** Why a cart cannot go on to the next step, sent as a number (UNAVAIL-23, DATA-24). */
export const errorType = {
  none: 0,
  invalidBasket: 1,
  browseCustomApiException: 2,
  nlaItems: 3,
  installationServiceUnavailable: 4,
  personalizationServiceUnavailable: 5,
  inHousePersonalizationNlaItems: 6,
  allNlaItems: 7,
  emptyBasket: 8,
  pfasItems: 9,
} as const

export type ErrorType = (typeof errorType)[keyof typeof errorType]

export const allErrorTypes: readonly ErrorType[] = Object.values(errorType)

/** Whether a number of the wire is one of the ten error types. */
export function isErrorType(value: unknown): value is ErrorType {
  return allErrorTypes.some((type) => type === value)
}
