import { type ReactNode, type Ref, useImperativeHandle } from 'react'
import { brandOfAdyen } from '#domain/payment/adyen-brands.ts'
import { type CardFlags, isRewardsCard, selectionTypeOf } from '#domain/payment/brands.ts'
import { AdyenFieldPlace } from '#web/payment/adyen/adyen-field.tsx'
import type { AdyenField } from '#web/payment/adyen/adyen-frames.ts'
import { fieldLabels, useAdyenCard } from '#web/payment/adyen/use-adyen-card.ts'
import form from '#web/payment/card/card-form.module.css'
import { CardPicture } from '#web/payment/card/card-picture.tsx'
import { CodeHelp } from '#web/payment/card/code-help.tsx'
import type { ProviderCardHandle } from '#web/payment/provider/framed-answer.ts'
import type { ProviderSession } from '#web/payment/provider/use-provider-session.ts'
import { Skeleton } from '#web/ui/panels/skeleton.tsx'
import { useMessages } from '#web/variants/context.tsx'
import styles from './adyen-fields.module.css'

const fields = ['encryptedCardNumber', 'encryptedExpiryDate', 'encryptedSecurityCode'] as const

export type AdyenFieldsProps = {
  readonly ref: Ref<ProviderCardHandle>
  readonly session: ProviderSession
  readonly flags: CardFlags
  readonly onFailed: (why: string) => void
}

/** Adyen's secured card fields, each in a frame of Adyen's origin, with labels and sentences of ours (PLAT-18, OPEN-64). */
export function AdyenFields({ ref, session, flags, onFailed }: AdyenFieldsProps): ReactNode {
  const message = useMessages()
  const state = useAdyenCard(session, fields, onFailed)
  const { brand, isReady, place } = state
  const known = brandOfAdyen(brand.name)

  useImperativeHandle(ref, () => ({
    async submit() {
      if (!isReady) return { kind: 'unreachable' }
      const taken = state.take()
      if (taken === null) return { kind: 'errors', errors: {} }
      const { encrypted, lastFour } = taken
      // the date is known to Adyen alone until the server asks what the card is
      const card = { cardToken: packedCard(encrypted), brand: known ?? '', lastFour, expMonth: 0, expYear: 0 }
      return { kind: 'card', card }
    },
    refuse({ hasNumberError, hasExpDateError, hasCvvError }) {
      const wrong: AdyenField[] = []
      if (hasNumberError) wrong.push('encryptedCardNumber')
      if (hasExpDateError) wrong.push('encryptedExpiryDate')
      if (hasCvvError) wrong.push('encryptedSecurityCode')
      state.refuse(wrong)
    },
  }))

  return (
    <div ref={place} className={`${form.fields} ${styles.box}`} aria-busy={!isReady}>
      <div className={form.number}>
        <AdyenFieldPlace
          state={state}
          field="encryptedCardNumber"
          label={fieldLabels.encryptedCardNumber}
          picture={<CardPicture type={known === null ? 'Unspecified' : selectionTypeOf(known)} />}
        />
      </div>
      <div hidden={!brand.hasExpiry}>
        <AdyenFieldPlace state={state} field="encryptedExpiryDate" label={fieldLabels.encryptedExpiryDate} />
      </div>
      <div hidden={!brand.hasCode}>
        <AdyenFieldPlace
          state={state}
          field="encryptedSecurityCode"
          label={fieldLabels.encryptedSecurityCode}
          hint={known === 'AmericanExpress' ? '4 digits on the front of the card' : '3 digits on the back of the card'}
        />
      </div>
      {isReady && brand.hasCode && (
        <div className={form.help}>
          <CodeHelp />
        </div>
      )}
      {isRewardsCard(known, flags) && <p className={form.rewards}>{message('rewardsMessage')}</p>}
      {!isReady && (
        <div className={styles.waiting}>
          <Skeleton lines={4} label="The card fields are loading" />
        </div>
      )}
    </div>
  )
}

/** One token of the encrypted fields, as the server's adapter unpacks it: no body of ours has a field of their names (OPEN-64). */
function packedCard(encrypted: { readonly [name: string]: string }): string {
  const text = btoa(JSON.stringify(encrypted))
  return `enc.${text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}
