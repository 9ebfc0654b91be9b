import type { MouseEvent } from 'react'
import { openLayer } from '#web/layers/open-layer.ts'

/** Asks for a link to a new password in the popup, in place of the native form that its button sends without scripts. */
export function askByPopup(event: MouseEvent): void {
  event.preventDefault()
  openLayer('resetPassword', {})
}
