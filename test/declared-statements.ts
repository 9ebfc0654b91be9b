import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'

/** What eager reads begin with, asked beside the session of who reads. */
const beginnings = ['cart.load-to-price', 'cart.header-counts', 'checkout.load', 'checkout.load-of-member']

/** Loads every module of the server that declares statements, anew; answers what it declares, by name. End with `forgetDeclared`. */
export async function declaredStatements(): Promise<ReadonlyMap<string, string>> {
  const declared = new Map<string, string>()
  vi.resetModules()
  vi.doMock(import('#server/db/database.ts'), async (original) => ({
    ...(await original()),
    statement(name: string, text: string) {
      expect(declared.get(name) ?? text, `two statements named ${name}`).toBe(text)
      declared.set(name, text)
      return { name, text }
    },
  }))
  const stores = readdirSync('src/server', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(-store|db\/(?:migration\/)?[a-z-]+)(?<!-cli)\.ts$/.test(name),
  )
  await Promise.all(stores.map((name) => import(join(process.cwd(), 'src/server', name))))
  const { besideSession } = await import('#server/account/sessions/session-beside-store.ts')
  for (const name of beginnings) besideSession({ name, text: declared.get(name) ?? '' })
  return declared
}

/** Lets the tests that follow load the modules as they are. */
export function forgetDeclared(): void {
  vi.doUnmock('#server/db/database.ts')
  vi.resetModules()
}
