/** Days are 'YYYY-MM-DD'; the store's clock is the one of its home in Chicago, also in summer time (CONST-06). */
export type Day = string

/** Answers are kept: every line of every cart asks for the same few days. Emptied when it grows, so it stays small. */
export function remembered<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size > 500) known.clear()
    const value = compute(key)
    known.set(key, value)
    return value
  }
}

let storeClock: Intl.DateTimeFormat | undefined

// made when it is first asked for: it takes 50 ms of a phone's time, and most pages need none
function clockOfStore(): Intl.DateTimeFormat {
  storeClock ??= new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/Chicago',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  return storeClock
}

const msPerMinute = 60_000

const timeOfMinute = remembered((minute: number): { readonly day: Day; readonly hour: number } => {
  const parts = clockOfStore().formatToParts(new Date(minute * msPerMinute))
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return { day: `${part.year}-${part.month}-${part.day}`, hour: Number(part.hour) }
})

/** The store's day and hour (0 to 23) at a moment. */
export function storeTime(now: Date): { readonly day: Day; readonly hour: number } {
  return timeOfMinute(Math.floor(now.getTime() / msPerMinute))
}

/** The store's day at a moment. */
export function storeDay(now: Date): Day {
  return storeTime(now).day
}

const msPerDay = 86_400_000

/** The day `count` whole UTC days later, earlier when negative (PLAT-32, CONST-24): summer time moves none. */
export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * msPerDay).toISOString().slice(0, 10)
}

/** 0 is Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

const months = 'January February March April May June July August September October November December'.split(' ')
const weekdays = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')

/** A day as people read it: 'Wed, Dec 2', or 'Fri, Oct 1, 2027' when that is another year than today's (CALM-03). */
export function dayText(day: Day, today: Day): string {
  const text = `${weekdays[weekdayOf(day)]}, ${monthOf(day).slice(0, 3)} ${Number(day.slice(8))}`
  return day.slice(0, 4) === today.slice(0, 4) ? text : `${text}, ${Number(day.slice(0, 4))}`
}

/** The month of a day that is far away: 'October 2027'. */
export function monthText(day: Day): string {
  return `${monthOf(day)} ${Number(day.slice(0, 4))}`
}

/** A day that may be far away: 'December 2, 2026'. */
export function fullDayText(day: Day): string {
  return `${monthOf(day)} ${Number(day.slice(8))}, ${Number(day.slice(0, 4))}`
}

function monthOf(day: Day): string {
  return months[Number(day.slice(5, 7)) - 1] ?? ''
}
