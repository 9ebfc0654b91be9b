import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sectionsOf, textOf } from './files.ts'

const config = sectionsOf(textOf('pgbackrest/pgbackrest.conf'))
const said = (key: string) => config.get('global')?.get(key)?.[0]
const postgres = textOf('pgbackrest/postgresql.conf')
const cron = textOf('pgbackrest/backup.cron')
  .split('\n')
  .filter((line) => /^\d/.test(line))
  .map((line) => line.split(' '))

describe('deploy/pgbackrest', () => {
  test('OPS-26: two repositories, a disk and a bucket, the second encrypted', () => {
    expect([said('repo1-type'), said('repo1-path')]).toEqual([undefined, '/var/lib/pgbackrest'])
    expect([said('repo2-type'), said('repo2-cipher-type')]).toEqual(['s3', 'aes-256-cbc'])
    for (const key of ['bucket', 'endpoint', 'region']) expect(said(`repo2-s3-${key}`)).toMatch(/\S/)
  })

  test('OPS-26: two weeks on the disk, five in the bucket; WAL of both goes with its backups', () => {
    expect([said('repo1-retention-full-type'), said('repo1-retention-full'), said('repo1-retention-diff')]).toEqual([
      'count',
      '2',
      '7',
    ])
    expect([said('repo2-retention-full-type'), said('repo2-retention-full'), said('repo2-retention-diff')]).toEqual([
      'time',
      '35',
      '14',
    ])
    // unless said WAL is kept for as long as the backups that need it
    expect([...(config.get('global')?.keys() ?? [])].filter((key) => key.includes('retention-archive'))).toEqual([])
  })

  test('OPS-26: WAL goes at least each minute, and none is dropped', () => {
    for (const line of ['wal_level = replica', 'archive_mode = on', 'archive_timeout = 60'])
      expect(postgres).toContain(`${line}\n`)
    expect(postgres).toContain("archive_command = 'pgbackrest --stanza=cartwright archive-push %p'")
    expect(config.has('cartwright')).toBe(true)
    expect([said('archive-async'), said('archive-push-queue-max')]).toEqual(['y', undefined])
  })

  test('OPS-26: a full backup each week and a differential one on each other day, into both, and the shop is told after both', () => {
    const days = cron.map((each) => [each[4], each.at(-1)])
    expect(days).toEqual([
      ['0', 'full'],
      ['1-6', 'diff'],
    ])
    for (const each of cron) expect(each.at(-2)).toBe('/opt/cartwright/deploy/pgbackrest/back-up.sh')
    const script = textOf('pgbackrest/back-up.sh')
    expect(script).toMatch(/^for repository in \$\{REPOSITORIES:-1 2\}; do$/m)
    expect(script.indexOf("values ('backup', now())")).toBeGreaterThan(script.indexOf('done\n'))
    expect(script).toContain('set -eu')
    expect(readFileSync('deploy/prometheus/rules.yml', 'utf8')).toContain('> 26 * 3600')
  })

  test('OPS-26: no secret stands in it', () => {
    const secrets = [...textOf('pgbackrest/secrets.conf.example').matchAll(/^(repo\S+)=/gm)].map(([, key = '']) => key)
    expect(secrets).toEqual(['repo2-s3-key', 'repo2-s3-key-secret', 'repo2-cipher-pass'])
    for (const key of secrets) expect(said(key)).toBeUndefined()
  })

  test('OPS-26: the guide names what may be lost, with and without a synchronous standby, and what a copy brings along', () => {
    const guide = readFileSync('docs/how-to/back-up-and-restore.md', 'utf8')
    for (const text of ['60 s', 'synchronous_standby_names', '--archive-mode=off', 'after-a-restore.md'])
      expect(guide).toContain(text)
  })

  const hasPgbackrest = spawnSync('pgbackrest', ['version']).error === undefined
  test.skipIf(!hasPgbackrest)('OPS-26: pgBackRest (package pgbackrest) takes every line of it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cartwright-backup-'))
    mkdirSync(join(folder, 'more'))
    writeFileSync(
      join(folder, 'more', 'secrets.conf'),
      textOf('pgbackrest/secrets.conf.example').replaceAll(/<.*>/g, 'a-secret'),
    )
    const readWith = (text: string) => {
      writeFileSync(
        join(folder, 'pgbackrest.conf'),
        text.replace('repo1-path=/var/lib/pgbackrest', `repo1-path=${folder}`),
      )
      const words = [
        `--config=${folder}/pgbackrest.conf`,
        `--config-include-path=${folder}/more`,
        '--stanza=cartwright',
        '--repo=1',
        'info',
      ]
      const { status, stdout, stderr } = spawnSync('pgbackrest', words, { encoding: 'utf8' })
      return { status, said: `${stdout}${stderr}` }
    }
    const text = textOf('pgbackrest/pgbackrest.conf')
    expect(readWith(text)).toEqual({ status: 0, said: expect.not.stringMatching(/WARN|ERROR/) })
    expect(readWith(text.replace('start-fast', 'start-fastest')).said).toContain(
      'WARN: configuration file contains invalid option',
    )
    expect(readWith(text.replace('log-level-console=warn', 'log-level-console=loud')).status).not.toBe(0)
  })
})
