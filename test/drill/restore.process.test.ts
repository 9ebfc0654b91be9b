import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { missingPackages } from './restorable-server.ts'

async function drillRestore(...words: string[]): Promise<{ status: number | null; said: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'restore.ts'), ...words])
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [out, said, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { status, said: out + said }
}

const good = {
  status: 0,
  said: expect.stringMatching(
    /listed: \[1,100\].*still held: 200\n.*the store sells: 3.*books agree: \[0,""\].*Nothing was given back/s,
  ),
}

test('OPS-27: on a copy of the data folder the shop is on hold, lists 100, voids none, sells, and gives back what a person decides', async () => {
  expect(await drillRestore('--by', 'copy')).toEqual(good)
}, 300_000)

const missing = missingPackages()
test.skipIf(missing.length > 0)(
  `OPS-27: on a backup brought to a moment by pgBackRest likewise${missing.length > 0 ? `: needs ${missing.join(', ')}` : ''}`,
  async () => {
    expect(await drillRestore('--by', 'pgbackrest')).toEqual(good)
  },
  300_000,
)
