import type { ReactNode } from 'react'
import { pathTable } from '#contracts/paths.ts'
import { Fragment } from '#web/layers/fragment.tsx'
import type { LayerProps } from '#web/layers/layer.ts'

const input = {
  url: `${pathTable.platform.popup.path}?popupName=CertificatesInterrupter`,
  continueText: 'Continue',
  fallback: {
    title: 'Your reward certificates',
    html: '<p>Reward certificates can only be used with your store card. If you go on, they are removed from this order.</p>',
  },
}

/** Says that the reward certificates will be removed; 'Continue' goes on, everything else drops what was begun (CERT-01, CERT-03). */
export function CertificatesInterrupter({ close }: LayerProps<Record<never, never>, 'continue'>): ReactNode {
  return <Fragment input={input} close={close} />
}
