/** Does the work once when the element is within a screen's height of being seen; answers how to let it be. */
export function whenNear(element: Element | null, work: () => void): () => void {
  if (element === null) return () => {}
  if (typeof IntersectionObserver === 'undefined') {
    work()
    return () => {}
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      work()
    },
    { rootMargin: '600px 0px' },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
