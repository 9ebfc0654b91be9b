/** UX-21: 'items 5 to 8 of 15', 'item 5 of 15' where one shows. `first` counts from 0. */
export function positionText(first: number, slides: number, total: number): string {
  const last = Math.min(first + slides, total)
  return last - first === 1 ? `item ${last} of ${total}` : `items ${first + 1} to ${last} of ${total}`
}

/** Where a carousel goes by one page, forwards or back: the last page is full. Counts from 0. */
export function pageFrom(first: number, slides: number, total: number, direction: 1 | -1): number {
  return clampFirst(first + direction * slides, slides, total)
}

/** The first slide that can stand at the start. */
export function clampFirst(first: number, slides: number, total: number): number {
  return Math.max(0, Math.min(first, total - slides))
}
