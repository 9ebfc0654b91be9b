import { createHash } from 'node:crypto'

/** A test person who may sign in at the stand-in. Nobody has a password: whoever opens the page chooses one. */
export type Person = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** Whether the provider vouches for the address (`email_verified`). */
  readonly isEmailVerified: boolean
}

export const people: readonly Person[] = [
  { firstName: 'Ada', lastName: 'Lovelace', email: 'ada.lovelace@example.com', isEmailVerified: true },
  { firstName: 'Grace', lastName: 'Hopper', email: 'grace.hopper@example.com', isEmailVerified: true },
  { firstName: 'Zoë', lastName: 'Müller', email: 'zoe.mueller@example.com', isEmailVerified: true },
  { firstName: 'Max', lastName: 'Unverified', email: 'max.unverified@example.com', isEmailVerified: false },
]

/** Who has signed in at one provider since it started, by subject. */
export type PersonBook = {
  /** The subject of a person: always the same at one provider, another at each of the others. */
  add(person: Person): string
  find(subject: string): Person | undefined
  /** True the first time a subject is asked for: Apple tells a name at the first consent only. */
  isFirstConsent(subject: string): boolean
}

const maxPeople = 1_000

export function createPersonBook(providerKey: string): PersonBook {
  const known = new Map<string, Person>()
  const consented = new Set<string>()
  return {
    add(person) {
      const name = `${providerKey}\n${person.email.toLowerCase()}\n${person.isEmailVerified}`
      const subject = createHash('sha256').update(name).digest('hex').slice(0, 24)
      if (known.size >= maxPeople) known.clear()
      known.set(subject, person)
      return subject
    },
    find: (subject) => known.get(subject),
    isFirstConsent(subject) {
      const isFirst = !consented.has(subject)
      consented.add(subject)
      return isFirst
    },
  }
}

/** A person as typed into the page's form; null when it is none. */
export function readPerson(fields: { readonly [name: string]: unknown }): Person | null {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name].trim().slice(0, 100) : '')
  const email = text('email')
  if (!/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(email)) return null
  const isEmailVerified = text('isEmailVerified') === 'true'
  return { firstName: text('firstName'), lastName: text('lastName'), email, isEmailVerified }
}
