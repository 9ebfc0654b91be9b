import type { BenchPostgres } from './postgres.ts'
import type { Stage } from './stage.ts'
import type { LoadClient } from './workers.ts'

/** What measuring on one stage has at hand. */
export type Scene = {
  readonly postgres: BenchPostgres
  readonly stage: Stage
  readonly client: LoadClient
  readonly folder: string
  readonly say: (text: string) => void
}
