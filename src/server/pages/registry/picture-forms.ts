import { withTypedBefore } from '#domain/account/typed-before.ts'
import type { Problem } from '#domain/problems.ts'
import { registryAddresses } from '#domain/registry/registry.ts'
import { registryPictureRules } from '#domain/registry/registry-picture.ts'
import type { Keys } from '#server/config/secrets.ts'
import type { Database } from '#server/db/database.ts'
import type { Text } from '#server/http/context.ts'
import { limits, type Throttle } from '#server/http/guards/throttle.ts'
import type { Site } from '#server/http/host-table.ts'
import type { FileForm } from '#server/pages/forms/file-forms.ts'
import type { Fields, Form } from '#server/pages/forms/form.ts'
import type { Visit } from '#server/pages/visit.ts'
import { drawRegistryPicture } from '#server/registry/registry-picture.ts'
import { putRegistryPicture, removeRegistryPicture } from '#server/registry/registry-picture-store.ts'
import { editPage } from './registry-details-forms.ts'
import { editFields } from './registry-fields.ts'
import { ownerOf, refuse, registryIn, signInAddress, signInForEdit } from './registry-visit.ts'
import { sayDone, unsavedIn } from './unsaved-fields.ts'

export type PictureParts = {
  readonly database: Database
  readonly throttle: Throttle
  readonly textOf: (site: Site) => Text
}

const { list } = registryAddresses
const { maxBytes } = registryPictureRules
const field = 'picture'
const megabytes = maxBytes / 1_000_000

/** The picture of a registry is sent by a form that works without scripts. */
export function pictureForm({ database, throttle, textOf }: PictureParts, flashCookieKey: Keys): FileForm {
  function tell(visit: Visit, grId: number, problem: Problem, unsaved: Fields): string {
    // the page of a closed one has no field for it
    const fields = problem.code === 'registryClosed' ? [] : [field]
    const isHeld = refuse(visit, flashCookieKey, [{ field, problem }], unsaved, fields)
    const at = registryAddresses.edit(grId)
    return isHeld ? at : withTypedBefore(at)
  }

  return {
    path: registryAddresses.picture,
    allowsFirstVisit: false,
    refusedTo: list,
    fields: editFields,
    signInAt: (from) => signInAddress(from === null ? list : withTypedBefore(from)),
    file: {
      field,
      maxBytes,
      busy: ({ site }) => textOf(site)('problem.pictureBusy'),
      tooLarge: ({ site }) => textOf(site)('problem.pictureTooLarge', { limit: megabytes }),
    },
    async submit(visit, fields, file) {
      const { session, context } = visit
      const owner = ownerOf(visit)
      const registry = await registryIn(database, visit, fields)
      if (registry === undefined) return list
      const { grId } = registry
      const unsaved = unsavedIn(editPage(visit, registry), fields)
      if (registry.isClosed) return tell(visit, grId, { code: 'registryClosed' }, unsaved)
      if (file === null) return tell(visit, grId, { code: 'pictureMissing' }, unsaved)
      if (file.length > maxBytes) return tell(visit, grId, { code: 'pictureTooLarge', limit: megabytes }, unsaved)
      const mayTry = await throttle.take(database, limits.registryPicturesPerOwner, session.shopperId)
      if (!mayTry) return tell(visit, grId, { code: 'pictureTooOften' }, unsaved)
      const drawn = await drawRegistryPicture(file)
      if (!drawn.ok) return tell(visit, grId, drawn.problem, unsaved)
      const isPut = await putRegistryPicture(database, owner, grId, drawn.value)
      if (!isPut) return tell(visit, grId, { code: 'registryClosed' }, unsaved)
      const text = context.text('registry.pictureSaved')
      return sayDone(visit, flashCookieKey, { text, unsaved, at: registryAddresses.edit(grId) })
    },
  }
}

/** Takes the picture off again. */
export function removePictureForm({ database }: Pick<PictureParts, 'database'>, flashCookieKey: Keys): Form {
  return {
    path: registryAddresses.removePicture,
    allowsFirstVisit: false,
    refusedTo: list,
    signInAt: signInForEdit,
    fields: editFields,
    async submit(visit, fields) {
      const registry = await registryIn(database, visit, fields)
      if (registry === undefined) return list
      const { grId } = registry
      const isRemoved = await removeRegistryPicture(database, ownerOf(visit), grId)
      const text = isRemoved ? visit.context.text('registry.pictureRemoved') : ''
      const unsaved = unsavedIn(editPage(visit, registry), fields)
      return sayDone(visit, flashCookieKey, { text, unsaved, at: registryAddresses.edit(grId) })
    },
  }
}
