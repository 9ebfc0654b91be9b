/** Whose a registry is; `partnerName` is '' for none. */
export type OwnersNames = { readonly firstName: string; readonly lastName: string; readonly partnerName: string }

const and = ' & '

/** 'Ann Bell & Ben Cole': how a registry calls its owners. */
export function ownerNamesOf({ firstName, lastName, partnerName }: OwnersNames): string {
  const owner = `${firstName} ${lastName}`
  return partnerName === '' ? owner : `${owner}${and}${partnerName}`
}

/** The names of which one line was made; where a first name ends nobody wrote down, so the last word counts as last name. */
export function splitOwnerNames(ownerNames: string): OwnersNames {
  const [owner = '', partnerName = ''] = ownerNames.split(and)
  const end = owner.lastIndexOf(' ')
  return { firstName: owner.slice(0, Math.max(end, 0)), lastName: owner.slice(end + 1), partnerName }
}
