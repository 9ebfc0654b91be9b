// What stands in deploy/, read as those read it who run it.
import { readFileSync } from 'node:fs'
import { parse, parseAllDocuments } from 'yaml'
import { secretNames, settings } from '#server/config/settings.ts'

/** A part of a YAML file. */
export type Part = { readonly [key: string]: unknown }

export const textOf = (path: string): string => readFileSync(`deploy/${path}`, 'utf8')

/** Why a file may not give this setting as it does; [] where it may. */
export function settingFaults(name: string): string[] {
  const isFile = name.endsWith('_FILE')
  const secret = isFile ? name.slice(0, -'_FILE'.length) : name
  const isSecret = secretNames.some((each) => each === secret)
  if (isFile) return isSecret ? [] : [`${name}: ${secret} is no secret`]
  if (isSecret) return [`${name} is a secret: by a file`]
  // read by the allocator, not by the product
  return name in settings.shape || name === 'MALLOC_ARENA_MAX' ? [] : [`${name} is no setting`]
}

/** The one document of a YAML file. */
export function yamlOf<Document = Part>(path: string): Document {
  return parse(textOf(path), { merge: true }) as Document
}

/** The documents of a file of Kubernetes, by kind and name. */
export function resourcesOf(...paths: readonly string[]): ReadonlyMap<string, Part> {
  const all = paths.flatMap((path) => parseAllDocuments(textOf(path)).map((each) => each.toJS() as Part))
  return new Map(all.map((each) => [`${each.kind} ${named(each)}`, each]))
}

function named({ metadata }: Part): string {
  const { name, generateName } = metadata as { readonly name?: string; readonly generateName?: string }
  return name ?? generateName ?? ''
}

/** What stands at a path, as in 'spec.template.spec'. @throws where nothing does */
export function at<Found = Part>(part: unknown, path: string): Found {
  const found = path.split('.').reduce<unknown>((each, key) => (each as Part | undefined)?.[key], part)
  if (found === undefined) throw new Error(`nothing at ${path}`)
  return found as Found
}

/** The lines of a unit or of a file of sections: each key with all its values, by section. */
export function sectionsOf(text: string): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const sections = new Map<string, Map<string, string[]>>()
  let section = new Map<string, string[]>()
  for (const line of text.split('\n').map((each) => each.trim())) {
    const [, title] = /^\[(.+)\]$/.exec(line) ?? []
    const [, key, value] = /^([^#;=\s]+)\s*=\s*(.*)$/.exec(line) ?? []
    if (title !== undefined) {
      section = sections.get(title) ?? new Map()
      sections.set(title, section)
    }
    if (key !== undefined) section.set(key, [...(section.get(key) ?? []), value ?? ''])
  }
  return sections
}
