import { locationOf, type PageHistory } from '#web/navigation/history.ts'

/** A history of its own, so that no test finds itself where another has gone. */
export function memoryHistory(address: string): PageHistory {
  const entries = [locationOf(address)]
  const listeners = new Set<() => void>()
  let index = 0
  const location = () => entries[index] ?? locationOf(address)
  return {
    location,
    push: (to) => {
      index += 1
      entries.splice(index, Infinity, locationOf(to))
    },
    replace: (to) => {
      entries[index] = locationOf(to)
    },
    go: (delta) => {
      index = Math.min(Math.max(index + delta, 0), entries.length - 1)
      for (const listener of listeners) listener()
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
