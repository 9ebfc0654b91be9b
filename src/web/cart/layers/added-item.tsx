import type { ReactNode } from 'react'
import { unbroken } from '#domain/price-format.ts'
import { isRegistryType, registryTypes } from '#domain/registry/registry-types.ts'
import type { AddedReply } from '#web/cart/adding/add-to-cart.ts'
import { Icon } from '#web/ui/icon.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import styles from './added.module.css'

/** One item that was just added, with all that the answer says of it; an in-house price stands for the plain one (ATC-24, ATC-29). */
export function AddedItem({ item }: { readonly item: AddedReply['items'][number] }): ReactNode {
  const texts = item.personalization?.lines.map(({ text }) => text).filter((text) => text !== '') ?? []
  return (
    <li className={styles.item} data-gr-id={item.grId} data-registry-type={item.registryType}>
      <SmallPicture path={item.imagePath} width={96} className={styles.picture} isEager />
      <div>
        <p className={styles.name}>{item.name}</p>
        <p className={styles.fact}>SKU {item.sku}</p>
        <p className={styles.fact}>Qty {item.quantity}</p>
        {texts.length > 0 && <p className={styles.fact}>Personalized: {texts.join(', ')}</p>}
        {item.grId !== 0 && (
          <p className={styles.fact}>
            For registry {item.grId}
            {item.registryType !== '' && `, ${eventOf(item.registryType)}`}
          </p>
        )}
        <p>{unbroken(item.inHousePersonalization?.pricingDto.formattedTotalPrice ?? item.formattedPrice)}</p>
        {item.isInstallationServiceRequired && (
          <p className={styles.service}>
            <Icon name="check" size={20} />
            Installation service: {unbroken(item.formattedInstallationServiceFee)} per item
          </p>
        )}
      </div>
    </li>
  )
}

/** What a registry is for, in words; a kind that another server made up, by its code. */
function eventOf(type: string): string {
  return isRegistryType(type) ? registryTypes[type].eventType : type
}
