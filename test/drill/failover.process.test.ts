import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { missingForFailover } from './failover/packages.ts'

async function drillFailover(...words: string[]): Promise<{ status: number | null; said: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'failover.ts'), ...words])
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [out, said, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { status, said: out + said }
}

const missing = missingForFailover()
const named = missing.length > 0 ? `: needs ${missing.join(', ')}` : ''

test.skipIf(missing.length > 0)(
  `OPS-31: the primary of a pair of Patroni is killed under orders: the other one is it, none is lost, none is twice, and no process ended${named}`,
  async () => {
    const { status, said } = await drillFailover('--rounds', '1')
    expect({ status, said }).toEqual({
      status: 0,
      said: expect.stringMatching(
        /killed.*database-(1 -> database-2|2 -> database-1), .*: PgBouncer and HAProxy \d+\.\d s, two hosts \d+\.\d s; .*orders by state: .*placed \d+.*unknown to the database: 0\n.*payments:reconcile: 0, no difference\n.*No order lost/s,
      ),
    })
    const [, before = '', after] = /process ids before and after: (.*) and (.*)/.exec(said) ?? []
    expect(before.split(', ')).toHaveLength(3)
    expect(after).toBe(before)
  },
  600_000,
)
