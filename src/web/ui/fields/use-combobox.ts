import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { announce } from '#web/ui/announcer.tsx'

export type ComboboxOptions<Option> = {
  readonly field: RefObject<HTMLInputElement | null>
  /** Whether what was typed is enough to ask for; anything less closes the list. */
  readonly isEnough: (typed: string, event: Event | null) => boolean
  /** Null where nobody knows; the list stays as it is. */
  readonly ask: (typed: string, signal: AbortSignal) => Promise<readonly Option[] | null>
  readonly choose: (option: Option) => void
  /** What is said of a list as it opens; '' for nothing. */
  readonly toSay: (count: number) => string
}

export type Combobox<Option> = {
  /** Of the list; its options are `${id}-${place}`. */
  readonly id: string
  readonly options: readonly Option[]
  readonly isShown: boolean
  /** The place of the option that Enter takes; -1 for none. */
  readonly active: number
  readonly setActive: (place: number) => void
  readonly show: (options: readonly Option[]) => void
  /** Puts the list away, and calls off the question that is still out. */
  readonly close: () => void
}

/** So long after the last letter is asked: nobody reads what comes between two strokes. */
const pauseMs = 150

/** Makes a field one that offers what may be meant: a list that the arrows walk while the field keeps the focus (ARIA combobox). */
export function useCombobox<Option>(parts: ComboboxOptions<Option>): Combobox<Option> {
  const { field } = parts
  const [options, setOptions] = useState<readonly Option[]>([])
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const id = useId()
  const isShown = isOpen && options.length > 0

  const show = (found: readonly Option[]) => {
    setOptions(found)
    setActive(-1)
    setOpen(true)
    const words = parts.toSay(found.length)
    if (words !== '') announce(words)
  }
  const running = useRef<Asking | null>(null)
  const close = () => {
    running.current?.callOff()
    setOpen(false)
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'Escape' && isShown) {
      event.preventDefault()
      close()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (options.length === 0) return
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      // one stop beyond the list is the field itself
      const next = isShown ? active + step : step === 1 ? 0 : options.length - 1
      setActive(next >= options.length ? -1 : next < -1 ? options.length - 1 : next)
    } else if (event.key === 'Enter') {
      const chosen = isShown ? options[active] : undefined
      close()
      if (chosen !== undefined) {
        event.preventDefault()
        parts.choose(chosen)
      }
    }
  })
  const onFound = useEffectEvent(show)
  const onLeft = useEffectEvent(close)
  const isEnough = useEffectEvent(parts.isEnough)
  const ask = useEffectEvent(parts.ask)

  useEffect(() => {
    const input = field.current
    if (input === null) return
    const asking = askWhileTyping(input, {
      isEnough: (typed, event) => isEnough(typed, event),
      ask: (typed, signal) => ask(typed, signal),
      show: (found) => onFound(found),
      close: () => onLeft(),
    })
    running.current = asking
    const onKeyDown = (event: KeyboardEvent) => onKey(event)
    const onBlur = () => onLeft()
    input.setAttribute('role', 'combobox')
    input.setAttribute('aria-autocomplete', 'list')
    input.setAttribute('aria-controls', id)
    input.addEventListener('keydown', onKeyDown)
    input.addEventListener('blur', onBlur)
    return () => {
      asking.stop()
      running.current = null
      input.removeEventListener('keydown', onKeyDown)
      input.removeEventListener('blur', onBlur)
    }
  }, [field, id])

  useEffect(() => {
    const input = field.current
    input?.setAttribute('aria-expanded', String(isShown))
    if (isShown && active >= 0) {
      input?.setAttribute('aria-activedescendant', `${id}-${active}`)
      document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
    } else input?.removeAttribute('aria-activedescendant')
  }, [field, id, isShown, active])

  return { id, options, isShown, active, setActive, show, close }
}

type Asking = { readonly callOff: () => void; readonly stop: () => void }

type AskingParts<Option> = Pick<ComboboxOptions<Option>, 'isEnough' | 'ask'> & {
  readonly show: (found: readonly Option[]) => void
  readonly close: () => void
}

/** Asks once nobody has typed for a moment; a question that is overtaken is called off. */
function askWhileTyping<Option>(input: HTMLInputElement, { isEnough, ask, show, close }: AskingParts<Option>): Asking {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | undefined

  const askFor = async (typed: string) => {
    running = new AbortController()
    const { signal } = running
    // without an answer the field is what it was
    const found = await ask(typed, signal).catch(() => null)
    if (signal.aborted || found === null || document.activeElement !== input) return
    show(found)
  }
  const callOff = () => {
    clearTimeout(timer)
    running?.abort()
  }
  const onInput = (event: Event | null) => {
    callOff()
    const typed = input.value.trim()
    if (!isEnough(typed, event)) return close()
    timer = setTimeout(askFor, pauseMs, typed)
  }
  input.addEventListener('input', onInput)
  // letters typed before this script had come
  if (input.value !== input.defaultValue) onInput(null)
  return {
    callOff,
    stop() {
      callOff()
      input.removeEventListener('input', onInput)
    },
  }
}
