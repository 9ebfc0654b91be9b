import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { registryAddresses } from '#domain/registry/registry.ts'
import { registryPictureRules } from '#domain/registry/registry-picture.ts'
import type { PageOf } from '#web/navigation/page-view.ts'
import { FormErrors } from '#web/shell/form-errors.tsx'
import { formFieldId, useFormMessage } from '#web/shell/form-field.tsx'
import { Button } from '#web/ui/button.tsx'
import controls from '#web/ui/fields/control.module.css'
import { Field } from '#web/ui/fields/field.tsx'
import styles from './registry-page.module.css'

const label = 'Picture'
const { accept, maxBytes } = registryPictureRules
const megabytes = maxBytes / 1_000_000

type Props = {
  readonly page: PageOf<'editRegistry'>
  /** The id of the form that the picture is sent with: what was typed there comes back. */
  readonly form: string
}

/** The picture of a registry: sent, shown and removed by buttons of the form above it. */
export function PictureForm({ page, form }: Props): ReactNode {
  const { picture, title } = page
  const refused = useFormMessage('picture')
  const file = useRef<HTMLInputElement>(null)
  const [tooLarge, setTooLarge] = useState('')
  const error = tooLarge || refused

  /** Before ten megabytes travel for nothing. */
  function check(event: MouseEvent): void {
    const isTooLarge = (file.current?.files?.[0]?.size ?? 0) > maxBytes
    if (isTooLarge) event.preventDefault()
    setTooLarge(
      isTooLarge
        ? `This picture is too large. Please choose one of at most ${megabytes} MB, or send a screenshot of it.`
        : '',
    )
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
          <div>
            <Button type="submit" kind="plain" form={form} formAction={registryAddresses.removePicture} formNoValidate>
              Remove picture
            </Button>
          </div>
        </>
      )}
      <div className={styles.part}>
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
              ref={file}
              type="file"
              name="picture"
              form={form}
              accept={accept}
              className={`${controls.control} ${styles.file}`}
            />
          )}
        </Field>
        <Button
          type="submit"
          kind="quiet"
          form={form}
          formAction={registryAddresses.picture}
          formEncType="multipart/form-data"
          formNoValidate
          onClick={check}
        >
          Save picture
        </Button>
      </div>
    </section>
  )
}
