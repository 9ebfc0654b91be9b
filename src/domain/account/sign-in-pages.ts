/** Path fragments of the sign-in popup logic, by what they count as (ROUTE-24, OPEN-17). */
export const signInPageFragments = {
  designServices: ['/design-services/form', '/design-services/kids-form', '/design-services/appointments'],
  registryForm: ['/gift-registry/guest/authenticate', '/gift-registry/guest/new'],
} as const

export type SignInPage = keyof typeof signInPageFragments

/** Which of the special pages an address is, whatever stands before the fragment or behind it; null for any other (OPEN-17). */
export function signInPageOf(address: string): SignInPage | null {
  const kinds = Object.keys(signInPageFragments) as SignInPage[]
  return (
    kinds.find((kind) => signInPageFragments[kind].some((fragment) => hasFragment(pathOf(address), fragment))) ?? null
  )
}

// The path only: a return address in a query is another page's.
function pathOf(address: string): string {
  return address.split(/[?#]/, 1)[0] ?? ''
}

function hasFragment(path: string, fragment: string): boolean {
  const at = path.indexOf(fragment)
  if (at === -1) return false
  const next = path.charAt(at + fragment.length)
  return next === '' || next === '/'
}

/** What is said at the password when a sign-in was refused; never which of the two it was. */
export const wrongSignIn = 'The email address or the password is not right.'
