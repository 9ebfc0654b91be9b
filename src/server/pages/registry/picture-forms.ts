import type { Problem } from '#domain/problems.ts'
import { registryAddresses } from '#domain/registry/registry.ts'
import { registryPictureRules } from '#domain/registry/registry-picture.ts'
import type { Database } from '#server/db/database.ts'
import type { Text } from '#server/http/context.ts'
import { limits, type Throttle } from '#server/http/guards/throttle.ts'
import type { Site } from '#server/http/host-table.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { FileForm } from '#server/pages/forms/file-forms.ts'
import type { Form } from '#server/pages/forms/form.ts'
import { wholeNumber } from '#server/pages/page-table.ts'
import type { Visit } from '#server/pages/visit.ts'
import { drawRegistryPicture } from '#server/registry/registry-picture.ts'
import { putRegistryPicture, removeRegistryPicture } from '#server/registry/registry-picture-store.ts'
import { readRegistries } from '#server/registry/registry-store.ts'
import { ownerOf, refuse, signInAddress } from './registry-visit.ts'

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
export function pictureForm({ database, throttle, textOf }: PictureParts, flashCookieKey: Buffer): FileForm {
  function tell(visit: Visit, grId: number, problem: Problem): string {
    refuse(visit, flashCookieKey, [{ field, problem }], {}, [field])
    return registryAddresses.edit(grId)
  }

  return {
    path: registryAddresses.picture,
    allowsFirstVisit: false,
    refusedTo: list,
    signInAt: signInAddress(list),
    file: {
      field,
      maxBytes,
      busy: ({ site }) => textOf(site)('problem.pictureBusy'),
      tooLarge: ({ site }) => textOf(site)('problem.pictureTooLarge', { limit: megabytes }),
    },
    async submit(visit, fields, file) {
      const { session, context, reply, site } = visit
      const owner = ownerOf(visit)
      const grId = wholeNumber(fields.grId) ?? 0
      if (!(await readRegistries(database, owner)).some((each) => each.grId === grId)) return list
      if (file === null) return tell(visit, grId, { code: 'pictureMissing' })
      if (file.length > maxBytes) return tell(visit, grId, { code: 'pictureTooLarge', limit: megabytes })
      const mayTry = await throttle.take(database, limits.registryPicturesPerOwner, session.shopperId)
      if (!mayTry) return tell(visit, grId, { code: 'pictureTooOften' })
      const drawn = await drawRegistryPicture(file)
      if (!drawn.ok) return tell(visit, grId, drawn.problem)
      const isPut = await putRegistryPicture(database, owner, grId, drawn.value)
      if (isPut) setFlash(reply, site, flashCookieKey, context.text('registry.pictureSaved'))
      return isPut ? registryAddresses.edit(grId) : list
    },
  }
}

/** Takes the picture off again. */
export function removePictureForm({ database }: Pick<PictureParts, 'database'>, flashCookieKey: Buffer): Form {
  return {
    path: registryAddresses.removePicture,
    allowsFirstVisit: false,
    refusedTo: list,
    async submit(visit, fields) {
      const { session, context, reply, site } = visit
      if (session.auth === 'guest') return signInAddress(list)
      const grId = wholeNumber(fields.grId) ?? 0
      const isRemoved = await removeRegistryPicture(database, ownerOf(visit), grId)
      if (isRemoved) setFlash(reply, site, flashCookieKey, context.text('registry.pictureRemoved'))
      return isRemoved ? registryAddresses.edit(grId) : list
    },
  }
}
