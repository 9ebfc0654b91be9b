import type { ComponentProps, ReactNode } from 'react'
import type { CartCertificateEntries } from '#web/tender/cart-certificate-entries.tsx'
import { Drawer } from '#web/ui/panels/drawer.tsx'
import { useIdleImport } from '#web/ui/use-idle-import.ts'

const load = () => import('#web/tender/cart-certificate-entries.tsx')

/** The drawer of reward certificates in the cart; what is in it comes behind the page. */
export function CartCertificatePanel(props: ComponentProps<typeof CartCertificateEntries>): ReactNode {
  const later = useIdleImport(load)
  return (
    <Drawer title="Reward certificates" isOpenAtFirst={props.cart.rewardsData.certificates.length > 0}>
      {later !== null && <later.CartCertificateEntries {...props} />}
    </Drawer>
  )
}
