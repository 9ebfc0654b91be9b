import { draftOf } from '#web/checkout/draft.ts'

const note = draftOf<string>('', 'wayRefused')

/** Notes why a step could not be left, for the cart that the shopper is sent to (STEP-15). */
export function noteWayRefused(message: string): void {
  if (message !== '') note.write(message)
}

/** Why the shopper was sent to the cart, once; '' when she came by herself. */
export function takeWayRefused(): string {
  const message = note.read() ?? ''
  note.clear()
  return message
}
