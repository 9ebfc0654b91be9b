import type { RegistryPage } from '#contracts/registry/pages.ts'
import { withTypedBefore } from '#domain/account/typed-before.ts'
import type { Keys } from '#server/config/secrets.ts'
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

/**
 * Says on a page what was done, and that the rest is not saved. Answers its address: what is too much to send along is put back by
 * the tab, which may have no scripts.
 */
export function sayDone(
  { reply, site, context }: Visit,
  flashCookieKey: Keys,
  { text, unsaved, at }: { readonly text: string; readonly unsaved: Fields; readonly at: string },
): string {
  const hasRest = Object.keys(unsaved).length > 0
  const say = (rest: string, typed: Fields) => setFlash(reply, site, flashCookieKey, `${text} ${rest}`.trim(), typed)
  if (say(hasRest ? context.text('registry.notSaved') : '', unsaved)) return at
  say(context.text('registry.checkUnsaved'), {})
  return withTypedBefore(at)
}
