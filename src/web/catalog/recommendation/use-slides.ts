import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type CarouselPlace, slidesAt } from '#domain/catalog/recommendation-limits.ts'
import { clampFirst } from '#domain/catalog/recommendation-position.ts'

export type Slides = {
  readonly track: RefObject<HTMLUListElement | null>
  /** The slide at the start, counted from 0. */
  readonly first: number
  /** How many are in sight. */
  readonly slides: number
  readonly goTo: (first: number) => void
  readonly onScroll: () => void
  readonly onScrollEnd: () => void
}

/** How long a track must stand still to have come to rest where the browser does not tell, milliseconds. */
const restMs = 120

/** Which slides of a carousel are in sight: by the window's width, by its buttons and by how far it was scrolled. */
export function useSlides(place: CarouselPlace, total: number): Slides {
  const slides = useSlidesAtOnce(place)
  const track = useRef<HTMLUListElement>(null)
  const [wanted, setFirst] = useState(0)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(rest.current), [])
  const first = clampFirst(wanted, slides, total)

  const goTo = (next: number) => {
    setFirst(next)
    const list = track.current
    if (list !== null) list.scrollLeft = offsetOf(list, next)
  }
  const onScrollEnd = () => track.current && setFirst(nearestOf(track.current))
  const onScroll = () => {
    // on a busy machine a track stands still on its way, and what has the focus would be taken for out of sight
    if ('onscrollend' in window) return
    clearTimeout(rest.current)
    rest.current = setTimeout(onScrollEnd, restMs)
  }
  return { track, first, slides, goTo, onScroll, onScrollEnd }
}

/** Slides in sight at the window's width. */
export function useSlidesAtOnce(place: CarouselPlace): number {
  return useSyncExternalStore(
    onResize,
    () => slidesAt(place, window.innerWidth),
    () => slidesAt(place, 0),
  )
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** How far the list is scrolled when a slide stands at its start. */
function offsetOf(list: HTMLElement, nth: number): number {
  const [start, slide] = [list.children[0], list.children[nth]]
  if (!(start instanceof HTMLElement && slide instanceof HTMLElement)) return 0
  return slide.offsetLeft - start.offsetLeft
}

function nearestOf(list: HTMLElement): number {
  const distances = Array.from(list.children, (_, nth) => Math.abs(offsetOf(list, nth) - list.scrollLeft))
  return distances.indexOf(Math.min(...distances))
}
