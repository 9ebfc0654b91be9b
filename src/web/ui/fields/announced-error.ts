import { useEffect } from 'react'
import { announce } from '#web/ui/announcer.tsx'

type Fresh = { readonly id: string; readonly label: string }

let fresh: Fresh[] = []

/**
 * Tells errors of fields that come together once: the summary of a submit has told of all of them; a control that has the
 * focus tells its own, which is tied to it; without either it is told where to look (CALM-29).
 */
export function useAnnouncedError(id: string, label: string, error: string): void {
  useEffect(() => {
    if (error === '') return
    if (fresh.length === 0) setTimeout(announceFresh)
    fresh = [...fresh, { id, label }]
  }, [id, label, error])
}

function announceFresh(): void {
  const shown = fresh.filter(({ id }) => document.getElementById(id) !== null)
  fresh = []
  if (shown.length > 1 && document.querySelector('[data-error-summary]') !== null) return
  const describing = document.activeElement?.getAttribute('aria-describedby')?.split(' ') ?? []
  const untold = shown.filter(({ id }) => !describing.includes(id))
  if (untold.length > 0) announce(`Error at ${untold.map(({ label }) => label).join(', ')}.`)
}
