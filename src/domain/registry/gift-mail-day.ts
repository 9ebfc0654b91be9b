import { type Day, storeTime } from '#domain/days.ts'

/** The hour of the stores' clock from which the mails of a day go out. */
const fromHour = 8

/** The day whose mail of gifts goes out now, at the stores; null while it is too early in the morning. */
export function giftMailDay(now: Date): Day | null {
  const { day, hour } = storeTime(now)
  return hour < fromHour ? null : day
}
