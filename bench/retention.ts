import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase } from '#server/db/pool.ts'
import { removeWhatIsOver } from '#server/watch/retention.ts'
import { testConfig } from '#test/builders/config.ts'

/** SCALE-02: from a million ended sessions and a million ended request keys four rounds leave none. */
const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } })
const wanted = Number(options.rows)
const most = 4
const log = { info: () => undefined, warn: () => undefined, error: console.error }

const folder = mkdtempSync(join(tmpdir(), 'cartwright-bench-retention-'))
const server = await startEmbeddedPostgres({ dataDir: folder, port: 0, log })
const client = new pg.Client(server.url)
const database = createDatabase({ url: server.url, max: 2, log })
try {
  await migrate({ url: server.url, log })
  await client.connect()
  console.log(`${wanted} ended sessions and ${wanted} ended request keys`)
  for (let first = 0; first < wanted; first += 50_000) {
    const range = [first, Math.min(first + 50_000, wanted) - 1]
    await client.query(
      `insert into shop.session (token_sha256, shopper_id, brand, country, csrf_secret, created_at, ends_at)
       select sha256(convert_to(n::text, 'UTF8')), md5(n::text)::uuid, 'CB', 'US', '', now() - interval '31 days', now() - interval '10 days'
       from generate_series($1::int, $2::int) n`,
      range,
    )
    await client.query(
      `insert into shop.request_key (shopper_id, key, method_path, request_sha256, state, status, body, created_at, lease_until)
       select md5(n::text)::uuid, 'key', 'POST /', '', 'done', 200, jsonb_build_object('text', repeat(md5(n::text), 30)), now() - interval '2 days', now()
       from generate_series($1::int, $2::int) n`,
      range,
    )
  }
  await client.query('vacuum analyze')
  console.log('| round | seconds | sessions | batches | keys | batches |\n|--:|--:|--:|--:|--:|--:|')
  const { retention } = testConfig()
  for (let round = 1; round <= most; round += 1) {
    const began = performance.now()
    const swept = await removeWhatIsOver({ database, log, retention, macOf: () => Buffer.alloc(32) })
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    const [session, key] = [swept.session, swept.request_key]
    const facts = [session?.removed, session?.batches, key?.removed, key?.batches].map((count) => count ?? 0)
    console.log(`| ${[round, seconds, ...facts].join(' | ')} |`)
  }
  const { rows } = await client.query<{ left: number }>(
    'select ((select count(*) from shop.session) + (select count(*) from shop.request_key))::int as left',
  )
  console.log(`${rows[0]?.left} left after ${most} rounds`)
  process.exitCode = rows[0]?.left === 0 ? 0 : 1
} finally {
  await client.end()
  await database.end()
  await server.stop()
  rmSync(folder, { recursive: true })
}
