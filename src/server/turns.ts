export type TurnsOptions = {
  readonly maxConcurrent: number
  readonly maxWaiting: number
  /** What whoever finds no room is told. */
  readonly refuse: () => Error
}

/** Lets so much work run at once; so much waits, in the order it came. */
export function createTurns({ maxConcurrent, maxWaiting, refuse }: TurnsOptions) {
  const waiting: (() => void)[] = []
  let atWork = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (atWork < maxConcurrent) atWork += 1
    else {
      if (waiting.length >= maxWaiting) throw refuse()
      // whoever ends hands its place on
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) atWork -= 1
      else next()
    }
  }
}
