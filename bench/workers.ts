import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { LoadAnswer, LoadJob } from './load.ts'
import type { Figures } from './measure.ts'
import type { ReplayJob } from './replay.ts'

/** The load client as a process that works on one job after the other. */
export type LoadClient = {
  ask(job: LoadJob): Promise<LoadAnswer>
  close(): void
}

export function startLoadClient(): LoadClient {
  const child = fork(join(import.meta.dirname, 'load.ts'))
  return {
    ask: (job) => answerOf<LoadAnswer>(child, job),
    close: () => void child.kill(),
  }
}

/** Replays a slice of operations in a process of its own. */
export function replayed(job: ReplayJob): Promise<Figures> {
  return answerOf<Figures>(fork(join(import.meta.dirname, 'replay.ts')), job)
}

async function answerOf<Answer>(child: ChildProcess, job: object): Promise<Answer> {
  const ended = new AbortController()
  try {
    child.send(job)
    const exit = once(child, 'exit', { signal: ended.signal }).then(([code]) => {
      throw new Error(`a process of the bench ended with ${code}`)
    })
    const [answer] = await Promise.race([once(child, 'message', { signal: ended.signal }), exit])
    return answer as Answer
  } finally {
    ended.abort()
  }
}
