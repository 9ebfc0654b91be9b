import { z } from 'zod'

/**
 * What stands at a place of an input, where that decides whether it is looked at as a card number (SAFE-30, SAFE-32): an
 * id or token that a program made, a secret that nobody but its owner may know, an e-mail address.
 */
export type FieldKind = 'id' | 'secret' | 'email'

/** The kinds of the places of an input, by the names of its fields. */
export type FieldKinds = { readonly [field: string]: FieldKind }

const marked = z.registry<{ readonly kind: FieldKind }>()

/** Marks a schema as one of a place of this kind. */
export function fieldOf<const S extends z.ZodType>(kind: FieldKind, schema: S): S {
  marked.add(schema, { kind })
  return schema
}

/** The marked places of an input. */
export function fieldKindsIn(input: z.core.$ZodType): FieldKinds {
  const kinds: Record<string, FieldKind> = {}
  collect(input, '', kinds)
  return kinds
}

function collect(schema: z.core.$ZodType, field: string, kinds: Record<string, FieldKind>): void {
  const kind = marked.get(schema)?.kind
  if (kind !== undefined) kinds[field] = kind
  else if (schema instanceof z.ZodObject) {
    for (const [name, inner] of Object.entries(schema.shape)) collect(inner, name, kinds)
  } else for (const inner of innerOf(schema)) collect(inner, field, kinds)
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
