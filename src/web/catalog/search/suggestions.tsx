import type { RefObject } from 'react'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { calls } from '#web/calls/client.ts'
import { useNavigate } from '#web/navigation/navigation-context.tsx'
import { announce } from '#web/ui/announcer.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import { useMoney } from '#web/variants/context.tsx'
import styles from './search-field.module.css'

type Option = {
  readonly group: 'Did you mean' | 'Products' | 'Departments'
  readonly text: string
  readonly address: string
  readonly imagePath: string
  /** Cents; null where nothing is for sale, or at no price of its own. */
  readonly price: number | null
}

/** So long after the last letter is asked: nobody reads what comes between two strokes. */
const pauseMs = 150
const groups = ['Did you mean', 'Departments', 'Products'] as const

/** What may be meant, under the search field: a list that the arrows walk while the field keeps the focus (ARIA combobox). */
export function Suggestions({ field }: SuggestionsProps): ReactNode {
  const [options, setOptions] = useState<readonly Option[]>([])
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const id = useId()
  const money = useMoney()
  const navigate = useNavigate()
  const isShown = isOpen && options.length > 0

  const go = (option: Option) => {
    setOpen(false)
    navigate(option.address)
  }
  const show = useEffectEvent((found: readonly Option[]) => {
    setOptions(found)
    setActive(-1)
    setOpen(true)
    announce(found.length === 0 ? 'No suggestions' : `${found.length} suggestions; arrow down to choose`)
  })
  const close = useEffectEvent(() => setOpen(false))
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'Escape' && isShown) {
      event.preventDefault()
      setOpen(false)
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
      if (chosen !== undefined) {
        event.preventDefault()
        go(chosen)
      } else setOpen(false)
    }
  })

  useEffect(() => {
    const input = field.current
    if (input === null) return
    const asking = askWhileTyping(input, show, close)
    const onKeyDown = (event: KeyboardEvent) => onKey(event)
    const onBlur = () => close()
    input.setAttribute('role', 'combobox')
    input.setAttribute('aria-autocomplete', 'list')
    input.setAttribute('aria-controls', id)
    input.addEventListener('keydown', onKeyDown)
    input.addEventListener('blur', onBlur)
    return () => {
      asking.stop()
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

  return (
    // The field keeps the focus: its keys choose.
    <div id={id} role="listbox" aria-label="Suggestions" className={styles.list} hidden={!isShown}>
      {groups
        .filter((group) => options.some((option) => option.group === group))
        .map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
          <div key={group} role="group" aria-label={group} className={styles.group}>
            <div className={styles.name} aria-hidden="true">
              {group}
            </div>
            {options.map(
              (option, place) =>
                option.group === group && (
                  // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant points at it
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys choose
                  <div
                    key={option.address}
                    id={`${id}-${place}`}
                    role="option"
                    aria-selected={place === active}
                    className={styles.option}
                    onPointerDown={(event) => event.preventDefault()}
                    onPointerMove={() => setActive(place)}
                    onClick={() => go(option)}
                  >
                    <SmallPicture path={option.imagePath} width={40} isEager />
                    <span className={styles.text}>{option.text}</span>
                    {option.price !== null && <span className={styles.price}>{money(option.price)}</span>}
                  </div>
                ),
            )}
          </div>
        ))}
    </div>
  )
}

/** Asks for suggestions once nobody has typed for a moment; a question that is overtaken is called off. */
function askWhileTyping(
  input: HTMLInputElement,
  show: (found: readonly Option[]) => void,
  close: () => void,
): { stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | undefined

  const ask = async (typed: string) => {
    running = new AbortController()
    const { signal } = running
    // without suggestions the field still searches
    const found = await calls.browse.getSuggestions({ q: typed }, { signal }).catch(() => null)
    if (signal.aborted || found === null || document.activeElement !== input) return
    show([
      ...(found.correction === '' ? [] : [correctionTo(found.correction)]),
      ...found.categories.map(
        ({ name, navigateUrl }): Option => ({
          group: 'Departments',
          text: name,
          address: navigateUrl,
          imagePath: '',
          price: null,
        }),
      ),
      ...found.products.map(
        ({ name, navigateUrl, imagePath, lowestPrice }): Option => ({
          ...{ group: 'Products', text: name, address: navigateUrl, imagePath },
          // of a donation the giver chooses the amount
          price: lowestPrice === 0 ? null : lowestPrice,
        }),
      ),
    ])
  }
  const onInput = () => {
    clearTimeout(timer)
    running?.abort()
    const typed = input.value.trim()
    if (typed.length < 2) return close()
    timer = setTimeout(ask, pauseMs, typed)
  }
  input.addEventListener('input', onInput)
  // letters typed before this script had come
  if (input.value !== input.defaultValue) onInput()
  return {
    stop() {
      clearTimeout(timer)
      running?.abort()
      input.removeEventListener('input', onInput)
    },
  }
}

function correctionTo(text: string): Option {
  return { group: 'Did you mean', text, address: `/search?q=${encodeURIComponent(text)}`, imagePath: '', price: null }
}

export type SuggestionsProps = { readonly field: RefObject<HTMLInputElement | null> }
