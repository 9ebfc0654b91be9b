import { cardDebounceMs } from '#domain/timing.ts'

/** Chrome on iOS, the 'one mobile browser' whose autofill raises no events (OPEN-16). */
export function isChromeOnIos(userAgent: string): boolean {
  return userAgent.includes('CriOS')
}

/** Debounce of card entry in milliseconds: 250 on Chrome on iOS, else 0 (PAY-28, CONST-03). */
export function cardDebounceOf(userAgent: string): number {
  return isChromeOnIos(userAgent) ? cardDebounceMs : 0
}
