import { z } from 'zod'

/**
 * What stands at a place of an input, where that decides whether it is looked at as a card number (SAFE-30, SAFE-32): an
 * id or token that a program made, a secret that nobody but its owner may know, an e-mail address.
 */
export type PlaceKind = 'id' | 'secret' | 'email'

/** The kinds of the places of an input, by the names of its fields. */
export type Places = { readonly [field: string]: PlaceKind }

const marked = z.registry<{ readonly kind: PlaceKind }>()

/** Marks a schema as one of a place of this kind. */
export function placeOf<const S extends z.ZodType>(kind: PlaceKind, schema: S): S {
  marked.add(schema, { kind })
  return schema
}

/** The marked places of an input. */
export function placesIn(input: z.core.$ZodType): Places {
  const places: Record<string, PlaceKind> = {}
  collect(input, '', places)
  return places
}

function collect(schema: z.core.$ZodType, field: string, places: Record<string, PlaceKind>): void {
  const kind = marked.get(schema)?.kind
  if (kind !== undefined) places[field] = kind
  else if (schema instanceof z.ZodObject) {
    for (const [name, inner] of Object.entries(schema.shape)) collect(inner, name, places)
  } else for (const inner of innerOf(schema)) collect(inner, field, places)
}

function innerOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element]
  if (schema instanceof z.ZodUnion) return schema.options
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out]
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return [schema.unwrap()]
  }
  return []
}
