import { typedBeforeQuery } from '#domain/account/typed-before.ts'
import { type AddressPayload, addressLayout } from '#domain/address/layouts.ts'
import { type CheckedAddress, validateAddress } from '#domain/address/validate-address.ts'
import { isSameAddress } from '#domain/cart/recipients/recipient-rules.ts'
import { limits } from '#domain/limits.ts'
import type { Country } from '#domain/variant.ts'
import { type AccountAddress, readAccountAddresses } from '#server/address/account-address-store.ts'
import {
  addToAddressBook,
  changeInAddressBook,
  lockAddressBook,
  makeDefaultAddress,
} from '#server/address/address-book-store.ts'
import { fieldErrors, storedFields } from '#server/address/address-view.ts'
import type { Database } from '#server/db/database.ts'
import { problemText } from '#server/http/problem-text.ts'
import { setFlash, setRefused } from '#server/pages/cookies.ts'
import type { Fields, Form } from '#server/pages/forms/form.ts'
import { typedIn } from '#server/pages/forms/form-guard.ts'
import type { OwnPage, PageAnswer } from '#server/pages/page-table.ts'
import type { Visit } from '#server/pages/visit.ts'
import { type AccountAddressParts, placeOfAddress, savedAlready, unknownAddress } from './account-address-forms.ts'
import { accountPath } from './return-url.ts'
import { loginPath } from './signed-in.ts'

const newPath = '/account/addresses/new'
const pathOf = (addressId: string) => (addressId === '' ? newPath : `/account/addresses/${addressId}`)
const signInFor = (returnUrl: string) => `${loginPath}?returnUrl=${encodeURIComponent(returnUrl)}`
const fieldNames = addressLayout('US').flatMap(({ field }) => (field === 'email' ? [] : [field]))
const formFields = [...fieldNames, 'isDefault']
const none = { firstName: '', lastName: '', companyName: '', address1: '', address2: '', city: '', state: '' }

/** The pages that have the form of an address: of a new one, and of each that is saved. */
export function accountAddressPages({ database }: { readonly database: Database }): OwnPage[] {
  /** Of a guest the sign-in, of a stranger's address what is said of one that does not exist. */
  async function load({ session, site }: Visit, addressId: string): Promise<PageAnswer> {
    if (session.auth === 'guest') {
      return { kind: 'redirect', to: signInFor(pathOf(addressId)) }
    }
    const saved = await readAccountAddresses(database, session.shopperId)
    const index = saved.findIndex((one) => one.addressId === addressId)
    if (addressId !== '' && index === -1) return { kind: 'missing' }
    const { country } = site.variant
    const found = saved[index]?.address ?? { ...none, postalCode: '', phone: '', country, email: '' }
    const { email: _, country: ofAddress, ...address } = storedFields(found)
    // a new one goes first where it is the only one
    const isDefault = addressId === '' ? saved.length === 0 : index === 0
    return { kind: 'page', page: { name: 'accountAddress', addressId, country: ofAddress, address, isDefault } }
  }

  return [
    { path: newPath, load: (visit) => load(visit, '') },
    {
      path: '/account/addresses/:addressId',
      load: (visit) => load(visit, (visit.request.params as { readonly addressId: string }).addressId),
    },
  ]
}

/** What came of saving: the id it has now, or what stands in the way of all of it. */
type Saved = { readonly addressId: string } | { readonly refusal: string }

/** The form of these pages, which works without scripts; all that is wrong comes back at once (CALM-60). */
export function saveAddressForm({
  database,
  flashCookieKey,
  newId,
}: AccountAddressParts & { readonly newId: () => string }): Form {
  function save({ session, context }: Visit, { addressId, address }: AccountAddress, isDefault: boolean) {
    const { shopperId } = session
    return database.transaction(async (tx): Promise<Saved> => {
      // the same that is sent twice at once is one
      await lockAddressBook(tx, shopperId)
      const others = (await readAccountAddresses(tx, shopperId)).filter((one) => one.addressId !== addressId)
      const same = others.find((one) => isSameAddress(one.address, address))
      if (same !== undefined && addressId !== '') return { refusal: savedAlready }
      const id = same?.addressId ?? (addressId || newId())
      if (addressId !== '') await changeInAddressBook(tx, shopperId, { addressId, address })
      else if (same === undefined && !(await addToAddressBook(tx, shopperId, { addressId: id, address }))) {
        return { refusal: problemText(context, { code: 'addressBookFull', limit: limits.savedAddresses }) }
      }
      if (isDefault) await makeDefaultAddress(tx, shopperId, id)
      return { addressId: id }
    })
  }

  return {
    path: '/account/addresses/save',
    allowsFirstVisit: false,
    refusedTo: accountPath,
    signInAt: ({ addressId = '' }) => signInFor(`${pathOf(addressId)}${typedBeforeQuery}`),
    fields: formFields,
    async submit(visit, fields) {
      const { reply, site, session, context } = visit
      const { addressId = '' } = fields
      const before = (await readAccountAddresses(database, session.shopperId)).find(
        (one) => one.addressId === addressId,
      )
      if (addressId !== '' && before === undefined) {
        setFlash(reply, site, flashCookieKey, unknownAddress)
        return accountPath
      }
      const { address, errors } = enteredAddress(
        fields,
        before?.address ?? { country: site.variant.country, email: '' },
      )
      const told = Object.fromEntries(fieldErrors(errors, context.text).map(({ field, message }) => [field, message]))
      const isDefault = fields.isDefault === 'true'
      const saved =
        errors.length > 0
          ? { refusal: '' }
          : await save(visit, { addressId, address: storedFields(address) }, isDefault)
      if ('refusal' in saved) {
        const typed = { ...typedIn(fields, fieldNames), isDefault: String(isDefault) }
        setRefused(reply, site, flashCookieKey, { text: saved.refusal, errors: told }, typed)
        return pathOf(addressId)
      }
      setFlash(reply, site, flashCookieKey, 'The address is saved in your account.')
      return placeOfAddress(saved.addressId)
    },
  }
}

/** What was typed, judged as every address is (OPEN-74); country and e-mail are those it had. */
function enteredAddress(
  fields: Fields,
  { country, email }: { readonly country: Country; readonly email: string },
): CheckedAddress {
  const typed = Object.fromEntries(fieldNames.map((field) => [field, fields[field] ?? '']))
  const ids = { addressId: '', recipientId: '', saveToAccount: false }
  return validateAddress({ ...ids, ...typed, country, email } as AddressPayload)
}
