import type { ReactNode } from 'react'
import { Skeleton } from '#web/ui/panels/skeleton.tsx'
import { useIdleImport } from '#web/ui/use-idle-import.ts'
import type { ProviderCardProps } from './provider-card.tsx'

const load = () => import('./provider-card.tsx')

/** The provider's card fields (PLAT-18), whose script comes only where they are used. */
export function ProviderCardLater(props: ProviderCardProps): ReactNode {
  const later = useIdleImport(load)
  return later === null ? <Skeleton lines={4} label="The card fields are loading" /> : <later.ProviderCard {...props} />
}
