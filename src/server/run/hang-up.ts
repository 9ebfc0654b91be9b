import { closeSync, openSync } from 'node:fs'

/**
 * Tells what a SIGHUP means (decision 0136): the terminal that this process was started from has gone, or somebody asks for the
 * secrets to be read anew. Called at the start; call what it answers when a SIGHUP comes.
 */
export function watchTerminal(): () => boolean {
  // there the system sends it for a closed window alone, and ends the process
  if (process.platform === 'win32') return () => true
  const hadOne = hasTerminal()
  return () => hadOne && !hasTerminal()
}

/** A process whose terminal was closed has none any more. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}
