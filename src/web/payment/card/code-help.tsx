import type { ReactNode } from 'react'
import { pathTable } from '#contracts/paths.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { Button } from '#web/ui/button.tsx'

/** The popup that says where the security code is (PAY-44). */
const url = `${pathTable.platform.popup.path}?popupName=CreditCardVerification`

/** The way to it, beside every field that asks for the code. */
export function CodeHelp(): ReactNode {
  return (
    <Button kind="plain" onClick={() => openLayer('fragment', { url })}>
      Where is the code?
    </Button>
  )
}
