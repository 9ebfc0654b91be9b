import type { CartState } from '#domain/cart/cart.ts'
import type { ToldEvent } from './replay-store.ts'
import type { ShownFacts } from './stored-facts.ts'

/** What events say of a cart besides its lines, as it stood after the last of them. */
export type Standing = {
  readonly state: CartState
  readonly zip: string
  readonly promoCode: string
  readonly tenders: readonly Pick<ShownFacts, 'kind' | 'label'>[]
  /** The step of the checkout that was opened last; 0 for none. */
  readonly step: number
  readonly isTaxExempt: boolean
}

const begun: Standing = { state: 'open', zip: '', promoCode: '', tenders: [], step: 0, isTaxExempt: false }

/** Folds events, oldest first, into what they say of the cart. */
export function standingAfter(events: readonly Pick<ToldEvent, 'kind' | 'facts'>[]): Standing {
  return events.reduce(after, begun)
}

function after(before: Standing, { kind, facts }: Pick<ToldEvent, 'kind' | 'facts'>): Standing {
  switch (kind) {
    case 'zipApplied':
      return { ...before, zip: facts.zip ?? '' }
    case 'promoApplied':
      return { ...before, promoCode: facts.code ?? '' }
    case 'promoRemoved':
      return { ...before, promoCode: '' }
    case 'tenderApplied':
      return { ...before, tenders: [...before.tenders, { kind: facts.kind, label: facts.label }] }
    case 'tenderRemoved':
      return {
        ...before,
        tenders: before.tenders.filter(({ kind: of, label }) => of !== facts.kind || label !== facts.label),
      }
    case 'certificatesRemoved':
      return { ...before, tenders: before.tenders.filter(({ kind: of }) => of !== 'certificate') }
    case 'stepOpened':
      return { ...before, step: facts.step ?? before.step }
    case 'taxExemptionSet':
      return { ...before, isTaxExempt: facts.isTaxExempt ?? false }
    case 'placing':
      return { ...before, state: 'placing' }
    case 'orderRefused':
      return { ...before, state: 'open' }
    case 'ordered':
      return { ...before, state: 'ordered' }
    case 'mergedInto':
      return { ...before, state: 'merged' }
    case 'abandoned':
      return { ...before, state: 'abandoned' }
    default:
      return before
  }
}
