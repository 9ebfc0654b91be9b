import type { ReactNode } from 'react'
import { registryAddresses } from '#domain/registry/registry.ts'
import { registryPictureRules } from '#domain/registry/registry-picture.ts'
import { useTypedBefore } from '#web/account/use-typed-before.ts'
import type { PageOf } from '#web/navigation/page-view.ts'
import { GiftMailFields, giftMailLabels } from '#web/registry/gift-mail-fields.tsx'
import { OccasionFields, occasionLabels } from '#web/registry/occasion-fields.tsx'
import { PictureForm } from '#web/registry/picture-form.tsx'
import { giftAddressLabels, RegistrySettings } from '#web/registry/registry-settings.tsx'
import { FormErrors } from '#web/shell/form-errors.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useVariant } from '#web/variants/context.tsx'
import styles from './registry-page.module.css'

type Props = { readonly page: PageOf<'editRegistry'> }

const { daysOfClosed } = registryPictureRules

/** The one form of the page: its other buttons send along what was typed, so that none of it is lost. */
const formId = 'registry-form'

/** All that can be changed of a registry, and its end: plain forms (CALM-66). */
export function EditRegistryPage({ page }: Props): ReactNode {
  const typedForm = useTypedBefore()
  const { grId, title, eventDate, today, isPublic, address } = page
  const labels = { ...occasionLabels, ...giftMailLabels, ...giftAddressLabels(useVariant().country) }
  return (
    <div className={`${styles.page} ${styles.narrow}`}>
      <h1 className={styles.title}>Change your registry</h1>
      <p className={styles.fact}>{title}</p>
      <form method="post" action="/gift-registry/edit" id={formId} className={styles.form} {...typedForm}>
        <TokenField />
        <FormErrors labels={labels} />
        <input type="hidden" name="grId" value={grId} />
        <OccasionFields known={page} min={[eventDate, today].sort()[0] ?? today} />
        <GiftMailFields page={page} />
        <RegistrySettings isPublic={isPublic} address={address} />
        <Button type="submit" isWide>
          Save
        </Button>
        <ButtonLink to={registryAddresses.view(grId)} kind="plain">
          Leave it as it is
        </ButtonLink>
      </form>
      {!page.isClosed && <PictureForm page={page} form={formId} />}
      <Closing {...page} />
    </div>
  )
}

/** The end of a registry, which can be undone. */
function Closing({ isClosed, picture }: Props['page']): ReactNode {
  return (
    <section className={styles.registry} aria-labelledby="closing">
      <h2 id="closing" className={styles.name}>
        {isClosed ? 'Your registry is closed' : 'Close your registry'}
      </h2>
      <p className={styles.fact}>
        {isClosed
          ? `Nobody finds it, and its link says so. Open it again, and everything is as it was; a picture is kept for ${daysOfClosed} days.`
          : 'It is no longer found, and its link says that it is closed. What was bought stays in your thank-you list and arrives, and you can open it again.'}
        {!isClosed && picture !== null && ` The picture stays for ${daysOfClosed} days after it is closed.`}
      </p>
      <div className={styles.close}>
        <Button
          type="submit"
          kind="quiet"
          form={formId}
          formAction={registryAddresses.close}
          formNoValidate
          name="isClosed"
          value={String(!isClosed)}
        >
          {isClosed ? 'Open it again' : 'Close registry'}
        </Button>
      </div>
    </section>
  )
}
