import type { InputOfLayer, ResultOfLayer } from '#web/layers/layer.ts'
import type { LayerRegistry } from '#web/layers/registry.ts'

export type LayerName = keyof LayerRegistry

/** A popup on the stack. `isLeaving` while it fades out: closed for the shopper, still drawn. */
export type OpenedLayer = {
  readonly id: number
  readonly name: LayerName
  readonly input: unknown
  readonly isLeaving: boolean
  readonly settle: (result: unknown) => void
}

let stack: readonly OpenedLayer[] = []
let lastId = 0
const listeners = new Set<() => void>()

/**
 * Opens a popup above those that are open; resolves to its result, or to undefined when it was dismissed
 * (Escape, close button, click beside it).
 */
export function openLayer<Name extends LayerName>(
  name: Name,
  input: InputOfLayer<LayerRegistry[Name]>,
): Promise<ResultOfLayer<LayerRegistry[Name]> | undefined> {
  return new Promise((resolve) => {
    lastId += 1
    const settle = (result: unknown) => resolve(result as ResultOfLayer<LayerRegistry[Name]> | undefined)
    set([...stack, { id: lastId, name, input, isLeaving: false, settle }])
  })
}

/** Closes one popup with its result; what is left of it fades out. */
export function closeLayer(id: number, result?: unknown): void {
  const layer = stack.find((entry) => entry.id === id)
  if (layer === undefined || layer.isLeaving) return
  set(stack.map((entry) => (entry.id === id ? { ...entry, isLeaving: true } : entry)))
  layer.settle(result)
}

/** Takes a popup that has faded out off the stack. */
export function dropLayer(id: number): void {
  set(stack.filter((entry) => entry.id !== id))
}

/** Closes every popup, as if each had been dismissed: another page stands behind them now. */
export function closeLayers(): void {
  for (const { id } of stack) closeLayer(id)
}

/** Closes everything at once, without a fade: the page behind is going away. */
export function clearLayers(): void {
  const closed = stack
  set([])
  for (const { settle } of closed) settle(undefined)
}

export function subscribeToLayers(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function openedLayers(): readonly OpenedLayer[] {
  return stack
}

function set(next: readonly OpenedLayer[]): void {
  stack = next
  for (const listener of listeners) listener()
}
