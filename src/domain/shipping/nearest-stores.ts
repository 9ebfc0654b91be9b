import type { Destination } from './methods.ts'

type Placed = { readonly name: string; readonly destination: Destination }

/** Stores with the nearest first, as far as postal codes tell: how they begin, then the state; by name while there is none. */
export function nearestFirst<Store extends Placed>(stores: readonly Store[], to: Destination | null): Store[] {
  const byName = (one: Store, other: Store) => (one.name < other.name ? -1 : 1)
  if (to === null) return [...stores].sort(byName)
  return [...stores].sort(
    (one, other) => nearness(other.destination, to) - nearness(one.destination, to) || byName(one, other),
  )
}

/** The characters that two postal codes begin with alike count most: regions are numbered from the left. */
function nearness({ postalCode, state }: Destination, to: Destination): number {
  const differsAt = [...to.postalCode].findIndex((character, at) => character !== postalCode[at])
  const alike = differsAt === -1 ? to.postalCode.length : differsAt
  return alike * 2 + (state === to.state ? 3 : 0)
}
