import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import type { ReportPart, SelfReport, ToChild, ToParent } from './process-messages.ts'
import { countDeaths, type Deaths } from './restart-pauses.ts'

type Role = 'web' | 'worker'

export type ChildrenOptions = {
  readonly roles: readonly Role[]
  readonly log: Logger
  /** Everything ends, for this reason. */
  readonly onHopeless: (reason: string) => void
}

export type Children = {
  /** Puts a new process in the place of each, one after the other; one that has begun already begins anew. */
  replaceAll(): void
  /** What each says of itself; those that do not answer in time are left out. */
  ask(what: ReportPart, of: 'web' | 'all'): Promise<readonly SelfReport[]>
  /** Ends them in good order; those that do not are killed in the end. */
  stop(): Promise<void>
}

type Child = {
  readonly worker: Worker
  readonly bornAt: number
  /** How often all were to be replaced when it was started. */
  readonly generation: number
  isReady: boolean
  isGivenUp: boolean
}

type Place = {
  readonly role: Role
  readonly deaths: Deaths
  isFilled: boolean
  current: Child | undefined
  /** Takes the place of `current` when it is ready. */
  next: Child | undefined
  /** Was in its place before, and answers what it has still to answer. */
  retiring: Child | undefined
  again: NodeJS.Timeout | undefined
}

/** Longest wait for what a process says of itself, milliseconds. */
const answerMs = 2_000
/** Calls at work have 20 s, and what comes after them is done in less: what lives then hangs. */
const endMs = 30_000

