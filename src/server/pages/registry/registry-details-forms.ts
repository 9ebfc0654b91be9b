import type { RegistryPage } from '#contracts/registry/pages.ts'
import { withTypedBefore } from '#domain/account/typed-before.ts'
import { isEmail } from '#domain/address/email.ts'
import { isName } from '#domain/address/names.ts'
import { storeDay } from '#domain/days.ts'
import { registryAddresses, registryTitle } from '#domain/registry/registry.ts'
import { registryDetails } from '#domain/registry/registry-details.ts'
import type { Keys } from '#server/config/secrets.ts'
import type { Database } from '#server/db/database.ts'
import type { Fields, Form } from '#server/pages/forms/form.ts'
import type { Visit } from '#server/pages/visit.ts'
import { changeRegistry, closeRegistry } from '#server/registry/registry-details-store.ts'
import type { RegistryRow } from '#server/registry/registry-store.ts'
import { giftRegistryView, pictureView } from '#server/registry/registry-view.ts'
import { editFields, registryAddressOf, settingsIn } from './registry-fields.ts'
import { ownerOf, refuse, registryIn, signInForEdit } from './registry-visit.ts'
import { sayDone, unsavedIn } from './unsaved-fields.ts'

type EditPage = Extract<RegistryPage, { name: 'editRegistry' }>

const { list } = registryAddresses
const form = { allowsFirstVisit: false, refusedTo: list, signInAt: signInForEdit }

/** The page on which an owner changes a registry, or closes it. */
export function editPage({ site, context }: Visit, registry: RegistryRow): EditPage {
  const { grId, registryType, eventDate, firstName, lastName, partnerName, partnerEmail } = registry
  const { greeting, giftMail, isPublic, isClosed, address } = registry
  const { address1 = '', address2 = '', city = '', state = '', postalCode = '', phone = '' } = address ?? {}
  return {
    ...{ name: 'editRegistry', grId, title: registryTitle(giftRegistryView(registry, site.variant)) },
    ...{ registryType, eventDate, firstName, lastName, partnerName, partnerEmail, greeting, giftMail },
    ...{ isPublic, isClosed, today: storeDay(context.now), picture: pictureView(registry) },
    address: { address1, address2, city, state, postalCode, phone },
  }
}

/** Changing a registry, closing it and opening it again: forms that work without scripts. */
export function registryDetailsForms({ database }: { readonly database: Database }, flashCookieKey: Keys): Form[] {
  return [
    {
      ...form,
      path: '/gift-registry/edit',
      fields: editFields,
      async submit(visit, fields) {
        const registry = await registryIn(database, visit, fields)
        if (registry === undefined) return list
        const { grId } = registry
        const requested = requestedOf(fields, registry)
        const { firstName, lastName } = requested
        const address = registryAddressOf(fields, { firstName, lastName, country: visit.site.variant.country })
        const whole = { ...requested, address: address.ok ? address.value : null }
        const at = { today: storeDay(visit.context.now), before: registry.eventDate }
        const details = registryDetails(whole, at, { isName, isEmail })
        if (!details.ok || !address.ok) {
          const refusals = [...(details.ok ? [] : details.refusals), ...(address.ok ? [] : address.refusals)]
          const isHeld = refuse(visit, flashCookieKey, refusals, settingsIn(fields, editFields), editFields)
          const at = registryAddresses.edit(grId)
          return isHeld ? at : withTypedBefore(at)
        }
        await changeRegistry(database, ownerOf(visit), grId, details.value)
        return registryAddresses.view(grId)
      },
    },
    {
      ...form,
      path: registryAddresses.close,
      fields: editFields,
      async submit(visit, fields) {
        const registry = await registryIn(database, visit, fields)
        if (registry === undefined) return list
        const { grId } = registry
        const isClosed = fields.isClosed === 'true'
        if (!(await closeRegistry(database, ownerOf(visit), grId, isClosed))) return list
        const unsaved = unsavedIn(editPage(visit, registry), fields)
        const text = visit.context.text(isClosed ? 'registry.closed' : 'registry.opened')
        // who has more to save stays where she typed it
        const at = Object.keys(unsaved).length === 0 ? registryAddresses.view(grId) : registryAddresses.edit(grId)
        return sayDone(visit, flashCookieKey, { text, unsaved, at })
      },
    },
  ]
}

/** What the form asks for; of a page from before there was more to change, the rest stays. */
function requestedOf(fields: Fields, registry: RegistryRow) {
  const {
    registryType = registry.registryType,
    eventDate = '',
    firstName = registry.firstName,
    lastName = registry.lastName,
    partnerName = registry.partnerName,
    partnerEmail = registry.partnerEmail,
    greeting = registry.greeting,
    giftMail = registry.giftMail,
  } = fields
  const isPublic = fields.isPublic === 'true'
  return { registryType, eventDate, firstName, lastName, partnerName, partnerEmail, greeting, giftMail, isPublic }
}
