/** A page would wait too long to be made: answered 503. */
export class PagesBusy extends Error {
  override name = 'PagesBusy'
}

/** Lets pages in one by one: so many are made at once, the others wait, and nobody waits long. */
export type PageGate = {
  /** Runs the work when its turn comes. @throws PagesBusy when that would be too late. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

export type PageGateOptions = {
  readonly maxConcurrent?: number
  readonly maxWaitMs?: number
  /** Told of each page that is refused. */
  readonly onRefused?: () => void
  readonly now?: () => number
  /** When the event loop comes round again. */
  readonly nextTurn?: () => Promise<void>
}

/** What a page takes before any was measured, milliseconds. */
const firstGuess = 50
/** With so many at work nobody has to be let in slowly. */
const calm = 4
/**
 * Turns of the event loop between two pages that begin. Node takes up one connection in each: if every turn made a page,
 * visitors would wait where nobody sees them, before they are taken up, and none of them could be refused in time.
 */
const turnsBetween = 8
/** How much the latest page counts in the mean. */
const weight = 0.1

/**
 * A gate by time, not by number: from what pages took lately it knows how long the next would wait, and refuses it at once
 * when that is too long. What waits all the same for as long as it may is refused then.
 */
export function createPageGate(options: PageGateOptions = {}): PageGate {
  const { maxConcurrent = 16, maxWaitMs = 2_000, onRefused } = options
  const { now = () => performance.now(), nextTurn = turnOfLoop } = options
  const waiting = new Set<() => void>()
  let atWork = 0
  let meanMs = firstGuess
  let lastBegun = Promise.resolve()

  async function letOthersIn(): Promise<void> {
    for (let nth = 0; nth < turnsBetween; nth += 1) await nextTurn()
  }

  function refuse(): PagesBusy {
    onRefused?.()
    return new PagesBusy('too many pages at work')
  }

  function turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        waiting.delete(start)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(start)
        reject(refuse())
      }, maxWaitMs)
      waiting.add(start)
    })
  }

  return {
    async run(work) {
      if (atWork < maxConcurrent) atWork += 1
      else {
        if (((waiting.size + 1) * meanMs) / maxConcurrent > maxWaitMs) throw refuse()
        // whoever ends hands its place on
        await turn()
      }
      const startedAt = now()
      try {
        if (atWork > calm) {
          lastBegun = lastBegun.then(letOthersIn)
          await lastBegun
        }
        return await work()
      } finally {
        meanMs += (now() - startedAt - meanMs) * weight
        const [next] = waiting
        if (next === undefined) atWork -= 1
        else next()
      }
    },
  }
}

function turnOfLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
