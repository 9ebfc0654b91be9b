import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { announce } from '#web/ui/announcer.tsx'

type Line = CartReply['lineItems'][number]
export type Removed = {
  readonly line: Line
  readonly list: 'cart' | 'saved'
  /** The line it stood before; '' at the end of the list. */
  readonly beforeId: string
}

/** A row of a list: a line, or the place of one that was removed and may be brought back. */
export type LineRow = { readonly line: Line; readonly removed?: Removed }

export type Removals = {
  /** Notes that the shopper removes a line of this list, and says so; the focus goes on to the next, else to the heading. */
  note(list: Removed['list'], lines: readonly Line[], line: Line): void
  /** A line leaves its list in another way: the focus goes on as well. */
  leave(line: Line): void
  /** A removal is undone: the focus goes to the line when it is there. */
  undo(removed: Removed): void
  drop(removed: Removed): void
  /** A line was changed: the focus goes to it, when it is nowhere else. */
  focus(lineId: string): void
  rows(list: Removed['list'], lines: readonly Line[]): LineRow[]
}

/** The removals of this visit that can be undone, and where the focus goes when a line comes or goes (UX-10). */
export function useRemoved(heading: RefObject<HTMLElement | null>): Removals {
  const [all, setAll] = useState<readonly Removed[]>([])
  const focus = useFocusOnLines(heading)
  return {
    note(list, lines, line) {
      const beforeId = lines[lines.findIndex(({ id }) => id === line.id) + 1]?.id ?? ''
      setAll((old) => [
        ...old
          .filter((one) => one.line.id !== line.id)
          .map((one) => (one.beforeId === line.id ? { ...one, beforeId } : one)),
        { line, list, beforeId },
      ])
      announce(`${line.title} removed. It can be undone.`)
      focus.onward(line.id)
    },
    leave(line) {
      // it goes to the other list: where it once stood as removed, there is nothing to undo
      setAll((old) => old.filter((one) => one.line.id !== line.id))
      focus.onward(line.id)
    },
    undo: ({ line }) => focus.back(line.id, () => announce(`${line.title} is back in its place`)),
    focus: focus.to,
    drop: useCallback((removed) => setAll((old) => old.filter((one) => one !== removed)), []),
    rows(list, lines) {
      const mine = all.filter((one) => one.list === list && lines.every(({ id }) => id !== one.line.id))
      const isBefore = (one: Removed, id: string) => one.beforeId === id
      const place = (one: Removed): LineRow => ({ line: one.line, removed: one })
      const atEnd = mine.filter((one) => lines.every(({ id }) => !isBefore(one, id)))
      return [
        ...lines.flatMap((line) => [...mine.filter((one) => isBefore(one, line.id)).map(place), { line }]),
        ...atEnd.map(place),
      ]
    },
  }
}

const rowOf = (lineId: string) => document.querySelector<HTMLElement>(`[data-line="${lineId}"]`)
const nameIn = (row: HTMLElement | null) => row?.querySelector<HTMLElement>('h2 a, h3 a') ?? null

/** Moves the focus once a line has gone or come, unless the shopper has moved it elsewhere meanwhile. */
function useFocusOnLines(heading: RefObject<HTMLElement | null>) {
  const waiting = useRef<(() => boolean) | null>(null)
  useEffect(() => {
    if (waiting.current?.()) waiting.current = null
  })
  // the beginning of the page is where a popup leaves it whose opener has gone
  const isFree = () => [null, document.body, document.querySelector('main')].some((at) => at === document.activeElement)
  return {
    onward(lineId: string) {
      const row = rowOf(lineId)
      let next = row?.nextElementSibling ?? null
      while (next !== null && !next.hasAttribute('data-line')) next = next.nextElementSibling
      const nextId = next?.getAttribute('data-line') ?? ''
      waiting.current = () => {
        if (row?.isConnected) return false
        if (isFree()) (nameIn(rowOf(nextId)) ?? heading.current)?.focus()
        return true
      }
    },
    to(lineId: string) {
      const name = nameIn(rowOf(lineId))
      if (name !== null && isFree()) return name.focus()
      waiting.current = () => {
        if (isFree()) nameIn(rowOf(lineId))?.focus()
        return true
      }
    },
    back(lineId: string, onBack: () => void) {
      waiting.current = () => {
        const name = nameIn(rowOf(lineId))
        if (name === null) return false
        if (isFree()) name.focus()
        onBack()
        return true
      }
    },
  }
}
