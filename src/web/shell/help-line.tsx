import type { ReactNode } from 'react'
import { helpHours } from '#domain/help.ts'
import { useMessages } from '#web/variants/context.tsx'
import styles from './help-line.module.css'

/** The storefront's phone number and hours (PLAT-33). */
export function HelpLine(): ReactNode {
  const phone = useMessages()('helpPhone')
  return (
    <>
      <a className={styles.phone} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
        {phone}
      </a>
      , <span className={styles.hours}>{helpHours}</span>
    </>
  )
}
