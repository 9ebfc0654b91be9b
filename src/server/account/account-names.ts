import { isName } from '#domain/address/names.ts'

export type Names = { readonly firstName: string; readonly lastName: string }

/** The names of an account that are none, in the order of the form. */
export function wrongNames(names: Names): readonly (keyof Names)[] {
  return (['firstName', 'lastName'] as const).filter((name) => !isName(names[name]) || names[name].length > 50)
}
