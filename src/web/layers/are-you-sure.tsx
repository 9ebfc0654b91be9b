import type { ReactNode } from 'react'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { Button } from '#web/ui/button.tsx'

/** What is about to happen, and the words of the button that does it; `title`: the question itself, where it has one of its own. */
export type Doubt = { readonly title?: string; readonly text: string; readonly yes: string }

/** Asks before what cannot be taken back with one press (SHIP-30). Closed without an answer it is 'No'. */
export function AreYouSure({ input, close }: LayerProps<Doubt, boolean>): ReactNode {
  return (
    <LayerFrame
      title={input.title ?? 'Are you sure?'}
      isNarrow
      onClose={() => close(false)}
      actions={
        <>
          <Button kind="quiet" onClick={() => close(false)}>
            No
          </Button>
          <Button onClick={() => close(true)}>{input.yes}</Button>
        </>
      }
    >
      <p>{input.text}</p>
    </LayerFrame>
  )
}
