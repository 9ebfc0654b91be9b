import { format } from 'node:util'
import { afterEach } from 'vitest'

// what is written to console.error is a fault nobody handled: React's warnings, a rejected promise, a driver's complaint
const stray: string[] = []

console.error = (...parts: unknown[]) => {
  stray.push(format(...parts))
}

afterEach(() => {
  const written = stray.splice(0)
  if (written.length > 0) throw new Error(`console.error was called:\n${written.join('\n')}`)
})
