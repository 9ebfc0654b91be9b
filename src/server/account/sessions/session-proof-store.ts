import type { Variant } from '#domain/variant.ts'
import { type StoredSessionRow, sessionSelect } from '#server/account/sessions/session-store.ts'
import { type Statement, statement, type Value } from '#server/db/database.ts'
import { nextParameter } from '#server/db/parameters.ts'

/** What a request shows of its session, for the database to judge before it locks or writes anything (SPEED-03). */
export type SessionProof = {
  readonly tokenSha256: Buffer
  readonly shopperId: string
  /** The store that is asked. */
  readonly variant: Variant
  /** Of the secret that the request's anti-forgery token is made of; null where no token is asked. */
  readonly secretSha256: Buffer | null
  /** Whether it is good where no row speaks of the session: a guest's cookie does for itself. */
  readonly isGoodAlone: boolean
}

/**
 * The condition that a request's session is live, its shopper's and of this store, and its token proven: by the row that decides it in session.find. Asked once
 * for a statement, before its first row. Its values are those of `proofValues`, from parameter `first` on.
 */
export function isProven(first: number, own = `(${sessionSelect(`$${first}`)}) own`): string {
  const [shopper, secret, alone, brand, country] = [first + 1, first + 2, first + 3, first + 4, first + 5]
  return `coalesce((select is_live and shopper_id = $${shopper} and brand = $${brand} and country = $${country}
       and ($${secret}::bytea is null or sha256(csrf_secret) = $${secret})
     from ${own}), $${alone})`
}

/** A row of `insertProven`. */
export type InsertedRow = { readonly session_row: StoredSessionRow | null; readonly is_inserted: boolean }

/** The session's row, and whether an insert was done that is done where it is proven: one look for both, so that they agree. */
export function insertProven(first: number, insertWhere: (condition: string) => string): string {
  return `with own as materialized (${sessionSelect(`$${first}`)}
   ), inserted as (${insertWhere(isProven(first, 'own'))} returning 1)
   select (select row_to_json(own) from own) as session_row, exists (select from inserted) as is_inserted`
}

/** The values of that condition. */
export function proofValues(proof: SessionProof): readonly Value[] {
  const { tokenSha256, shopperId, secretSha256, isGoodAlone, variant } = proof
  return [tokenSha256, shopperId, secretSha256, isGoodAlone, variant.brand, variant.country]
}

// made once of each statement that locks, and gone with it
const made = new WeakMap<Statement<unknown>, Statement<unknown>>()

/** A statement that locks rows, which locks none and waits for none where the session is not proven. Its values come first. */
export function whileProven<Row>(lock: Statement<Row>): Statement<Row> {
  const known = made.get(lock) as Statement<Row> | undefined
  if (known !== undefined) return known
  const own = statement<Row>(
    `session.proven+${lock.name}`,
    `select t.* from (${lock.text}) t where ${isProven(nextParameter(lock.text))}`,
  )
  made.set(lock, own)
  return own
}
