import { vi } from 'vitest'
import type { Database } from '#server/db/database.ts'

/** The names of the statements that some work runs on a database, in their order, in transactions and outside. */
export async function statementsOf(database: Database, work: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = []
  const noting = <Sql extends object>(sql: Sql): Sql =>
    new Proxy(sql, {
      get(of, key) {
        const value: unknown = Reflect.get(of, key)
        if (typeof value !== 'function') return value
        return (first: unknown, ...rest: unknown[]) => {
          if (typeof first === 'object' && first !== null && 'name' in first) names.push(String(first.name))
          return Reflect.apply(value, of, [first, ...rest])
        }
      },
    })
  const { transaction } = database
  const spies = (['rows', 'row', 'count'] as const).map((key) => {
    const original = database[key].bind(database) as (...given: unknown[]) => unknown
    return vi.spyOn(database, key).mockImplementation(((first: { name: string }, ...rest: unknown[]) => {
      names.push(first.name)
      return original(first, ...rest)
    }) as never)
  })
  spies.push(
    vi
      .spyOn(database, 'transaction')
      .mockImplementation(((given: (tx: object) => Promise<unknown>) =>
        transaction.call(database, (tx) => given(noting(tx)))) as never) as never,
  )
  await work()
  for (const spy of spies) spy.mockRestore()
  // asked every few seconds by whichever page comes along, so it tells nothing of the work
  return names.filter((name) => name !== 'catalog.latest-version')
}
