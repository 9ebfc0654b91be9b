import type { ReactNode } from 'react'
import { emailMaxLength } from '#domain/address/email.ts'
import { type GiftMail, giftMails, greetingMaxLength } from '#domain/registry/registry-details.ts'
import type { PageOf } from '#web/navigation/page-view.ts'
import { FormArea, FormField, FormSelect } from '#web/shell/form-field.tsx'
import { useFrame } from '#web/variants/context.tsx'
import styles from './registry-page.module.css'

/** The labels of the greeting and of the mails, by field. */
export const giftMailLabels = {
  greeting: 'Greeting to your guests',
  giftMail: 'When a gift was bought',
  partnerEmail: "Your partner's email address",
}

const choices: { readonly [Kind in GiftMail]: string } = {
  what: 'Mail what was bought',
  surprise: 'Keep it a surprise',
  none: 'No mail about gifts',
}
const options = giftMails.map((value) => ({ value, text: choices[value] }))

/** What guests are greeted with, and what the owners are mailed: fields of a plain form. */
export function GiftMailFields({ page }: { readonly page: PageOf<'editRegistry'> }): ReactNode {
  // who was refused finds what she typed, an emptied field too
  const isAgain = Object.keys(useFrame().typed).length > 0
  return (
    <>
      <FormArea
        label={giftMailLabels.greeting}
        name="greeting"
        rows={4}
        maxLength={greetingMaxLength}
        known={isAgain ? '' : page.greeting}
        hint={`Everybody who opens your registry reads it. At most ${greetingMaxLength} characters.`}
        isOptional
      />
      <fieldset className={styles.part}>
        <legend className={styles.legend}>Mail about gifts</legend>
        <p className={styles.fact}>At most one mail a day, in the morning.</p>
        <FormSelect
          label={giftMailLabels.giftMail}
          name="giftMail"
          options={options}
          known={page.giftMail}
          hint="A surprise says only that a gift was bought, and your own pages do not show it before the day."
        />
        <FormField
          label={giftMailLabels.partnerEmail}
          name="partnerEmail"
          type="email"
          autoComplete="off"
          maxLength={emailMaxLength}
          known={isAgain ? '' : page.partnerEmail}
          hint="Your partner gets the same mail, and can end it with one press."
          isOptional
        />
      </fieldset>
    </>
  )
}
