import type { Day } from '#domain/days.ts'
import { good } from '#domain/outcome.ts'
import { type FieldRefusal, type NewRegistry, newRegistry, type OfFields, type RegistryFields } from './new-registry.ts'

/** What the mail of the day says of gifts: what was bought, only that something was, or nothing. */
export const giftMails = ['what', 'surprise', 'none'] as const
export type GiftMail = (typeof giftMails)[number]

/** All that an owner may change of a registry (CALM-66). */
export type RegistryDetails = NewRegistry & {
  /** Who is told of gifts as well; '' for nobody. */
  readonly partnerEmail: string
  /** Said to everybody who opens the registry; '' for nothing. */
  readonly greeting: string
  readonly giftMail: GiftMail
}

/** How she asks for it. */
export type DetailFields = RegistryFields & {
  readonly partnerEmail: string
  readonly greeting: string
  readonly giftMail: string
}

/** Characters of a greeting. */
export const greetingMaxLength = 300

/** Rules of later topics, handed in. */
export type RegistryRules = {
  readonly isName: (text: string) => boolean
  readonly isEmail: (text: string) => boolean
}

/** Judges the form of a registry that is there: as a new one, but that its day may stay as it is (`before`), even when it is over. */
export function registryDetails(
  fields: DetailFields,
  { today, before }: { readonly today: Day; readonly before: Day },
  { isName, isEmail }: RegistryRules,
): OfFields<RegistryDetails> {
  const same = newRegistry(fields, today, isName, before)
  const partnerEmail = fields.partnerEmail.trim()
  const greeting = plainLines(fields.greeting)
  const giftMail = giftMails.find((each) => each === fields.giftMail)
  const refusals: FieldRefusal[] = same.ok ? [] : [...same.refusals]
  if (partnerEmail !== '' && !isEmail(partnerEmail)) {
    refusals.push({ field: 'partnerEmail', problem: { code: 'invalidEmail' } })
  }
  if ([...greeting].length > greetingMaxLength) {
    const problem = { code: 'fieldTooLong', label: 'the greeting', limit: greetingMaxLength } as const
    refusals.push({ field: 'greeting', problem })
  }
  if (giftMail === undefined) {
    refusals.push({ field: 'giftMail', problem: { code: 'missingField', label: 'what we mail you' } })
  }
  if (!same.ok || giftMail === undefined || refusals.length > 0) return { ok: false, refusals }
  return good({ ...same.value, partnerEmail, greeting, giftMail })
}

/** A text as people wrote it: line ends are one character, and nothing steers how it is shown. */
function plainLines(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n')
  return lines.replace(/[^\P{Cc}\n]|[\u200B\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu, '').trim()
}
