import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** From the whole picture to four times its frame. */
const least = 1
const most = 4

export type Zoom = {
  readonly view: RefObject<HTMLElement | null>
  /** Width of the picture in widths of its frame. */
  readonly scale: number
  readonly isLeast: boolean
  readonly isMost: boolean
  /** Makes it larger or smaller; the point given, in pixels of the frame, stays where it is, else the middle. */
  readonly zoomBy: (factor: number, at?: Point) => void
  /** For the frame: two fingers. One finger moves it, as anything that scrolls. */
  readonly touch: {
    readonly onPointerDown: (event: PointerEvent) => void
    readonly onPointerMove: (event: PointerEvent) => void
    readonly onPointerUp: (event: PointerEvent) => void
    readonly onPointerCancel: (event: PointerEvent) => void
  }
}

type Point = { readonly x: number; readonly y: number }

/** A picture in a scrolling frame, larger and smaller by buttons, wheel and two fingers. */
export function useZoom(): Zoom {
  const view = useRef<HTMLElement>(null)
  const [scale, setScale] = useState(least)
  const pending = useRef<{ readonly factor: number; readonly at: Point } | null>(null)
  const fingers = useRef(new Map<number, Point>())

  const zoomBy = (factor: number, at?: Point) => {
    const next = Math.min(most, Math.max(least, scale * factor))
    const frame = view.current
    if (next === scale || frame === null) return
    pending.current = { factor: next / scale, at: at ?? { x: frame.clientWidth / 2, y: frame.clientHeight / 2 } }
    setScale(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the picture has its new width
  useLayoutEffect(() => {
    const frame = view.current
    if (frame === null || pending.current === null) return
    const { factor, at } = pending.current
    pending.current = null
    frame.scrollLeft = (frame.scrollLeft + at.x) * factor - at.x
    frame.scrollTop = (frame.scrollTop + at.y) * factor - at.y
  }, [scale])

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey) return
    event.preventDefault()
    zoomBy(Math.exp(-event.deltaY / 200), pointIn(view.current, event))
  })
  useEffect(() => {
    const frame = view.current
    // a listener of React's own may not hold the page still
    frame?.addEventListener('wheel', onWheel, { passive: false })
    return () => frame?.removeEventListener('wheel', onWheel)
  }, [])

  const lift = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId)
  }
  const move = (event: PointerEvent) => {
    const before = [...fingers.current.values()]
    if (!fingers.current.has(event.pointerId)) return
    fingers.current.set(event.pointerId, pointIn(view.current, event))
    const after = [...fingers.current.values()]
    const [a, b] = after
    const was = gapOf(before)
    if (after.length !== 2 || a === undefined || b === undefined || was === 0) return
    zoomBy(gapOf(after) / was, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  }
  return {
    view,
    scale,
    isLeast: scale <= least,
    isMost: scale >= most,
    zoomBy,
    touch: {
      onPointerDown: (event) => {
        if (event.pointerType === 'touch') fingers.current.set(event.pointerId, pointIn(view.current, event))
      },
      onPointerMove: move,
      onPointerUp: lift,
      onPointerCancel: lift,
    },
  }
}

function pointIn(frame: HTMLElement | null, event: { readonly clientX: number; readonly clientY: number }): Point {
  const box = frame?.getBoundingClientRect()
  return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
}

function gapOf([a, b]: readonly Point[]): number {
  return a === undefined || b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y)
}
