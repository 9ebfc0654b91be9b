/** A small file that every server of the store has, of whatever release. */
const smallFile = '/favicon.svg'

/** Whether the store answers at all: what was missed is then not for want of a connection. */
export async function isReached(): Promise<boolean> {
  try {
    return (await fetch(smallFile, { method: 'HEAD', cache: 'no-store' })).status < 500
  } catch {
    return false
  }
}
