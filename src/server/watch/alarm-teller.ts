import type { Database } from '#server/db/database.ts'
import { parseStored, StoredJsonFault } from '#server/db/stored-json.ts'
import type { Log } from '#server/http/context.ts'
import type { AlarmChannel, Sent } from './alarm-channels.ts'
import {
  type AlarmDelivery,
  claimDeliveries,
  endAlarms,
  insertDelivery,
  leaveDeliveries,
  noteDelivery,
  takeAlarms,
} from './alarm-delivery-store.ts'
import { alarmMessage, messageOf, type ToldAlarm } from './alarm-message.ts'

type TellerParts = {
  readonly database: Database
  readonly log: Log
  readonly installation: string
  /** Where the guide is that messages lead into. */
  readonly guide: string
  readonly channels: readonly AlarmChannel[]
}

export type AlarmTeller = {
  /** Writes messages of what is to be told, and sends those that are due; passed over while one is at work. Throws nothing. */
  round(): Promise<void>
  /** Ends alarms that are over, and what waits for a channel that is gone. Throws nothing. */
  end(): Promise<void>
}

/** A message that did not arrive in so many tries is given up. */
export const maxTries = 12
const firstPauseSeconds = 5
const maxPauseSeconds = 3_600
const atOnce = 20

/** Seconds until the next try: twice as long each time, so that the last comes after nearly three hours. */
export function pauseSeconds(tries: number): number {
  return Math.min(maxPauseSeconds, firstPauseSeconds * 2 ** (tries - 1))
}

/** Tells people of alarms, by every channel there is (OPS-32). Any number of processes may do so beside each other. */
export function createAlarmTeller({ database, log, installation, guide, channels }: TellerParts): AlarmTeller {
  const names: readonly string[] = channels.map(({ name }) => name)
  let atWork = false

  async function write(): Promise<void> {
    await database.transaction(async (tx) => {
      for (const alarms of groupsOf(await takeAlarms(tx))) {
        const message = messageOf(alarms[0], alarms.length, { installation, guide })
        for (const name of names) insertDelivery(tx, alarms[0], name, message)
      }
    })
  }

  async function sendDue(): Promise<void> {
    const due = await claimDeliveries(database, names, atOnce)
    await Promise.all(due.map(sendOne))
  }

  async function sendOne(delivery: AlarmDelivery): Promise<void> {
    const { alarmId, channel: name, nth, tries } = delivery
    const about = { alarmId, channel: name, nth, tries }
    const { isSent, answer } = await send(delivery)
    if (isSent) return noteDelivery(database, delivery, null, null)
    const isGivenUp = tries >= maxTries
    await noteDelivery(database, delivery, answer, isGivenUp ? null : pauseSeconds(tries))
    if (isGivenUp) log.error({ ...about, why: answer }, 'the message of an alarm was given up')
    else log.warn({ ...about, why: answer }, 'an alarm could not be told and is tried again')
  }

  async function send({ alarmId, channel: name, nth, message }: AlarmDelivery): Promise<Sent> {
    const channel = channels.find((each) => each.name === name)
    try {
      const parsed = parseStored(alarmMessage, message, `shop.alarm_delivery.message of alarm ${alarmId}`)
      return (await channel?.send(`alarm_${installation}_${alarmId}_${nth}`, parsed)) ?? { isSent: false, answer: '' }
    } catch (error) {
      if (error instanceof StoredJsonFault) return { isSent: false, answer: error.message }
      throw error
    }
  }

  return {
    async round() {
      if (atWork) return
      atWork = true
      try {
        await write()
        await sendDue()
      } catch (error) {
        log.warn({ err: error }, 'alarms could not be told now')
      } finally {
        atWork = false
      }
    },
    async end() {
      try {
        for (const alarm of await endAlarms(database)) log.info(alarm, 'an alarm is over')
        await leaveDeliveries(database, names)
      } catch (error) {
        log.warn({ err: error }, 'alarms that are over stay open for now')
      }
    },
  }
}

/** Those of one kind and state together, in the order they came. */
function groupsOf(alarms: readonly ToldAlarm[]): [ToldAlarm, ...ToldAlarm[]][] {
  const groups = new Map<string, [ToldAlarm, ...ToldAlarm[]]>()
  for (const alarm of alarms) {
    const name = `${alarm.kind} ${alarm.isResolved}`
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [alarm])
    else group.push(alarm)
  }
  return [...groups.values()]
}
