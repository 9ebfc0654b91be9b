import { type ComponentType, type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useLocation, useNavigate } from '#web/navigation/navigation-context.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './search-field.module.css'
import type { SuggestionsProps } from './suggestions.tsx'

/** The search of every store page: a native form, until somebody touches it; then suggestions are fetched to it. */
export function SearchField(): ReactNode {
  const { pathname, search } = useLocation()
  const query = pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : ''
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps> | null>(null)

  const fetchSuggestions = async () => {
    const found = await import('./suggestions.tsx').catch(() => null)
    if (found !== null) setSuggestions(() => found.Suggestions)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = field.current?.value.trim() ?? ''
    if (typed !== '') navigate(`/search?q=${encodeURIComponent(typed)}`)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form inside <search> would say the same in more elements
    <form role="search" action="/search" className={styles.form} onSubmit={submit} onFocus={fetchSuggestions}>
      <label className={styles.field}>
        <Icon name="search" size={20} />
        <span className={styles.word}>Search</span>
        <input
          key={query}
          ref={field}
          type="search"
          name="q"
          maxLength={80}
          autoComplete="off"
          placeholder=" "
          defaultValue={query}
        />
      </label>
      {Suggestions && <Suggestions key={query} field={field} />}
    </form>
  )
}
