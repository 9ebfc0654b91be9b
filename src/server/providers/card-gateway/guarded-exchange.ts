import { type Breaker, type BreakerSettings, breakerSettings, createBreaker } from './breaker.ts'
import { createExchange, type Exchange, gatewayLimits, type Limits } from './exchange.ts'

/** Limits and clock of a gateway's connection; what is missing is as in production. */
export type ConnectionSettings = { readonly limits?: Limits; readonly breaker?: BreakerSettings }

/** An exchange behind a circuit breaker: a fault, a time-out and a 5xx count as failures, every other answer as success. */
export type GuardedExchange = { readonly exchange: Exchange; isOpen(): boolean }

export function createGuardedExchange(settings: ConnectionSettings): GuardedExchange {
  const send = createExchange(settings.limits ?? gatewayLimits)
  const breaker: Breaker = createBreaker(settings.breaker ?? breakerSettings)
  const exchange: Exchange = Object.assign(
    async (request: Parameters<Exchange>[0]) => {
      if (!breaker.admit()) return { state: 'notSent', why: 'breakerOpen' } as const
      const result = await send(request)
      if (result.state === 'answered' && result.status < 500) breaker.succeeded()
      else breaker.failed()
      return result
    },
    { close: send.close },
  )
  return { exchange, isOpen: breaker.isOpen }
}
