import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SqlOperation } from '../operations.ts'

/** What shoppers do whose limit is written by hand, each in a file of that name. */
export type LimitName = 'read-cart' | 'change-quantity' | 'add-item' | 'place-order'

/** Values by the names that a file has for them. */
export type LimitValues = { readonly [name: string]: string | null }

/** A file's groups of statements: those of a group leave together, `-- then` waits for what they answer. */
export function limitOf(name: LimitName): (values: LimitValues) => SqlOperation {
  const text = readFileSync(join(import.meta.dirname, `${name}.sql`), 'utf8').replaceAll(/^--(?! then$).*\n/gm, '')
  const groups = text.split(/^-- then$/m).map((group, nth) =>
    group.split(/^;$/m).map((statement, place) => {
      const { sql, parameters } = numbered(statement.trim())
      return { name: `limit.${name}-${nth + 1}-${place + 1}`, text: sql, parameters }
    }),
  )
  return (values) =>
    groups.map((group) =>
      group.map(({ parameters, ...statement }) => ({
        ...statement,
        values: parameters.map((parameter) => {
          const value = values[parameter]
          if (value === undefined) throw new Error(`${name}.sql wants a value for :${parameter}`)
          return value
        }),
      })),
    )
}

/** ':name' as '$1', the same for the same name. */
function numbered(statement: string): { readonly sql: string; readonly parameters: readonly string[] } {
  const parameters: string[] = []
  const sql = statement.replaceAll(/(?<!:):([a-z]\w*)/g, (_, name: string) => {
    if (!parameters.includes(name)) parameters.push(name)
    return `$${parameters.indexOf(name) + 1}`
  })
  return { sql, parameters }
}
