import { type ComponentProps, type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { CartCertificateEntries } from '#web/tender/cart-certificate-entries.tsx'
import { Drawer } from '#web/ui/drawer.tsx'

type Props = ComponentProps<typeof CartCertificateEntries>

/** The drawer of reward certificates in the cart; what is in it comes behind the page. */
export function CartCertificatePanel(props: Props): ReactNode {
  const [Entries, setEntries] = useState<ComponentType<Props> | null>(null)
  useEffect(() => {
    import('#web/tender/cart-certificate-entries.tsx').then(
      ({ CartCertificateEntries: loaded }) => setEntries(() => loaded),
      () => {},
    )
  }, [])
  return (
    <Drawer title="Reward certificates" isOpenAtFirst={props.cart.rewardsData.certificates.length > 0}>
      {Entries !== null && <Entries {...props} />}
    </Drawer>
  )
}
