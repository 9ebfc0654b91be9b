import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

import { secretNames } from './settings.ts'

/** A secret is a line or a key; what is longer is another file. */
const maxBytes = 65_536
const othersCanRead = 0o004

type Environment = { readonly [name: string]: string }

/** What is set; empty and blank values count as not set, blanks around a value are nothing of it. */
export function givenSettings(environment: { readonly [name: string]: string | undefined }): Record<string, string> {
  const given: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && value.trim() !== '') given[name] = value.trim()
  }
  return given
}

/** The secrets of the settings as their files are now. */
export function secretsOf(environment: { readonly [name: string]: string | undefined }): ReadonlyMap<string, string> {
  const { input } = withSecretFiles(givenSettings(environment))
  return new Map(secretNames.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])))
}

/** The name that a secret's file is given by. */
export function fileSetting(name: string): string {
  return `${name}_FILE`
}

/**
 * Settings with each secret that is given as `NAME_FILE` read from its file (decision 0132); what is wrong with a file as a sentence, by
 * the name of the setting that leads to it. `unread` has the secrets themselves that are not known now.
 */
export function withSecretFiles(given: Environment): {
  readonly input: Environment
  readonly faults: readonly string[]
  readonly unread: ReadonlySet<string>
} {
  const input: Record<string, string> = { ...given }
  const faults: string[] = []
  const unread = new Set<string>()
  for (const name of secretNames) {
    const file = given[fileSetting(name)]
    if (file === undefined) continue
    const found = given[name] === undefined ? secretIn(file) : { fault: `is set beside ${name}: leave one of them out` }
    if ('secret' in found) {
      input[name] = found.secret
      continue
    }
    faults.push(`${fileSetting(name)}: ${found.fault}`)
    delete input[name]
    unread.add(name)
  }
  return { input, faults, unread }
}

function secretIn(file: string): { readonly secret: string } | { readonly fault: string } {
  try {
    // looked at and read by one handle, so that it is one file; a pipe that nobody writes to would hold the start up
    const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const about = fstatSync(handle)
      if (!about.isFile()) return { fault: `${file} is no file` }
      if ((about.mode & othersCanRead) !== 0) return { fault: `${file} can be read by others: chmod o= ${file}` }
      if (about.size > maxBytes) return { fault: `${file} is larger than a secret` }
      const secret = readFileSync(handle, 'utf8').trim()
      return secret === '' ? { fault: `${file} is empty` } : { secret }
    } finally {
      closeSync(handle)
    }
  } catch (error) {
    // what is no file may be the secret itself, set by a slip under this name
    return { fault: `names a file that cannot be read: ${codeOf(error)}` }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no such file'
}
