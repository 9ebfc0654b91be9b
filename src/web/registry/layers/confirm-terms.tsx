import type { ReactNode } from 'react'
import { Terms } from '#web/catalog/layers/terms.tsx'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { Button } from '#web/ui/button.tsx'

export type ConfirmTermsInput = { readonly terms: readonly string[] }

/** The terms of a piece with one's own words, before it goes into a registry (REG-19, REG-28). Its result is true when they are accepted. */
export function ConfirmTerms({ input, close }: LayerProps<ConfirmTermsInput, true>): ReactNode {
  const actions = (
    <>
      <Button kind="quiet" onClick={() => close()}>
        Close
      </Button>
      <Button onClick={() => close(true)}>Accept Terms</Button>
    </>
  )
  return (
    <LayerFrame title="Before it goes into a registry" isNarrow onClose={() => close()} actions={actions}>
      <Terms terms={input.terms} />
    </LayerFrame>
  )
}
