import pg from 'pg'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { connectToHost } from '#server/db/host-choice.ts'
import { rolesSql } from './roles-sql.ts'

const usage = `Usage: npm run db:roles -- --apply
       npm run db:roles -- --print

Makes the roles of the database of DATABASE_URL and gives each its rights, or prints the SQL that would. DATABASE_URL is that of a superuser
or of the database's administrator here. Again after each db:migrate; applied twice it changes nothing.
`

/** Answers the exit code: 0 done, 2 not understood. */
async function main(args: readonly string[]): Promise<number> {
  const [what, ...others] = args
  if ((what !== '--apply' && what !== '--print') || others.length > 0) {
    process.stderr.write(usage)
    return 2
  }
  const { directUrl } = readConfig()
  if (directUrl === null) {
    process.stderr.write('DATABASE_URL must be set: the private PostgreSQL of development has a role of its own.\n')
    return 1
  }
  const client = await connectToHost(directUrl, { application_name: 'cartwright-roles' })
  try {
    const text = await rolesSql(async (query) => (await client.query<{ [column: string]: string }>(query)).rows)
    if (what === '--print') {
      process.stdout.write(text)
      return 0
    }
    await client.query(`begin; ${text}; commit`)
    process.stdout.write('cartwright_owner, cartwright_web, cartwright_worker and cartwright_read have their rights.\n')
    return 0
  } finally {
    await client.end()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const isForPerson = error instanceof ConfigError || error instanceof pg.DatabaseError
  process.stderr.write(
    isForPerson ? `${error.message}\n` : `It failed: ${error instanceof Error ? error.message : error}\n`,
  )
  process.exitCode = 1
}
