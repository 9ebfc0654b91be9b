import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The account PostgreSQL runs under when we are root, which it refuses to be. */
export type ServiceUser = { readonly name: string; readonly uid: number; readonly gid: number }

/** The account to run under, made when there is none; undefined when we are a plain user and need no other. */
export function serviceUser(): ServiceUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const there = accountOf('postgres')
  if (there !== undefined) return there
  const makers = [
    ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
    ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin', 'postgres'],
  ]
  for (const [program = '', ...args] of makers) {
    spawnSync(program, args)
    const made = accountOf('postgres')
    if (made !== undefined) return made
  }
  throw new Error(
    'PostgreSQL does not run as root, and no user "postgres" could be made for it. ' +
      'Make one, start as a plain user, or set DATABASE_URL.',
  )
}

function accountOf(name: string): ServiceUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined || gid === undefined ? undefined : { name, uid: Number(uid), gid: Number(gid) }
}

/** The outermost folder on the way to `folder` (itself included) that `user` may not enter, or undefined. */
export function blockingFolder(folder: string, user: ServiceUser): string | undefined {
  if (mayEnter(folder, user)) return undefined
  const way = [folder]
  for (let at = folder; at !== dirname(at); at = dirname(at)) way.unshift(dirname(at))
  return way.find((step) => !mayEnter(step, user))
}

function mayEnter(folder: string, user: ServiceUser): boolean {
  const { uid, gid } = user
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { uid, gid, cwd: '/' }).status === 0
}
