import { type FormEvent, type ReactNode, useState } from 'react'
import { registryAddresses } from '#domain/registry/registry.ts'
import { registryPictureRules } from '#domain/registry/registry-picture.ts'
import type { PageOf } from '#web/navigation/page-view.ts'
import { FormErrors } from '#web/shell/form-errors.tsx'
import { formFieldId, useFormMessage } from '#web/shell/form-field.tsx'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button } from '#web/ui/button.tsx'
import controls from '#web/ui/fields/control.module.css'
import { Field } from '#web/ui/fields/field.tsx'
import styles from './registry-page.module.css'

const label = 'Picture'
const { accept, maxBytes } = registryPictureRules
const megabytes = maxBytes / 1_000_000

/** The picture of a registry: sent, shown and removed by plain forms. */
export function PictureForm({ page }: { readonly page: PageOf<'editRegistry'> }): ReactNode {
  const { grId, picture, title } = page
  const refused = useFormMessage('picture')
  const [tooLarge, setTooLarge] = useState('')
  const error = tooLarge || refused

  /** Before ten megabytes travel for nothing. */
  function check(event: FormEvent<HTMLFormElement>): void {
    const file = new FormData(event.currentTarget).get('picture')
    const isTooLarge = file instanceof File && file.size > maxBytes
    if (isTooLarge) event.preventDefault()
    setTooLarge(isTooLarge ? `This picture is too large. Please choose one of at most ${megabytes} MB.` : '')
  }

  return (
    <section className={styles.registry} aria-labelledby="picture">
      <h2 id="picture" className={styles.name}>
        {label}
      </h2>
      <p className={styles.fact}>
        Everybody who opens your registry sees it. We remove what your camera wrote into it.
      </p>
      {picture !== null && (
        <>
          <img
            className={styles.preview}
            src={picture.path}
            width={picture.width}
            height={picture.height}
            alt={title}
          />
          <form method="post" action={registryAddresses.removePicture}>
            <TokenField />
            <input type="hidden" name="grId" value={grId} />
            <Button type="submit" kind="plain">
              Remove picture
            </Button>
          </form>
        </>
      )}
      <form
        method="post"
        action={registryAddresses.picture}
        encType="multipart/form-data"
        className={styles.part}
        onSubmit={check}
      >
        <TokenField />
        <input type="hidden" name="grId" value={grId} />
        {refused !== '' && <FormErrors labels={{ picture: label }} />}
        <Field
          label={picture === null ? 'Choose a picture' : 'Choose another picture'}
          hint={`JPEG, PNG or WebP, at most ${megabytes} MB.`}
          error={error}
          {...(error === '' ? {} : { id: formFieldId('picture') })}
        >
          {(wiring) => (
            <input
              {...wiring}
              type="file"
              name="picture"
              accept={accept}
              required
              className={`${controls.control} ${styles.file}`}
            />
          )}
        </Field>
        <Button type="submit" kind="quiet">
          Save picture
        </Button>
      </form>
    </section>
  )
}
