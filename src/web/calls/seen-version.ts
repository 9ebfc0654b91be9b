// The cart version the shopper last saw, sent with each call so that the answer can tell what changed since (BEYOND-01).
let seenVersion: number | null = null

export function readSeenVersion(): number | null {
  return seenVersion
}

/** Remembers the version of an answer; an answer without one changes nothing. */
export function noteSeenVersion(reply: unknown): void {
  if (typeof reply !== 'object' || reply === null || !('basketVersion' in reply)) return
  const version = (reply as { basketVersion: unknown }).basketVersion
  if (typeof version === 'number') seenVersion = version
}
