import { isHoliday } from '#domain/business-days.ts'
import { addDays, type Day, dayText, weekdayOf } from '#domain/days.ts'
import type { Country } from '#domain/variant.ts'
import type { Destination } from './methods.ts'

/** One window of in-home delivery (OPEN-83): a day, from and to as 'HH:MM', and the state or province whose crews drive. */
export type DeliveryWindow = {
  readonly id: number
  readonly date: Day
  readonly from: string
  readonly to: string
  readonly region: string
}

/** Deliveries that a region's crews make in one window unless the table of trips says otherwise. */
export const windowCapacity = 4

const hours = [
  ['08:00', '12:00'],
  ['12:00', '16:00'],
  ['16:00', '20:00'],
] as const
const offeredDays = 8

/** The windows offered from a day on: three on each of the next eight days on which crews drive, never on Sundays and holidays. */
export function deliveryWindows(from: Day, { state, country }: Destination): readonly DeliveryWindow[] {
  const days: Day[] = []
  for (let day = from; days.length < offeredDays; day = addDays(day, 1)) if (isDriven(day, country)) days.push(day)
  return days.flatMap((day) => hours.map((_, slot) => windowAt(day, state, slot)))
}

function isDriven(day: Day, country: Country): boolean {
  return weekdayOf(day) !== 0 && !isHoliday(day, country)
}

/**
 * A window's number says all of it, so that a window needs no row before somebody books it: day as YYYYMMDD, then three
 * digits of the region's two letters, then the slot.
 */
function windowAt(date: Day, region: string, slot: number): DeliveryWindow {
  const [from, to] = hours[slot] ?? hours[0]
  const id = (Number(date.replaceAll('-', '')) * 1000 + numberOf(region)) * 10 + slot
  return { id, date, from, to, region }
}

const first = 'A'.charCodeAt(0)

function numberOf(region: string): number {
  return (region.charCodeAt(0) - first) * 26 + (region.charCodeAt(1) - first)
}

/** The window of a number; null for a number that is none. */
export function windowOfId(id: number): DeliveryWindow | null {
  const slot = id % 10
  const region = Math.floor(id / 10) % 1000
  const digits = String(Math.floor(id / 10_000))
  if (!Number.isSafeInteger(id) || slot >= hours.length || region >= 676 || !/^\d{8}$/.test(digits)) return null
  const date = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
  const letters = String.fromCharCode(first + Math.floor(region / 26), first + (region % 26))
  return windowAt(date, letters, slot)
}

/** What is promised of a delivery whose window is chosen: 'Comes Wed, Dec 2, 8 am - 12 pm'. */
export function windowPromise({ date, ...hours }: Pick<DeliveryWindow, 'date' | 'from' | 'to'>, today: Day): string {
  return `Comes ${dayText(date, today)}, ${hoursText(hours)}`
}

/** A window in words: 'Wed, Dec 2, 8 am - 12 pm' wants `dayText` before it; this is the part of the hours. */
export function hoursText({ from, to }: Pick<DeliveryWindow, 'from' | 'to'>): string {
  return `${hourText(from)} - ${hourText(to)}`
}

function hourText(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'am' : 'pm'}`
}
