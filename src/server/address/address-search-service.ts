import type { Log } from '#server/http/context.ts'
import type {
  AddressMatch,
  AddressQuestion,
  AddressSearch,
  AddressSearchAnswer,
} from '#server/providers/address-search/port.ts'
import type { AlarmKind } from '#server/watch/alarm-kinds.ts'
import { createRefusalTeller } from './address-search-refusals.ts'

/** Milliseconds: how long an answer is waited for, is given again, and how long nobody asks after there was none. */
export type AddressSearchLimits = { readonly answerMs: number; readonly freshMs: number; readonly pauseMs: number }
const usualLimits: AddressSearchLimits = { answerMs: 1_500, freshMs: 600_000, pauseMs: 10_000 }

/** Answers stored, each of a few matches: what one street's beginning is answered is asked again by the next neighbour. */
const maxEntries = 2_000

/** 'unasked': the provider would have to be asked, and may not be. */
export type AddressSearchResult = readonly AddressMatch[] | 'unasked'

export type AddressSearchService = {
  /** Never rejects; where no source answers there are no matches. `mayAsk` is asked only when the provider would be. */
  search(question: AddressQuestion, mayAsk: () => Promise<boolean>): Promise<AddressSearchResult>
}

type AddressSearchParts = {
  /** Asked where the provider does not answer, or may not be asked: free of charge, and always there. */
  readonly fallback: AddressSearch | null
  readonly alarm: (kind: AlarmKind, key: string, facts: object) => Promise<void>
  readonly now: () => Date
  readonly log: Log
  readonly limits?: AddressSearchLimits
}

/**
 * An address search behind a limit and a memory. It only helps to type: an answer that does not come is that of the fallback, a
 * provider that did not answer a line of a country is left alone with those for a while, and what was answered is given again
 * without asking who is paid for it.
 */
export function createAddressSearchService(
  provider: AddressSearch,
  { fallback, alarm, now, log, limits = usualLimits }: AddressSearchParts,
): AddressSearchService {
  // null: asked, and not answered
  const cached = new Map<string, { readonly matches: readonly AddressMatch[] | null; readonly until: number }>()
  // each by itself: an account may be for one country only
  const pausedUntil = { US: 0, CA: 0 }
  const refusals = createRefusalTeller({ provider: provider.provider, alarm, now, log })

  function store(key: string, matches: readonly AddressMatch[] | null, forMs = limits.freshMs): void {
    cached.delete(key)
    // the oldest goes: a Map keeps the order in which it was filled
    const oldest = cached.size >= maxEntries ? cached.keys().next().value : undefined
    if (oldest !== undefined) cached.delete(oldest)
    cached.set(key, { matches, until: now().getTime() + forMs })
  }

  /** What the provider answers, now or before; null where it does not. */
  async function asked(
    question: AddressQuestion,
    mayAsk: () => Promise<boolean>,
  ): Promise<readonly AddressMatch[] | null | 'unasked'> {
    const key = keyOf(question)
    const found = cached.get(key)
    if (found !== undefined && now().getTime() < found.until) return found.matches
    if (now().getTime() < pausedUntil[question.country]) return null
    if (!(await mayAsk())) return 'unasked'
    const answer = await answerOf(provider, question, limits.answerMs)
    if (answer.state === 'answered') {
      store(key, answer.matches)
      // a refused match is not told, nor does an answered one say that it is over
      if (question.within === '') refusals.answered(question.country)
      return answer.matches
    }
    // what one visitor asks wrongly, or makes up as a match, does not switch the search off for all
    if (answer.why === 'badQuestion') store(key, null)
    else if (question.within !== '') store(key, null, limits.pauseMs)
    else {
      pausedUntil[question.country] = now().getTime() + limits.pauseMs
      if (answer.why === 'refused') refusals.refused(question.country, answer.status)
    }
    const facts = { event: 'address-search-unknown', provider: provider.provider, why: answer.why }
    log.warn(facts, 'an address search was not answered')
    return null
  }

  return {
    async search(question, mayAsk) {
      const found = await asked(question, mayAsk)
      if (found !== null && found !== 'unasked') return found
      if (fallback === null) return found ?? []
      const answer = await answerOf(fallback, question, limits.answerMs)
      return answer.state === 'answered' ? answer.matches : []
    },
  }
}

function keyOf({ country, line, within }: AddressQuestion): string {
  const text = line.trim().replace(/\s+/g, ' ')
  return JSON.stringify([country, text, within])
}

/** The provider's answer, or unknown when the time is up or it breaks its word and throws. */
async function answerOf(
  provider: AddressSearch,
  question: AddressQuestion,
  limitMs: number,
): Promise<AddressSearchAnswer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<AddressSearchAnswer>((resolve) => {
    timer = setTimeout(resolve, limitMs, { state: 'unknown', why: 'timeout' })
  })
  try {
    return await Promise.race([provider.matchesOf(question), late])
  } catch {
    return { state: 'unknown', why: 'serverFault' }
  } finally {
    clearTimeout(timer)
  }
}
