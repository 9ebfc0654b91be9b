import type { ReactNode } from 'react'
import type { AddressPayload } from '#domain/address/layouts.ts'
import { formatPhone, phoneDigits } from '#domain/address/phone.ts'
import styles from './address-block.module.css'

export type AddressBlockProps = {
  readonly address: Omit<AddressPayload, 'saveToAccount' | 'addressId' | 'recipientId'>
  /** With email and phone, where the shopper checks her own. */
  readonly hasContact?: boolean
}

/** An address as it stands on an envelope. */
export function AddressBlock({ address, hasContact = false }: AddressBlockProps): ReactNode {
  const digits = phoneDigits(address.phone)
  const lines = [
    `${address.firstName} ${address.lastName}`.trim(),
    address.companyName,
    address.address1,
    address.address2,
    `${address.city}, ${address.state} ${address.postalCode}`.trim(),
    hasContact && digits !== null ? formatPhone(digits) : '',
    hasContact ? address.email : '',
  ].filter((line) => line !== '')
  return (
    <address className={styles.block}>
      {lines.map((line) => (
        <span key={line}>
          {line}
          <br />
        </span>
      ))}
    </address>
  )
}
