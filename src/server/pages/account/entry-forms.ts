import type { Restored } from '#server/account/entries/restore-entries.ts'
import type { Keys } from '#server/config/secrets.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { Form } from '#server/pages/forms/form.ts'
import type { Visit } from '#server/pages/visit.ts'
import { accountPath } from './return-url.ts'
import { loginPath } from './signed-in.ts'

export type EntryFormParts = { readonly database: Database; readonly flashCookieKey: Keys }

/** What is said of a change that is done, and where the focus goes then. */
export type EntryChanged = { readonly said: string; readonly to: string }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * A plain form that changes one entry of a member's account, named by a field. `unknown` is said where there is no such entry;
 * an id of somebody else's is as an unknown one.
 */
export function entryForm(
  { database, flashCookieKey }: EntryFormParts,
  { path, field, unknown }: { readonly path: string; readonly field: string; readonly unknown: string },
  change: (tx: Tx, visit: Visit, id: string) => Promise<EntryChanged | null>,
): Form {
  return {
    path,
    allowsFirstVisit: false,
    refusedTo: accountPath,
    signInAt: loginPath,
    submit: async (visit, { [field]: id = '' }) => {
      const isId = uuid.test(id)
      const changed = isId ? await database.transaction((tx) => change(tx, visit, id)) : null
      setFlash(visit.reply, visit.site, flashCookieKey, changed?.said ?? unknown)
      return changed?.to ?? accountPath
    },
  }
}

/** What an undo came to: `texts` by how it ended, the entry it leads to, and the heading where there is none to go to. */
export function entryRestored(
  restored: Restored,
  texts: { readonly back: string; readonly addedAnew: string; readonly full: string },
  pathOf: (id: string) => string,
  heading: string,
): EntryChanged | null {
  if (restored.state === 'gone') return null
  return { said: texts[restored.state], to: restored.state === 'full' ? heading : pathOf(restored.id) }
}
