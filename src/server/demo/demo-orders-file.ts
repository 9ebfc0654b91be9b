import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { ToldPart } from './retelling.ts'

const id = z.object({ kind: z.enum(['id', 'token']), like: z.string() })
const part: z.ZodType<ToldPart> = z.discriminatedUnion('kind', [
  id,
  z.object({ kind: z.literal('bytes'), bytes: z.int() }),
  z.object({ kind: z.literal('orderNumber'), order: z.int() }),
  z.object({ kind: z.literal('reference'), shopper: z.int(), order: z.int(), slot: z.literal([1, 2]) }),
  z.object({ kind: z.literal('email'), nth: z.int() }),
  z.object({ kind: z.literal('mac'), email: z.int(), isMailbox: z.boolean() }),
  z.object({ kind: z.enum(['time', 'day', 'month']), ms: z.int() }),
  z.object({ kind: z.enum(['firstName', 'lastName']) }),
])

/** A column that is written, with its type as PostgreSQL says it. */
const column = z.object({ name: z.string().regex(/^\w+$/), type: z.string().regex(/^[\w ()[\]]+$/) })
/** A value as PostgreSQL writes it as text: null, or what stays between the numbers of parts. */
const cell = z.array(z.union([z.string(), z.int()])).nullable()
const story = z.object({
  name: z.string(),
  /** How often it is told, and how many orders each time brings. */
  times: z.int().positive(),
  orders: z.int().positive(),
  /** When it began, milliseconds. */
  began: z.int(),
  parts: z.array(part),
  rows: z.record(z.string(), z.array(z.array(cell))),
})
const head = z.object({ columns: z.record(z.string(), z.array(column)) })

export type StoryColumn = z.infer<typeof column>
export type DemoStory = z.infer<typeof story>
/** The columns of each table, in the order in which the tables are written, and the stories. */
export type DemoStories = z.infer<typeof head> & { readonly stories: readonly DemoStory[] }

/** Reads orders that the product wrote once, to be told again (docs/decisions/0154-the-demo-sells.md). */
export function readDemoStories(path: string): DemoStories {
  const [first, ...others] = readFileSync(path, 'utf8').trimEnd().split('\n')
  return {
    ...head.parse(JSON.parse(first ?? '')),
    stories: others.map((line) => story.parse(JSON.parse(line))),
  }
}
