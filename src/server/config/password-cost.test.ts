import { expect, test } from 'vitest'
import { hashPassword, isPassword } from '#server/account/password.ts'
import { passwordCost as costOfTests } from '#server/config/password-cost.ts'
// by its place in the folder: its other name leads to what tests spend
import { passwordCost } from './password-cost.ts'

test('a password costs whoever guesses it what OWASP asks of argon2id: 19 MiB and two passes', () => {
  expect(passwordCost).toEqual({ memory: 19 * 1024, passes: 2, parallelism: 1 })
})

test('a hash says what it cost, and that is what the tests spend', async () => {
  const hash = await hashPassword('correct horse battery')
  const { memory, passes, parallelism } = costOfTests
  expect(hash).toMatch(new RegExp(`^\\$argon2id\\$v=19\\$m=${memory},t=${passes},p=${parallelism}\\$`))
  expect(memory).toBeLessThan(passwordCost.memory)
  expect(await isPassword('correct horse battery', hash)).toBe(true)
  expect(await isPassword('correct horse batterz', hash)).toBe(false)
})
