let isDown = false
let waiting: (() => void)[] = []

const press = (): void => {
  isDown = true
}
const release = (): void => {
  isDown = false
  const works = waiting
  waiting = []
  // the click comes first
  if (works.length > 0) {
    setTimeout(() => {
      for (const work of works) work()
    })
  }
}
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', press, true)
  // the list of a select swallows the end of its press: a key ends it, too
  for (const end of ['pointerup', 'pointercancel', 'keydown']) document.addEventListener(end, release, true)
}

/** Runs what may move the page at once, or after the press that goes on: a button that moves under a press is not clicked. */
export function afterPress(work: () => void): void {
  if (isDown) waiting.push(work)
  else work()
}
