import { isReached } from '#web/calls/is-reached.ts'
import { logError } from '#web/calls/log.ts'
import { wantsAgain } from '#web/layers/ask-again.ts'
import { reportError } from '#web/layers/report-error.ts'

/**
 * A script that is fetched on a press. Without a connection the shopper is asked whether to try again, and it is null when she
 * lets it be. Missed though the store answers, it is of a release that is gone, or a browser keeps it as missed, or it is at
 * fault: asking again never helps, so that is logged and the page loaded anew (decision 113).
 */
export async function scriptOrAsk<Script>(
  name: string,
  load: () => Promise<Script>,
  loadAnew: () => void,
): Promise<Script | null> {
  for (;;) {
    try {
      const script = await load()
      forgetMissed(name)
      return script
    } catch (error) {
      if (await isReached()) return leaveWithout(name, error, loadAnew)
      if (!(await wantsAgain())) return null
    }
  }
}

/** A page that was loaded anew and misses the same script again would be loaded at every press: then it is told as every fault. */
function leaveWithout(name: string, error: unknown, loadAnew: () => void): null {
  const place = { action: 'import', api: name }
  if (noteMissed(name)) logError(error, place, loadAnew)
  else reportError(error, '', place)
  return null
}

const keyOf = (name: string) => `missedScript:${name}`

/** True the first time; without storage always, because then a page loaded anew cannot know. */
function noteMissed(name: string): boolean {
  try {
    const isFirst = sessionStorage.getItem(keyOf(name)) === null
    sessionStorage.setItem(keyOf(name), '1')
    return isFirst
  } catch {
    return true
  }
}

function forgetMissed(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name))
  } catch {
    // nothing was noted either
  }
}
