import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { passwordCost } from '#server/config/password-cost.ts'
import { DatabaseUnavailable } from '#server/db/database.ts'
import { createTurns } from '#server/turns.ts'

const derive = promisify(argon2)

const tagLength = 32
/**
 * Hashes at once, and how many may wait: more would be a way to stop the shop with a form. Half of the threads that compress
 * pages and read files too.
 */
const inTurn = createTurns({
  maxConcurrent: 2,
  maxWaiting: 50,
  refuse: () => new DatabaseUnavailable('Too many sign-ins at once'),
})

/** The hash of a password in the PHC form, salt included. The password counts as given, spaces and all. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await tagOf(password, nonce)
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const { memory, passes, parallelism } = passwordCost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(nonce)}$${text(tag)}`
}

/** Whether a password is the one of a hash. Without a hash the same work is done for nothing, so that time tells nothing. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const parts = hash?.split('$') ?? []
  const nonce = parts.length === 6 ? Buffer.from(parts[4] ?? '', 'base64') : Buffer.alloc(16)
  const expected = parts.length === 6 ? Buffer.from(parts[5] ?? '', 'base64') : Buffer.alloc(0)
  const tag = await tagOf(password, nonce)
  return tag.length === expected.length && timingSafeEqual(tag, expected)
}

function tagOf(password: string, nonce: Buffer): Promise<Buffer> {
  return inTurn(() => derive('argon2id', { message: password, nonce, tagLength, ...passwordCost }))
}
