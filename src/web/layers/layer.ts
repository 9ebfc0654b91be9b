import type { ReactNode } from 'react'

/** What a popup is given: its input, and how it reports back; closing without a result means it was dismissed. */
export type LayerProps<Input, Result> = {
  readonly input: Input
  readonly close: (result?: Result) => void
}

/** A popup: a component that renders a LayerFrame. */
export type Layer<Input, Result> = (props: LayerProps<Input, Result>) => ReactNode

/** One line of the registry: how the popup's own script is fetched on first use. */
export type LazyLayer<Input, Result> = () => Promise<Layer<Input, Result>>

// The input stands in a contravariant place: only `never` takes every popup in.
export type AnyLazyLayer = LazyLayer<never, unknown>

export type InputOfLayer<L> = L extends LazyLayer<infer Input, infer _> ? Input : never
export type ResultOfLayer<L> = L extends () => Promise<(props: infer Props) => ReactNode>
  ? Props extends { close: (result?: infer Result) => void }
    ? Result
    : never
  : never