/** Starts a process for each role; the others when the first is ready, so that an empty database is filled by one alone. */
export function startChildren({ roles, log, onHopeless }: ChildrenOptions): Children {
  const places = roles.map(
    (role): Place => ({
      ...{ role, deaths: countDeaths(), isFilled: false },
      ...{ current: undefined, next: undefined, retiring: undefined, again: undefined },
    }),
  )
  const questions = new Map<number, { readonly child: Child; answer(told: SelfReport | undefined): void }>()
  let generation = 0
  let failedGeneration = -1
  let asked = 0
  let hasBegun = false
  let wasReady = false
  let stopping: (() => void) | undefined
  const living = new Set<Worker>()
  const isServed = () => places.some(({ role, current }) => role === 'web' && current?.isReady === true)

  function send({ worker }: Pick<Child, 'worker'>, message: ToChild): void {
    // one that ends in this very moment is told of by its end
    if (worker.isConnected()) worker.send(message, undefined, undefined, () => undefined)
  }

  function launch(place: Place): Child {
    place.isFilled = true
    // each is the whole shop in its role, without children and without the parent's port
    const worker = cluster.fork({ ROLE: place.role, WEB_PROCESSES: '1', OPS_PORT: '' })
    living.add(worker)
    const child: Child = { worker, bornAt: performance.now(), generation, isReady: false, isGivenUp: false }
    worker.on('message', (message: ToParent) => hear(place, child, message))
    worker.on('error', (error) => log.error({ err: error, pid: worker.process.pid }, 'a process cannot be spoken to'))
    worker.once('exit', (code, signal) => noteEnd(place, child, { code, signal }))
    return child
  }

  function hear(place: Place, child: Child, message: ToParent): void {
    if (message.say === 'here') {
      send(child, { say: 'begin', isServed: isServed(), tells: !hasBegun })
      hasBegun = true
    } else if (message.say === 'ready') noteReady(place, child)
    else if (message.say === 'told') questions.get(message.nth)?.answer(message.told)
    else if (message.say === 'refused') {
      // what is wrong at the first start is for the person at the terminal
      if (!wasReady) onHopeless(message.text)
      else log.error({ pid: child.worker.process.pid, reason: message.text }, 'a process cannot start')
    }
  }

  function noteReady(place: Place, child: Child): void {
    child.isReady = true
    wasReady = true
    if (place.next === child) {
      place.retiring = place.current
      place.current = child
      place.next = undefined
      if (place.retiring?.isReady === true) send(place.retiring, { say: 'retire' })
      else place.retiring?.worker.process.kill('SIGTERM')
    }
    for (const other of places) {
      if (!other.isFilled) other.current = launch(other)
      else if (isServed() && other.current?.isReady === false) send(other.current, { say: 'served' })
    }
    goOn()
  }

  function noteEnd(place: Place, child: Child, how: { readonly code: number; readonly signal: string }): void {
    living.delete(child.worker)
    for (const each of questions.values()) if (each.child === child) each.answer(undefined)
    if (stopping !== undefined) {
      if (living.size === 0) stopping()
      return
    }
    if (place.retiring === child) place.retiring = undefined
    else if (place.next === child) noteLostCandidate(place, child, how)
    else if (place.current === child) {
      place.current = undefined
      // another one is on its way into this place
      if (place.next === undefined) startAgain(place, child, how)
    }
    goOn()
  }

  function noteLostCandidate(place: Place, child: Child, how: object): void {
    place.next = undefined
    if (!child.isGivenUp) {
      failedGeneration = child.generation
      log.error(how, 'processes are not replaced: the new one ended before it was ready; the others serve on')
    }
    if (place.current === undefined) startAgain(place, child, how)
  }

  function startAgain(place: Place, child: Child, how: object): void {
    const now = performance.now()
    const pauseMs = place.deaths.note(child.bornAt, now)
    log.warn(
      { ...how, pid: child.worker.process.pid, role: place.role, pauseMs },
      'a process ended and is started again',
    )
    const filled = places.filter(({ isFilled }) => isFilled)
    if (filled.every(({ deaths }) => deaths.isTooMany(now))) {
      onHopeless('Cartwright ends: each of its processes died five times within a minute.')
      return
    }
    place.again = setTimeout(() => {
      if (stopping === undefined) place.current = launch(place)
    }, pauseMs)
  }

  /** One place at a time: its new process is ready and the old one has gone before it is another's turn. */
  function goOn(): void {
    if (stopping !== undefined || failedGeneration === generation) return
    if (places.some(({ next, retiring }) => next !== undefined || retiring !== undefined)) return
    const place = places.find(({ current }) => current !== undefined && current.generation < generation)
    if (place !== undefined) place.next = launch(place)
  }

  function replaceAll(): void {
    generation += 1
    log.info({ processes: places.length }, 'the processes are replaced, one after the other')
    for (const { next } of places) {
      if (next === undefined) continue
      // it may wait for ever with what it was told
      next.isGivenUp = true
      next.worker.process.kill('SIGTERM')
    }
    goOn()
  }

  function question(child: Child, what: ReportPart): Promise<SelfReport | undefined> {
    const { promise, resolve: answer } = Promise.withResolvers<SelfReport | undefined>()
    asked += 1
    const nth = asked
    questions.set(nth, { child, answer })
    const limit = setTimeout(answer, answerMs, undefined)
    send(child, { say: 'tell', nth, what })
    return promise.finally(() => {
      clearTimeout(limit)
      questions.delete(nth)
    })
  }

  const first = places[0]
  if (first !== undefined) first.current = launch(first)
  return {
    replaceAll,
    async ask(what, of) {
      const whom = places.flatMap(({ role, current, retiring }) =>
        of === 'web' && role !== 'web' ? [] : [current, ...(of === 'all' ? [retiring] : [])],
      )
      const answers = await Promise.all(
        whom.filter((child) => child !== undefined).map((child) => question(child, what)),
      )
      return answers.filter((told) => told !== undefined)
    },
    stop() {
      const { promise, resolve } = Promise.withResolvers<void>()
      stopping = resolve
      for (const { again } of places) clearTimeout(again)
      for (const { process } of living) process.kill('SIGTERM')
      if (living.size === 0) resolve()
      const limit = setTimeout(() => {
        log.error({ left: living.size }, 'processes that did not end are killed')
        for (const { process } of living) process.kill('SIGKILL')
      }, endMs)
      return promise.finally(() => clearTimeout(limit))
    },
  }
}
