import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { focusAtLoad } from '#web/ui/notice.tsx'
import styles from './error-summary.module.css'

/** A wrong field: the id of its control, its label, and what is wrong. */
export type WrongField = { readonly id: string; readonly label: string; readonly error: string }

export type ErrorSummaryProps = {
  readonly fields: readonly WrongField[]
  /** A native form came back: the summary has the focus, and is there for one field too (CALM-60). */
  readonly hasFocus?: boolean
}

/** After a submit with more than one wrong field: what is wrong, each a link to its field (UX-15), told at once and once (CALM-29). */
export function ErrorSummary({ fields, hasFocus = false }: ErrorSummaryProps): ReactNode {
  if (fields.length < (hasFocus ? 1 : 2)) return null
  return (
    <section
      className={styles.summary}
      aria-label="Errors in this form"
      data-error-summary=""
      {...(hasFocus ? focusAtLoad : {})}
    >
      <div role="alert">
        <h2 className={styles.title} data-verbatim="">
          <Icon name="alert" size={20} /> Please check {fields.length === 1 ? 'one field' : `${fields.length} fields`}
        </h2>
        <ul>
          {fields.map((field) => (
            <li key={field.id}>
              <a
                href={`#${field.id}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(field.id)?.focus()
                }}
              >
                {field.label}
              </a>
              : {field.error}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** Moves the focus to the first wrong field each time a submit fails; `attempt` counts the submits (UX-15). */
export function useFocusFirstWrong(fields: readonly WrongField[], attempt: number): void {
  const done = useRef(0)
  const first = fields[0]?.id
  useEffect(() => {
    if (attempt === done.current || first === undefined) return
    done.current = attempt
    document.getElementById(first)?.focus()
  }, [attempt, first])
}
