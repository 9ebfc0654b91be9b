import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { LoadAnswer, LoadJob } from './load.ts'
import type { Sample } from './measure.ts'
import type { ReplayJob } from './replay.ts'

/** A process that works on one job after the other. */
export type Worker<Job, Answer> = { ask(job: Job): Promise<Answer>; close(): void }
export type LoadClient = Worker<LoadJob, LoadAnswer>
export type Replay = Worker<Extract<ReplayJob, { kind: 'run' }>, Sample>

export function startLoadClient(): LoadClient {
  return workerOf<LoadJob, LoadAnswer>('load.ts')
}

/** Bare clients, one per shopper, with a file of operations. */
export async function openReplay(job: Omit<Extract<ReplayJob, { kind: 'open' }>, 'kind'>): Promise<Replay> {
  const worker = workerOf<ReplayJob, Sample>('replay.ts')
  await worker.ask({ kind: 'open', ...job })
  return worker
}

function workerOf<Job extends object, Answer>(file: string): Worker<Job, Answer> {
  const child = fork(join(import.meta.dirname, file))
  return { ask: (job) => answerOf<Answer>(child, job), close: () => void child.kill() }
}

/** What a process answers to a job; it does one at a time. */
export async function answerOf<Answer>(child: ChildProcess, job: object): Promise<Answer> {
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
