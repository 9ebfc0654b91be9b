import { useEffect, useEffectEvent } from 'react'
import { draftOf } from '#web/checkout/draft.ts'
import type { RegistryRequests } from '#web/registry/registry-requests.ts'
import { useFrame } from '#web/variants/context.tsx'

/** A piece with the shopper's words, by the names of its lines. */
export type WantedDesign = {
  readonly sku: number
  readonly quantity: number
  readonly words: { readonly [elementName: string]: string }
  /** Of a design that was made before: its popup opens with the words, and nothing goes on by itself. */
  readonly isAgain?: boolean
}

type Wanted = { readonly items: RegistryRequests } | { readonly design: WantedDesign }
type Stored = { readonly address: string; readonly wanted: Wanted }

const draft = draftOf<Stored>('', 'registry')

/** Where the shopper is: path and query. */
export function addressHere(): string {
  const { pathname, search } = window.location
  return `${pathname}${search}`
}

/** Notes what a guest wants in a registry, for when she comes back from signing in (CALM-28). */
export function storeWanted(wanted: Wanted): void {
  draft.write({ address: addressHere(), wanted })
  // she came back without having signed in: the page stands as she left it
  window.addEventListener('pageshow', ({ persisted }) => persisted && draft.clear(), { once: true })
}

/** Notes a design that is to be put on its piece again: the page of that address opens with its words (CALM-64). */
export function storeDesignAgain(address: string, design: WantedDesign): void {
  draft.write({ address, wanted: { design: { ...design, isAgain: true } } })
}

const isAgain = (stored: Stored | null) =>
  stored !== null && 'design' in stored.wanted && stored.wanted.design.isAgain === true

/** Goes on, once, with what was wanted on this page before a sign-in; `mine` picks what this part of the page does (CALM-28). */
export function useWantedBefore<Own>(mine: (wanted: Wanted) => Own | null, goOn: (own: Own) => void): void {
  const { isSignedIn } = useFrame()
  const resume = useEffectEvent(() => {
    const stored = draft.read()
    const own = stored?.address === addressHere() ? mine(stored.wanted) : null
    if (own === null) return
    draft.clear()
    // a design that is made again needs no account: it goes on when the session has ended, too
    if (isSignedIn || isAgain(stored)) goOn(own)
  })
  useEffect(() => resume(), [])
}
