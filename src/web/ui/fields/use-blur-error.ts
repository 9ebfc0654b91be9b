import { useState } from 'react'

export type BlurError = {
  readonly error: string
  readonly onBlur: () => void
  /** Judges at once, as on submit; true when the value is right. */
  readonly judge: () => boolean
  /** Shows an error the server found. */
  readonly show: (error: string) => void
}

/**
 * The error of one field: found when the field is left, not while typing, and gone as soon as the value is right
 * (UX-14). `check` gives the sentence to show, '' for a right value; `told` is what the page came with.
 */
export function useBlurError(value: string, check: (value: string) => string, told = ''): BlurError {
  const [isJudged, setJudged] = useState(false)
  const [present, setPresent] = useState({ error: told, value })
  const found = check(value)
  if (isJudged && found === '' && present.error === '') setJudged(false)
  const error = isJudged && found !== '' ? found : present.value === value ? present.error : ''
  return {
    error,
    onBlur: () => setJudged(found !== ''),
    judge: () => {
      setJudged(found !== '')
      return found === ''
    },
    show: (text) => setPresent({ error: text, value }),
  }
}
