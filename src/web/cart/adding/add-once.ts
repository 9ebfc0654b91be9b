import { isAbort } from '#web/calls/errors.ts'
import { readSeenVersion } from '#web/calls/seen-version.ts'

/** Shorter than the server keeps a key. */
const heldMs = 6 * 60 * 60 * 1_000

/** An add that the shopper let be without an answer. */
type LetBe = { readonly key: string; readonly seenVersion: number | null; readonly at: number }

/** Those of one visit to a page, by what they sent: on the next page the cart's count has been seen. */
export type LetBeAdds = Map<string, LetBe>

/**
 * An add that was let be after its answer was lost may have arrived. The same add, pressed again before any cart was seen that
 * would show it, is the same request: the piece is there once (CALM-20).
 */
export async function addOnce<Reply>(
  letBe: LetBeAdds,
  body: string,
  add: (key: string) => Promise<Reply>,
): Promise<Reply> {
  const held = letBe.get(body)
  letBe.delete(body)
  const seenVersion = readSeenVersion()
  const isSame = held !== undefined && held.seenVersion === seenVersion && Date.now() - held.at < heldMs
  const sent = isSame ? held : { key: crypto.randomUUID(), seenVersion, at: Date.now() }
  try {
    return await add(sent.key)
  } catch (error) {
    if (isAbort(error)) letBe.set(body, sent)
    throw error
  }
}
