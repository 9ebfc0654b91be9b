/** A shop whose mails nobody sends and whose books nobody checks wants a person after so long, milliseconds; and again. */
const absentMs = 60_000

export type WorkerWatch = {
  /** Looks once; the alarm is raised when no worker was heard of for a minute, and counted up with each minute more. */
  round(): Promise<void>
}

/**
 * Tells when nobody works on what web processes leave to workers (OPS-01).
 * @param silentMs for how long no worker was heard of
 */
export function createWorkerWatch(
  silentMs: () => number,
  raise: (facts: { readonly silentSeconds: number }) => Promise<void>,
): WorkerWatch {
  let toldMinutes = 0
  return {
    async round() {
      const minutes = Math.floor(silentMs() / absentMs)
      if (minutes <= toldMinutes) {
        toldMinutes = minutes
        return
      }
      await raise({ silentSeconds: Math.round(silentMs() / 1_000) })
      toldMinutes = minutes
    },
  }
}
