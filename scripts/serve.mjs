import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { environment, root } from './run.mjs'

// What is made for one request is gone before it is looked at twice: room enough for it halves the work of collecting.
const memoryArguments = ['--max-semi-space-size=16']
// The system's allocator would keep a heap for each of our threads, most of it empty.
const memoryEnvironment = { MALLOC_ARENA_MAX: '2' }

/**
 * Runs a server's program and waits for its end. Signals are passed on; should this process or the npm that started it be
 * killed, the server stops too, in good order (scripts/follow.mjs). npm passes SIGINT and SIGTERM on to what it runs: to us,
 * as `npm start` has the shell between replaced by us (`exec`, which only Windows does not know); a shell would keep SIGINT.
 * @returns the exit code to end with
 */
export function serve(node, program, args) {
  const server = spawn(
    node,
    [...memoryArguments, '--import', './scripts/follow.mjs', program, ...args],
    // the channel is never written to: its end tells the server that we are gone
    {
      cwd: root,
      env: { ...memoryEnvironment, ...environment({ tools: true }) },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
  const npm = npmAbove()
  if (npm !== undefined) {
    const watch = setInterval(() => {
      if (isAlive(npm)) return
      // once: who presses again does not wait for the end of the database
      clearInterval(watch)
      server.kill('SIGTERM')
    }, 300)
    watch.unref()
  }
  return new Promise((done, fail) => {
    server.on('error', fail)
    server.on('exit', (code, signal) => done(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))
  })
}

/** The npm that runs us, which may have put a shell between. */
function npmAbove() {
  if (process.env.npm_lifecycle_event === undefined) return undefined
  for (const { pid, command } of [processOf(process.ppid), processOf(processOf(process.ppid).parent)]) {
    if (/^(\S*node(\.exe)? )?\S*\bnpm\b/.test(command)) return pid
  }
  return undefined
}

function processOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 1).split(' ')[2])
    return { pid, parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }
  } catch {
    const [parent = '0', ...command] = `${spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)]).stdout ?? ''}`
      .trim()
      .split(/\s+/)
    return { pid, parent: Number(parent), command: command.join(' ') }
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
