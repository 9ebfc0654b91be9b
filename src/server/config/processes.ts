import cluster from 'node:cluster'
import { availableParallelism, hostname } from 'node:os'
import type { Settings } from './settings.ts'

/** How many processes serve pages: as many as are wanted, or as there are cores less one for the database and the jobs. */
export function webProcessesOf(wanted: Settings['WEB_PROCESSES'], cores: number = availableParallelism()): number {
  return wanted === 'auto' ? Math.max(1, cores - 1) : wanted
}

/** What this process is called: each of several that one parent starts has its number (OPS-40). */
export function instanceNameOf(given: string | undefined): string {
  const number = cluster.worker?.id
  if (given !== undefined) return number === undefined ? given : `${given}-${number}`
  return `${hostname().slice(0, 40)}-${number ?? process.pid}`
}
