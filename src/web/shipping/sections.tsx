import type { ReactNode } from 'react'
import { type CarrierDays, carrierDays } from '#domain/shipping/carrier-days.ts'
import type { ShippingSection } from '#domain/shipping/popup-sections.ts'
import { FeeTable } from '#web/shipping/fee-table.tsx'
import type { ShippingCharges } from '#web/shipping/use-shipping-charges.ts'
import { useMoney, useVariant } from '#web/variants/context.tsx'
import styles from './shipping.module.css'

const sectionTitles: { readonly [Name in ShippingSection]: string } = {
  standard: 'Standard, 2-day and express shipping',
  localInHome: 'Local in-home delivery',
  longDistanceInHome: 'Long-distance in-home delivery',
  basicFreight: 'Basic freight',
  giftCard: 'Gift cards',
}

type SectionProps = { readonly title: string; readonly children: ReactNode }

function Section({ title, children }: SectionProps): ReactNode {
  return (
    <section className={styles.section} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

type ChargesProps = {
  readonly section: ShippingSection
  readonly fees: ShippingCharges['fees']
  /** Says how it goes and how long it takes, too. */
  readonly hasDetails?: boolean
}

const flatRates = {
  localInHome: { method: 6, text: 'One charge for all furniture that goes to one address near our delivery points.' },
  longDistanceInHome: { method: 7, text: 'One charge for all furniture that goes to one address farther away.' },
  basicFreight: { method: 8, text: 'For pieces too heavy or too large for a parcel that need no help inside.' },
  giftCard: { method: 9, text: 'Gift cards travel by mail at our expense, and do not count towards other charges.' },
} as const

/** What one way of travelling costs, from the table that the order is charged by (SHIPPOP-04 to SHIPPOP-08, SHIPPOP-13). */
export function SectionCharges({ section, fees, hasDetails = false }: ChargesProps): ReactNode {
  const { country } = useVariant()
  return (
    <Section title={sectionTitles[section]}>
      {section === 'standard' ? (
        <>
          <p>
            {country === 'CA'
              ? 'Charges are in Canadian dollars and the same for every province and territory. Duties are included.'
              : 'Charges go by the merchandise total that ships to one address.'}
          </p>
          <FeeTable fees={fees} />
        </>
      ) : (
        <>
          <p>{flatRates[section].text}</p>
          <Flat cents={fees.flatCents[flatRates[section].method]} />
        </>
      )}
      {hasDetails && <Details section={section} />}
    </Section>
  )
}

function Flat({ cents }: { readonly cents: number }): ReactNode {
  const money = useMoney()
  return (
    <dl className={styles.flat}>
      <dt>Per address</dt>
      <dd>{cents === 0 ? 'Free' : money(cents)}</dd>
    </dl>
  )
}

/** How one way of travelling goes and how long it takes (SHIPPOP-17). */
export function SectionDetails({ section }: { readonly section: ShippingSection }): ReactNode {
  return (
    <Section title={sectionTitles[section]}>
      <Details section={section} />
    </Section>
  )
}

function Details({ section }: { readonly section: ShippingSection }): ReactNode {
  return detailsOf[section].map((sentence) => <p key={sentence}>{sentence}</p>)
}

const days = ({ min, max }: CarrierDays) =>
  min === max ? `${min} business ${min === 1 ? 'day' : 'days'}` : `${min} to ${max} business days`

const detailsOf: { readonly [Name in ShippingSection]: readonly string[] } = {
  standard: [
    `Standard takes ${days(carrierDays[1])}, 2-day ${days(carrierDays[2])}, express ${days(carrierDays[3])}, from the day the parcel leaves us.`,
    'Express and 2-day orders must be placed by noon CT to leave the same business day.',
  ],
  localInHome: [
    `Two people bring your furniture into the room you choose, set it up and take the packaging away. It takes ${days(carrierDays[6])}.`,
    'You choose a day and a window of time; they call before they come.',
  ],
  longDistanceInHome: [
    `Your furniture travels to a carrier near you, who brings it into the room you choose, sets it up and takes the packaging away. It takes ${days(carrierDays[7])}.`,
    'The carrier calls you to make an appointment.',
  ],
  basicFreight: [
    `A truck brings your piece to the first dry place at your address; you take it in. It takes ${days(carrierDays[8])}.`,
    'Someone must be there to take it.',
  ],
  giftCard: [
    `Gift cards come by mail in a card of their own. It takes ${days(carrierDays[9])}.`,
    'They go to the address you give, apart from what else you order.',
  ],
}
