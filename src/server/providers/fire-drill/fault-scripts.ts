import type { DrillFault, DrillPart, ScriptedFault } from '#domain/fire-drill.ts'

/** A fault to be scripted; without `lastFour` every payment meets it. */
export type FaultScript = {
  readonly standIn: DrillPart
  readonly fault: DrillFault
  readonly count: number
  readonly delayMs: number
  readonly lastFour?: string
}

/** The scripts of the stand-ins' program (BEYOND-12). */
export type FaultScripts = {
  /** What waits to be played; null when the program does not answer. */
  list(): Promise<readonly ScriptedFault[] | null>
  script(wanted: FaultScript): Promise<'scripted' | 'tooMany' | 'noAnswer'>
  /** Takes one away, or all of them; false when the program does not answer. */
  clear(faultId: number | 'all'): Promise<boolean>
}

const answerMs = 2_000

/** Asks the program that plays, at the address where this server reaches it. */
export function createFaultScripts(origin: string): FaultScripts {
  async function ask(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Response | null> {
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const signal = AbortSignal.timeout(answerMs)
    return fetch(`${origin}${path}`, { method, signal, redirect: 'error', ...sent }).catch(() => null)
  }
  return {
    async list() {
      const answer = await ask('GET', '/fire-drill')
      if (answer?.status !== 200) return null
      return ((await answer.json()) as { readonly faults: readonly ScriptedFault[] }).faults
    },
    async script(wanted) {
      const answer = await ask('POST', '/fire-drill', wanted)
      if (answer?.status === 409) return 'tooMany'
      return answer?.status === 201 ? 'scripted' : 'noAnswer'
    },
    async clear(faultId) {
      const path = faultId === 'all' ? '/fire-drill' : `/fire-drill/${faultId}`
      return (await ask('DELETE', path))?.status === 200
    },
  }
}
