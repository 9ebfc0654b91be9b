import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { createDatabase } from '#server/db/pool.ts'
import { readInstallation } from '#server/order/payment/installation-store.ts'
import { createSmtpSender, smtpLimits } from '#server/providers/mail/smtp.ts'
import { alarmChannels } from './alarm-channels.ts'
import { acknowledgeAlarm, type OpenAlarm, readOpenAlarms } from './alarm-list-store.ts'
import type { AlarmMessage } from './alarm-message.ts'

const usage = `npm run alarms -- --list | --acknowledge ID --by NAME | --test

--list shows the alarms that are not over, the gravest and newest first. --acknowledge notes that NAME has one: what happened is
over with that, what lasts is told of again when it is over. --test sends a message by each channel that is configured and
prints what came back. What each kind means and what to do: docs/how-to/when-it-burns.md.
Exit code 0: done; 1: a message did not arrive, or there is no channel; 2: no alarm has this ID.`

function lineOf({ alarmId, severity, kind, key, times, at, lastAt, acknowledgedBy }: OpenAlarm): string {
  const when = times === 1 ? at.toISOString() : `${times} times, ${at.toISOString()} to ${lastAt.toISOString()}`
  const who = acknowledgedBy === null ? '' : `  ${acknowledgedBy} has it`
  return `${String(alarmId).padStart(6)}  ${severity.padEnd(6)}  ${kind}  ${key}  ${when}${who}`
}

async function list(database: Database): Promise<number> {
  const alarms = await readOpenAlarms(database)
  console.log(alarms.length === 0 ? 'No alarm is open.' : alarms.map(lineOf).join('\n'))
  return 0
}

/** The largest number of an alarm has 19 digits. */
const ids = /^[1-9]\d{0,17}$/

async function acknowledge(database: Database, id: string, by: string): Promise<number> {
  const alarm = ids.test(id) ? await acknowledgeAlarm(database, id, by) : undefined
  if (alarm === undefined) {
    console.error(`There is no alarm ${id}.`)
    return 2
  }
  const goesOn = 'It goes on, and you will be told when it is over.'
  console.log(`${by} has alarm ${id}, ${alarm.kind} ${alarm.key}. ${alarm.isOver ? 'It is over.' : goesOn}`)
  return 0
}

async function testChannels({ alarms, mail }: Config, database: Database): Promise<number> {
  const { host, port, isSecure, user, password } = mail
  const sender = createSmtpSender({
    ...{ host, port, isSecure, user: user || null, password: password || null },
    ...smtpLimits,
  })
  const channels = alarmChannels(alarms, { mail: sender, mailFrom: mail.from })
  if (channels.length === 0) {
    console.error('There is no channel: set ALARM_WEBHOOK_URL and ALARM_WEBHOOK_SECRET, or ALARM_MAIL_TO.')
    return 1
  }
  const { id: installation } = await readInstallation(database)
  const now = new Date().toISOString()
  const message: AlarmMessage = {
    ...{ kind: 'test', key: 'npm run alarms -- --test', severity: 'ticket', state: 'open', times: 1, count: 1 },
    ...{ firstAt: now, lastAt: now, installation, link: alarms.guide, facts: {} },
  }
  const sent = await Promise.all(
    channels.map(async (channel) => {
      const { isSent, answer } = await channel.send(`alarm_${installation}_test_${Date.now()}`, message)
      console.log(`${channel.name}: ${answer}`)
      return isSent
    }),
  )
  sender.close()
  return sent.every(Boolean) ? 0 : 1
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      list: { type: 'boolean' },
      acknowledge: { type: 'string' },
      by: { type: 'string' },
      test: { type: 'boolean' },
    },
  })
  const { acknowledge: id } = values
  const by = values.by?.trim() ?? ''
  const asked = [values.list, values.test, id].filter((each) => each !== undefined)
  if (asked.length !== 1 || (id !== undefined) !== (by !== '')) {
    console.error(usage)
    return 2
  }
  const config = readConfig()
  const { directUrl, databaseDir } = config
  const log = { info: () => undefined, warn: (facts: object, text: string) => console.error(text, facts) }
  const server = directUrl === null ? await startEmbeddedPostgres({ dataDir: databaseDir, port: 0, log }) : null
  const url = server?.url ?? directUrl ?? ''
  const database = createDatabase({ url, max: 1, applicationName: 'alarms', log })
  try {
    if (id !== undefined) return await acknowledge(database, id, by)
    return values.test ? await testChannels(config, database) : await list(database)
  } finally {
    await database.end()
    await server?.stop()
  }
}

process.exitCode = await main()
