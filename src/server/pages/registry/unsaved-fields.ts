import type { RegistryPage } from '#contracts/registry/pages.ts'
import { setFlash } from '#server/pages/cookies.ts'
import type { Fields } from '#server/pages/forms/form.ts'
import type { Visit } from '#server/pages/visit.ts'
import { editFields, settingsIn } from './registry-fields.ts'

type EditPage = Extract<RegistryPage, { name: 'editRegistry' }>

/** What stands in the form of a registry and is not saved, all of it; nothing where it stands as its page has it. */
export function unsavedIn({ address, ...page }: EditPage, fields: Fields): Fields {
  // a page from before its buttons sent the form along
  if (fields.giftMail === undefined) return {}
  const saved: { readonly [name: string]: unknown } = { ...page, ...address }
  const isChanged = editFields.some((name) => {
    const { [name]: text = name === 'isPublic' ? 'false' : '' } = fields
    return text.replace(/\r\n/g, '\n') !== String(saved[name] ?? '')
  })
  return isChanged ? settingsIn(fields, editFields) : {}
}

/** What was done, on the next page, and that the rest is not saved. */
export function setDone({ reply, site, context }: Visit, flashCookieKey: Buffer, text: string, unsaved: Fields): void {
  const rest = Object.keys(unsaved).length === 0 ? '' : ` ${context.text('registry.notSaved')}`
  setFlash(reply, site, flashCookieKey, `${text}${rest}`, unsaved)
}
