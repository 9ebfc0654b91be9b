/** One wallet's part of Braintree's library, made ready ahead of the press. */
export type BraintreePart<Made> = {
  /** Makes it ready; ends once it is there, has failed or takes too long. */
  prepare(): Promise<void>
  made(): Made | null
  /** Why it is not there, for the log; it is made ready again for the next press. */
  again(): string
}

/** How long one part may keep the others waiting, milliseconds. */
const patienceMs = 10_000

/** A part that is made ready by itself: one that failed, or never answers, may come at a later try. */
export function braintreePart<Script, Made>(
  load: () => Promise<Script>,
  create: (script: Script) => Promise<Made>,
): BraintreePart<Made> {
  let made: Made | null = null
  /** What is wrong with the last try; null while it is on its way. */
  let fault: string | null = ''
  const prepare = (): Promise<void> => {
    fault = null
    return new Promise((resolve) => {
      const end = (why: string) => {
        clearTimeout(patience)
        fault = why
        resolve()
      }
      const patience = setTimeout(() => end('it did not answer in time'), patienceMs)
      load().then(
        (script) =>
          create(script).then(
            (part) => {
              made = part
              end('')
            },
            (error: unknown) => end(`its start failed: ${codeOf(error)}`),
          ),
        () => end('its script could not be loaded'),
      )
    })
  }
  return {
    prepare,
    made: () => made,
    again() {
      const why = fault ?? 'it is being made ready again'
      if (fault !== null) void prepare()
      return why
    },
  }
}

/** The code of an error of the library; '' for one without. Its message may name a secret, and is told to nobody. */
export function libraryCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

function codeOf(error: unknown): string {
  return libraryCode(error) || (error instanceof Error ? error.name : 'an error without a code')
}
