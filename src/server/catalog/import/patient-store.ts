import { setTimeout as sleep } from 'node:timers/promises'
import { type PictureStore, PictureStoreAway, PictureStoreRefused } from '#server/providers/picture-store/port.ts'
import type { LineFault } from './import-check-store.ts'
import { ImportRefused } from './import-errors.ts'

/** What is said of a store: why it does not answer, or that it does again. */
export type StoreWord = { readonly isAway: true; readonly why: string } | { readonly isAway: false }

type PictureLine = Pick<LineFault, 'line' | 'field'>

type Patience = {
  /** The line whose picture is at its turn. */
  readonly at: () => PictureLine
  readonly onStore: ((line: PictureLine, word: StoreWord) => void) | undefined
  readonly firstWaitMs: number
}

const maxWaitMs = 30_000

/**
 * A store that is waited for: an import of hours does not end because a store is away for a minute. Waits 1, 2, 4 … 30 seconds, for
 * ever: whoever does not want to may end it, and nothing that was written is lost. A store that says no is not asked again.
 */
export function patientStore(store: PictureStore, { at, onStore, firstWaitMs }: Patience): PictureStore {
  async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (let wait = firstWaitMs; ; wait = Math.min(2 * wait, maxWaitMs)) {
      try {
        const answer = await ask()
        if (wait > firstWaitMs) onStore?.(at(), { isAway: false })
        return answer
      } catch (error) {
        if (error instanceof PictureStoreRefused) throw new ImportRefused(refusalText(store, at(), error.message))
        if (!(error instanceof PictureStoreAway)) throw error
        if (wait === firstWaitMs) onStore?.(at(), { isAway: true, why: error.message })
        await sleep(wait)
      }
    }
  }
  return {
    ...store,
    open: (name) => patiently(() => store.open(name)),
    read: (name) => patiently(() => store.read(name)),
    present: (names) => patiently(() => store.present(names)),
    write: (name, bytes) => patiently(() => store.write(name, bytes)),
  }
}

function refusalText({ name }: PictureStore, { line, field }: PictureLine, said: string): string {
  return `line ${line}, ${field}: ${name} says no: ${said}. Nothing was taken over; see PICTURES_STORE in docs/how-to/import-pictures.md.`
}
