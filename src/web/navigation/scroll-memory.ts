import { useEffect, useLayoutEffect } from 'react'
import type { Location } from '#web/navigation/history.ts'
import { useKeepsScroll, useLocation } from '#web/navigation/navigation-context.tsx'

const storageKey = 'scroll-positions'
let positions: Record<string, number> = {}

/** Remembers how far the page of an entry of the history is scrolled, before another takes its place. */
export function rememberScroll({ key }: Location): void {
  positions[key] = window.scrollY
}

/**
 * Scrolls each page as one left it, to the fragment of its address, or to its top; a first page and one that was asked to
 * keep its place stay where they are. Back and Forward are scrolled here: the browser would before the page is there.
 */
export function useScrollMemory(): void {
  const location = useLocation()
  const keepsScroll = useKeepsScroll()
  useLayoutEffect(readPositions, [])
  useLayoutEffect(() => scrollTo(location, keepsScroll), [location, keepsScroll])
  useEffect(() => {
    const byHand = () => {
      window.history.scrollRestoration = 'manual'
    }
    const onHide = () => {
      rememberScroll(location)
      writePositions()
      window.history.scrollRestoration = 'auto'
    }
    byHand()
    window.addEventListener('pagehide', onHide)
    window.addEventListener('pageshow', byHand)
    return () => {
      window.removeEventListener('pagehide', onHide)
      window.removeEventListener('pageshow', byHand)
    }
  }, [location])
}

function scrollTo({ key, hash }: Location, keepsScroll: boolean): void {
  const place = hash === '' ? null : document.getElementById(fragmentOf(hash))
  if (positions[key] !== undefined) window.scrollTo(0, positions[key])
  else if (keepsScroll) return
  else if (place === null) window.scrollTo(0, 0)
  else place.scrollIntoView()
}

function fragmentOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

function readPositions(): void {
  try {
    positions = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as typeof positions
  } catch {
    // without storage they last as long as the page
  }
}

function writePositions(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(positions))
  } catch {
    // as above
  }
}
