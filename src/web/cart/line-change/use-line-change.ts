import { useState } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import type { CartStore } from '#web/cart/cart-store.ts'
import { scriptOrAsk } from '#web/layers/ask-for-script.ts'
import { useBrowser } from '#web/navigation/browser.tsx'
import { announce } from '#web/ui/announcer.tsx'
import type { LineChanged } from './change-line.ts'

type Line = CartReply['lineItems'][number]

export type LineChange = {
  /** Another colour or size. */
  item(line: Line): void
  words(line: Line): void
  install(line: Line, service: Line['installationServices'][number]): void
  /** What was changed of this line a moment ago, and can be undone. */
  lastOf(lineId: string): LineChanged | undefined
  readonly undoing: LineChanged | null
  undo(changed: LineChanged): void
  drop(changed: LineChanged): void
}

const load = () => import('./change-line.ts')
type Loaded = Awaited<ReturnType<typeof load>>

/** The changes of lines of one visit to the cart, each with its undo (CALM-12); their script comes with the first. */
export function useLineChange(store: CartStore, onFocus: (lineId: string) => void): LineChange {
  const browser = useBrowser()
  const [all, setAll] = useState<readonly LineChanged[]>([])
  const [undoing, setUndoing] = useState<LineChanged | null>(null)
  const drop = (changed: LineChanged) => setAll((old) => old.filter((one) => one !== changed))
  const fetchLoaded = () => scriptOrAsk('change-line', load, () => browser.reload())
  const run = async (change: (loaded: Loaded) => Promise<LineChanged | null>) => {
    const loaded = await fetchLoaded()
    const changed = loaded && (await change(loaded))
    if (changed === null) return
    setAll((old) => [...old.filter(({ before }) => before.id !== changed.before.id), changed])
    announce(`${changed.said} It can be undone.`)
    onFocus(changed.atLineId)
  }
  return {
    item: (line) => void run(({ changeItem }) => changeItem(store, line)),
    words: (line) => void run(({ changeWords }) => changeWords(store, line)),
    install: (line, service) => void run(({ addInstallation }) => addInstallation(store, line, service)),
    lastOf: (lineId) => all.findLast(({ atLineId }) => atLineId === lineId),
    undoing,
    async undo(changed) {
      setUndoing(changed)
      const isUndone = (await (await fetchLoaded())?.undoChange(store, changed)) === true
      setUndoing(null)
      if (!isUndone) return
      drop(changed)
      announce(`${changed.before.title} is as it was.`)
      onFocus(changed.before.id)
    },
    drop,
  }
}
