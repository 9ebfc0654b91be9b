// HAProxy and PgBouncer on the machine of the web processes, as deploy/ has them.
import { spawn } from 'node:child_process'
import { chownSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serviceUser } from '#embedded-postgres/service-user.ts'
import { deployed } from './deployed.ts'

/** Where web processes find PgBouncer, which asks HAProxy for the primary. */
export const pooledAddress = '127.0.0.1:6432'

export function startProxies(folder: string, role: { readonly name: string; readonly password: string }): void {
  run('/usr/sbin/haproxy', ['-db', '-f', deployed('haproxy/database.cfg')], join(folder, 'haproxy.log'))
  const users = own(join(folder, 'userlist.txt'), `"${role.name}" "${role.password}"\n`)
  const shared = own(join(folder, 'shared.ini'), readFileSync(deployed('pgbouncer/pgbouncer.ini'), 'utf8'))
  const file = own(join(folder, 'pgbouncer.ini'), `%include ${shared}\nauth_file = ${users}\n`)
  run('/usr/sbin/pgbouncer', [file], join(folder, 'pgbouncer.log'), serviceUser())
}

function own(file: string, text: string): string {
  writeFileSync(file, text, { mode: 0o600 })
  const user = serviceUser()
  if (user !== undefined) chownSync(file, user.uid, user.gid)
  return file
}

function run(program: string, args: readonly string[], logFile: string, user?: { uid: number; gid: number }): void {
  const log = openSync(logFile, 'a')
  const identity = user === undefined ? {} : { uid: user.uid, gid: user.gid }
  spawn(program, args, { ...identity, cwd: '/', stdio: ['ignore', log, log] })
}
