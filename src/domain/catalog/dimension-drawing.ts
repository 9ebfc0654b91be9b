import type { Dimensions } from './sku.ts'

type Measures = Omit<Dimensions, 'systemOfMeasure'> & { readonly systemOfMeasure: 1 | 2 }

/** Address of the drawing of a piece: its measures are its name, so that equal pieces share one and it never changes. '' when there is nothing to draw. */
export function drawingAddress({ width, depth, height, diameter, systemOfMeasure }: Measures): string {
  const isFlat = (width || diameter) === 0 || (height || depth || diameter) === 0
  return isFlat ? '' : `/drawings/${[width, depth, height, diameter, systemOfMeasure].join('x')}.svg`
}

/** The measures of such an address's file name; undefined when it is none that `drawingAddress` writes. */
export function measuresOfDrawing(file: string): Measures | undefined {
  const match = /^((?:\d{1,4}(?:\.\d{1,3})?x){4})([12])\.svg$/.exec(file)
  if (match === null) return undefined
  const [width = 0, depth = 0, height = 0, diameter = 0] = match[1]!.split('x').map(Number)
  const measures: Measures = { width, depth, height, diameter, systemOfMeasure: match[2] === '1' ? 1 : 2 }
  return drawingAddress(measures) === `/drawings/${file}` ? measures : undefined
}
