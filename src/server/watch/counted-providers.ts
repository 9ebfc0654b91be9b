import type { Metrics } from '#server/http/ops/metrics.ts'
import type { Providers } from '#server/providers.ts'
import { beginSpan, within } from './traces/tracing.ts'

type Ports = Omit<Providers, 'close'>
type Count = (provider: string, op: string, outcome: string, seconds: number) => void

/** The same services outside, each call of which is counted with what it answered. */
export function countedProviders<Own extends Ports>(providers: Own, metrics: Metrics): Own {
  const calls = metrics.counterBy('cartwright_provider_calls_total')
  const seconds = metrics.counterBy('cartwright_provider_seconds_total')
  const count: Count = (provider, op, outcome, took) => {
    calls({ provider, op, outcome })()
    seconds({ provider, op })(took)
  }
  const { gateway, wallets, mail, tax, addressSearch, addressFallback, identity } = providers
  return {
    ...providers,
    gateway: counted(gateway, gateway.provider, count),
    wallets: wallets && {
      ...counted(wallets, `${wallets.provider} wallets`, count),
      processor: counted(wallets.processor, wallets.provider, count),
    },
    mail: counted(mail, 'mail', count),
    tax: counted(tax, `${tax.provider} tax`, count),
    addressSearch: addressSearch && counted(addressSearch, addressSearch.provider, count),
    addressFallback: addressFallback && counted(addressFallback, addressFallback.provider, count),
    identity: identity.map((each) => counted(each, each.key, count)),
  }
}

/** A port whose methods that promise something are counted; all else is its own. */
function counted<Port extends object>(port: Port, provider: string, count: Count): Port {
  return new Proxy(port, {
    get(target, op) {
      const own: unknown = Reflect.get(target, op)
      if (typeof own !== 'function' || typeof op !== 'string') return own
      return (...args: unknown[]) => {
        const began = performance.now()
        const span = beginSpan(`${provider} ${op}`, 'client')
        const answer: unknown =
          span === null ? Reflect.apply(own, target, args) : within(span, () => Reflect.apply(own, target, args))
        // what answers at once is no call
        if (!(answer instanceof Promise)) return answer
        const end = (outcome: string) => {
          count(provider, op, outcome, (performance.now() - began) / 1_000)
          span?.end({ outcome })
        }
        answer.then(
          (value) => end(stateOf(value)),
          () => end('thrown'),
        )
        return answer
      }
    },
  })
}

/** Every port says in `state` what came of a call. */
function stateOf(answer: unknown): string {
  const isSaid = typeof answer === 'object' && answer !== null && 'state' in answer && typeof answer.state === 'string'
  return isSaid ? String((answer as { readonly state: string }).state) : 'answered'
}
