import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { environment, root } from './run.mjs'

/**
 * Runs the server and waits for its end. Signals are passed on; should this process or the npm that started it be
 * killed, the server stops too, in good order (scripts/follow.mjs).
 * @returns the exit code to end with
 */
export function serve(node, args) {
  const server = spawn(
    node,
    ['--import', './scripts/follow.mjs', join('src', 'server', 'main.ts'), ...args],
    // the channel is never written to: its end tells the server that we are gone
    { cwd: root, env: environment({ tools: true }), stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
  if (process.env.npm_lifecycle_event !== undefined) {
    const parent = process.ppid
    setInterval(() => process.ppid === parent || server.kill('SIGTERM'), 500).unref()
  }
  return new Promise((done, fail) => {
    server.on('error', fail)
    server.on('exit', (code, signal) => done(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))
  })
}
