import pg from 'pg'
import { rolesSql } from '#server/db/roles/roles-sql.ts'

/** The same database as the server's superuser, who has the password of our own there; on another server it is who DATABASE_URL says. */
export function superuserOf(url: string): string {
  if (process.env.DATABASE_URL !== undefined) return url
  const changed = new URL(url)
  changed.username = 'postgres'
  return changed.href
}

/** Makes the product's roles, with the password of our own; their rights are cloned with the database. */
export async function makeRoles(url: string): Promise<void> {
  const { username, password } = new URL(url)
  const client = new pg.Client({ connectionString: superuserOf(url) })
  await client.connect()
  try {
    await applyRoles(client)
    // fixtures do what no process may
    await shared(client, `grant cartwright_owner to ${username}`)
    for (const role of ['web', 'worker']) await shared(client, `alter role cartwright_${role} password '${password}'`)
  } finally {
    await client.end()
  }
}

/** What `npm run db:roles -- --apply` does. */
export async function applyRoles(client: pg.Client): Promise<void> {
  await shared(client, await rolesSql(async (text) => (await client.query(text)).rows))
}

/** Roles are the server's, and other tests make them at the same moment: PostgreSQL refuses one of two. */
async function shared(client: pg.Client, text: string): Promise<void> {
  for (let nth = 1; ; nth += 1) {
    try {
      await client.query(text)
      return
    } catch (error) {
      const { code = '' } = error as pg.DatabaseError
      if (nth > 50 || !['XX000', '23505', '42710', '40P01'].includes(code)) throw error
    }
  }
}
