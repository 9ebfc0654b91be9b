import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The gateway's books: one SQLite file, written through to the disk before anybody hears of a change. */
export type GatewayStore = {
  readonly database: DatabaseSync
  /**
   * Runs a change and resolves when it is on the disk. Changes that arrive in the same turn share one commit
   * (one fsync); a change that throws is undone alone and rejects, the others stand.
   */
  write<Value>(change: () => Value): Promise<Value>
  close(): Promise<void>
}

const schema = `
create table if not exists secret (name text primary key, value text not null) strict;
create table if not exists card_session (
  session_token text primary key, client_key text not null unique, is_cbhcc_enabled integer not null, made_at integer not null) strict;
create table if not exists token (
  token text primary key, kind text not null check (kind in ('card', 'code')),
  brand text not null, last_four text not null, exp_month integer not null, exp_year integer not null,
  fingerprint text not null, is_code_right integer not null, made_at integer not null, described_at integer) strict;
create table if not exists session_card (session_token text primary key, token text not null) strict;
create table if not exists token_session (token text primary key, session_token text not null) strict;
create table if not exists gateway_payment (
  reference text primary key, psp text not null unique, amount integer not null check (amount > 0), currency text not null,
  method text not null, token text not null, last_four text not null, brand text not null,
  state text not null check (state in ('authorized', 'captured', 'voided', 'refunded', 'refused', 'challenge')),
  refusal text, return_url text not null, redirect_result text,
  captured integer not null default 0, refunded integer not null default 0, tries integer not null default 1,
  made_at integer not null, check (captured <= amount and refunded <= captured)) strict;
create index if not exists gateway_payment_made_at on gateway_payment (made_at);
create table if not exists voided_reference (reference text primary key, psp text not null, made_at integer not null) strict;
create table if not exists modification (
  payment_psp text not null, kind text not null check (kind in ('capture', 'void', 'refund')), key text not null,
  psp text not null unique, amount integer not null, made_at integer not null, primary key (payment_psp, kind, key)) strict;
create table if not exists notice (
  notice_id integer primary key, item text not null, copies integer not null, tries integer not null default 0,
  next_try_at integer not null, delivered_at integer) strict;
create index if not exists notice_due on notice (next_try_at) where delivered_at is null;
create table if not exists mail (
  mail_id integer primary key, message_id text not null unique, copies integer not null default 1, envelope_from text not null,
  envelope_to text not null, subject text not null, text_body text not null, html_body text not null, raw text not null,
  received_at integer not null, last_received_at integer not null) strict;
`

type Waiting = { readonly run: () => void; readonly settle: (fault: Error | null) => void }

/** Opens (and makes, when missing) the books at `storePath`; ':memory:' keeps none. */
export function openGatewayStore(storePath: string): GatewayStore {
  if (storePath !== ':memory:') mkdirSync(dirname(storePath), { recursive: true })
  const database = new DatabaseSync(storePath, { timeout: 5_000 })
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;')
  database.exec(schema)
  let waiting: Waiting[] = []
  let isClosed = false

  function commitWaiting(): void {
    const batch = waiting
    waiting = []
    try {
      database.exec('begin immediate')
      for (const each of batch) each.run()
      database.exec('commit')
    } catch (fault) {
      if (database.isTransaction) database.exec('rollback')
      for (const each of batch) each.settle(fault instanceof Error ? fault : new Error(String(fault)))
      return
    }
    for (const each of batch) each.settle(null)
  }

  function write<Value>(change: () => Value): Promise<Value> {
    if (isClosed) return Promise.reject(new Error('the gateway store is closed'))
    return new Promise((resolve, reject) => {
      let answer: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly fault: unknown }
      const run = () => {
        database.exec('savepoint one_change')
        try {
          answer = { ok: true, value: change() }
          database.exec('release one_change')
        } catch (fault) {
          database.exec('rollback to one_change; release one_change')
          answer = { ok: false, fault }
        }
      }
      const settle = (fault: Error | null) => {
        if (fault) reject(fault)
        else if (answer.ok) resolve(answer.value)
        else reject(answer.fault)
      }
      waiting.push({ run, settle })
      if (waiting.length === 1) setImmediate(commitWaiting)
    })
  }

  async function close(): Promise<void> {
    if (isClosed) return
    const last = write(() => null)
    isClosed = true
    await last
    database.close()
  }

  return { database, write, close }
}

/** The secret of that name, made from `fresh` the first time it is asked for and the same ever after. */
export function loadOrStoreSecret(store: GatewayStore, name: string, fresh: string): string {
  store.database.prepare('insert into secret (name, value) values (?, ?) on conflict do nothing').run(name, fresh)
  const row = store.database.prepare('select value from secret where name = ?').get(name)
  return String(row?.value)
}
