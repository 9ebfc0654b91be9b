import type { AddressFields } from '#domain/address-fields.ts'
import { addDays, type Day } from '#domain/days.ts'
import { good, type Outcome, refused } from '#domain/outcome.ts'
import type { Problem } from '#domain/problems.ts'
import { type OwnersNames, ownerNamesOf } from './registry-names.ts'
import { isRegistryType, type RegistryType, registryTypes } from './registry-types.ts'

/** A registry as its owner describes it; `eventDate` is 'YYYY-MM-DD'. */
export type NewRegistry = OwnersNames & {
  readonly registryType: RegistryType
  readonly eventType: string
  readonly listType: number
  readonly eventDate: Day
  /** All of the names in one line. */
  readonly ownerNames: string
  /** Found by name by everybody; else only by its link. */
  readonly isPublic: boolean
  /** Where gifts are sent, already checked; null: givers say where. */
  readonly address: AddressFields | null
}

export type RegistryFields = {
  readonly registryType: string
  readonly eventDate: string
  readonly firstName: string
  readonly lastName: string
  /** Of a second owner; '' for none. */
  readonly partnerName: string
  readonly isPublic: boolean
  readonly address: AddressFields | null
}

/** What is wrong with a field of the form. */
export type FieldRefusal = { readonly field: string; readonly problem: Problem }

/** An outcome that says all that is wrong, each at its field of the form. */
export type OfFields<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusals: readonly FieldRefusal[] }

/** Characters of each name. */
export const ownerNameMaxLength = 50

/**
 * Judges the form of a new registry (OPEN-101): a known kind, a real day from today on and within five years, and names by
 * the rule `isName` of addresses, which is handed in. Of a registry that is there the day may stay what it was `before`.
 */
export function newRegistry(
  fields: RegistryFields,
  today: Day,
  isName: (text: string) => boolean,
  before: Day = '',
): OfFields<NewRegistry> {
  const { registryType, eventDate } = fields
  const isSameDay = before !== '' && eventDate === before
  const day = isSameDay ? good(eventDate) : checkEventDate(eventDate, today)
  const [first = '', last = '', partner = ''] = [fields.firstName, fields.lastName, fields.partnerName].map((name) =>
    name.trim(),
  )
  const names: readonly (readonly [field: keyof RegistryFields, label: string, name: string])[] = [
    ['firstName', 'first name', first],
    ['lastName', 'last name', last],
    ...(partner ? [['partnerName', "your partner's name", partner] as const] : []),
  ]
  const ofNames = names.flatMap(([field, label, name]) => {
    const problem = nameProblem(label, name, isName)
    return problem === null ? [] : [{ field, problem }]
  })
  const occasion: FieldRefusal = { field: 'registryType', problem: { code: 'missingField', label: 'the occasion' } }
  const ofDay = day.ok ? [] : [{ field: 'eventDate', problem: day.problem }]
  if (!isRegistryType(registryType)) return { ok: false, refusals: [occasion, ...ofDay, ...ofNames] }
  if (ofDay.length + ofNames.length > 0) return { ok: false, refusals: [...ofDay, ...ofNames] }
  const { eventType, listType } = registryTypes[registryType]
  const owners: OwnersNames = { firstName: first, lastName: last, partnerName: partner }
  const { isPublic, address } = fields
  return good({
    ...{ registryType, eventType, listType, eventDate, isPublic, address },
    ...{ ...owners, ownerNames: ownerNamesOf(owners) },
  })
}

function nameProblem(label: string, name: string, isName: (text: string) => boolean): Problem | null {
  if (name === '') return { code: 'missingField', label }
  if (name.length > ownerNameMaxLength) return { code: 'fieldTooLong', label, limit: ownerNameMaxLength }
  return isName(name) ? null : { code: 'invalidName', label }
}

/** A real day 'YYYY-MM-DD' from `today` on and within five years, or `missingField`, `invalidField`. */
function checkEventDate(eventDate: string, today: Day): Outcome<Day> {
  if (!isDay(eventDate)) return refused({ code: 'missingField', label: 'the date' })
  const isSoon = eventDate >= today && eventDate <= addDays(today, 5 * 366)
  return isSoon ? good(eventDate) : refused({ code: 'invalidField', label: 'the date' })
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
