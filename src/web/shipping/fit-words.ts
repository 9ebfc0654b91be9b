import { unitSign } from '#domain/catalog/measures.ts'
import { type FitFault, type FitPlace, type FitSizes, fitMeasures } from '#domain/shipping/fit.ts'

export const placeNames: { readonly [Place in FitPlace]: string } = {
  vehicle: 'Vehicle',
  doorway: 'Doorway',
  stair: 'Stairs',
  elevator: 'Elevator',
}

const sideWords = { width: 'wide', depth: 'deep', height: 'high' } as const

/** What stands in the way, in words: 'Box 2 is 34 in deep; the doorway’s width is 32 in.' */
export function faultText(fault: FitFault, unit: FitSizes['systemOfMeasure']): string {
  const sign = unitSign(unit)
  const box = `Box ${fault.boxNumber} is ${tenth(fault.measure)} ${sign} ${sideWords[fault.side]}`
  if (fault.limit === 'turn') return `${box}; the turn on the landing lets ${tenth(fault.limitMeasure)} ${sign} pass.`
  const names: { readonly [name: string]: string } = fitMeasures[fault.place]
  const name = (names[fault.limit] ?? fault.limit).toLowerCase()
  return `${box}; the ${placeNames[fault.place].toLowerCase()}’s ${name} is ${tenth(fault.limitMeasure)} ${sign}.`
}

/** Names as a sentence has them: 'vehicle and doorway'. */
export function placeList(places: readonly FitPlace[]): string {
  return new Intl.ListFormat('en-US').format(places.map((place) => placeNames[place].toLowerCase()))
}

function tenth(measure: number): number {
  return Math.round(measure * 10) / 10
}
