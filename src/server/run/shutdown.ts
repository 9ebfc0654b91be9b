import type { Logger } from 'pino'
import { watchTerminal } from './hang-up.ts'

type ShutdownStep = { readonly name: string; readonly end: () => Promise<unknown> }

/** What this process has started and must end again. */
export type Shutdown = {
  /** The last added ends first. */
  add(name: string, end: () => Promise<unknown>): void
  /** Ends everything, once; who asks again waits for the same end. */
  run(): Promise<void>
  readonly isRunning: () => boolean
}

/** One press of Ctrl-C comes from the terminal, from npm and from the script that started us, milliseconds. */
const samePressMs = 1_000

/**
 * Ends everything in good order on SIGTERM and SIGINT, and where the terminal is gone, from now on and so in the middle of a
 * start too; who presses again does not wait.
 * @param onHangUp what another SIGHUP asks for
 */
export function shutDownOnSignals(log: Logger, onHangUp: () => void): Shutdown {
  const isTerminalGone = watchTerminal()
  const steps: ShutdownStep[] = []
  let running: Promise<void> | undefined
  let since = 0

  async function runAll(): Promise<void> {
    for (let next = steps.pop(); next !== undefined; next = steps.pop()) {
      const { name, end } = next
      await end().catch((error: unknown) => log.error({ err: error, name }, 'did not end well'))
    }
  }
  const run = (): Promise<void> => {
    if (running === undefined) since = performance.now()
    running ??= runAll()
    return running
  }
  const end = () => {
    // of a terminal that is gone nobody presses: npm and the script pass its end on, on a busy machine seconds later
    if (running !== undefined && !isTerminalGone() && performance.now() - since > samePressMs) process.exit(1)
    void run().then(() => process.exit(0))
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  process.on('SIGHUP', () => {
    if (isTerminalGone()) end()
    else if (running === undefined) onHangUp()
  })
  return { add: (name, end) => void steps.push({ name, end }), run, isRunning: () => running !== undefined }
}
