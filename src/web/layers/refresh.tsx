import type { ReactNode } from 'react'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { useBrowser } from '#web/navigation/browser.tsx'
import { Button } from '#web/ui/button.tsx'

/** Fixed texts of the refresh popup (ERR-15). */
export const refreshTitle = "We're Sorry."
export const refreshMessage = 'Something went wrong. Please refresh your page to proceed with placing your order.'

export type RefreshInput = {
  /** The checkout's error handler says 'Error' (ERR-18). */
  readonly title?: string
  /** A configured message in place of the fixed one (ERR-17). */
  readonly message?: string
}

/** Asks to load the page again (ERR-15 to ERR-18). */
export function Refresh({ input, close }: LayerProps<RefreshInput, never>): ReactNode {
  const browser = useBrowser()
  return (
    <LayerFrame
      title={input.title ?? refreshTitle}
      isNarrow
      onClose={() => close()}
      actions={<Button onClick={() => browser.reload()}>Refresh Page</Button>}
    >
      <p>{input.message || refreshMessage}</p>
    </LayerFrame>
  )
}
