import { spawn } from 'node:child_process'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
export const modules = join(root, 'node_modules')
const bin = join(modules, '.bin')
const windows = process.platform === 'win32'

/** PATH with our own tools (and so the pinned Node) first, or without them. */
export function environment({ tools }) {
  const others = (process.env.PATH ?? '').split(delimiter).filter((folder) => resolve(folder) !== bin)
  return { ...process.env, PATH: [...(tools ? [bin] : []), ...others].join(delimiter) }
}

/**
 * Runs a command in the project's folder and waits for it.
 * @returns its exit code (1 when a signal ended it) and, with `capture`, what it wrote, which is also shown
 */
export function run(command, args, { env = environment({ tools: true }), capture = false, quiet = false } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      shell: windows,
      // a group of its own, so that all of it can be ended
      detached: !windows,
      stdio: ['ignore', capture || quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    })
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
      if (!quiet) process.stdout.write(chunk)
    })
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    const forget = endWithUs(child)
    child.on('error', (error) => {
      forget()
      fail(error)
    })
    child.on('close', (code) => {
      forget()
      done({ code: code ?? 1, output })
    })
  })
}

/** Until it is forgotten, a signal that ends us ends the command too, and everything that it has started. */
function endWithUs(child) {
  const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => [
    signal,
    () => {
      try {
        process.kill(windows ? child.pid : -child.pid, 'SIGTERM')
      } catch {
        // it has just ended by itself
      }
      process.exit(1)
    },
  ])
  for (const [signal, end] of endings) process.on(signal, end)
  return () => {
    for (const [signal, end] of endings) process.off(signal, end)
  }
}

/** Runs npm with the Node it came with: our pinned Node lies in the folder npm is about to change. */
export async function npm(args, options = {}) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  const direct = script !== undefined && node !== undefined && script.endsWith('.js') && !node.startsWith(modules)
  const env = environment({ tools: false })
  try {
    return await (direct ? run(node, [script, ...args], { env, ...options }) : run('npm', args, { env, ...options }))
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    throw new Error('npm was not found. Cartwright needs npm, which comes with Node: see https://nodejs.org.')
  }
}
