import { parseArgs } from 'node:util'
import { raiseAlarm } from '#server/jobs/alarm-store.ts'
import { readInstallation } from '#server/order/payment/installation-store.ts'
import { withBooks } from './books-command.ts'
import { readHold } from './hold-store.ts'
import type { ReconcileDeps } from './reconcile.ts'
import { readHeldRounds } from './reconcile-round-store.ts'
import {
  type Decided,
  findUnknownPayments,
  letPaymentStand,
  releaseHold,
  unknownSince,
  voidPaymentOf,
} from './unknown-payments.ts'

const usage = `npm run payments:hold -- --list | --release | --void REFERENCE | --keep REFERENCE

After a restore the card processor knows more than the database. Until a person says so, nothing is voided or refunded because
the database does not know it; voids of orders that were refused or cancelled go on.

--list     says whether the shop is on hold and why, and lists what the processors hold and no order of ours stands for, one
           line of JSON each. Exit code 0: there is no hold; 1: there is; 2: a processor could not be asked.
--void     gives back what is held by one reference. --keep lets it stand for good. Exit code 0: done; 1: the processor
           said no; 2: nothing unknown is held by that reference.
--release  ends the hold. What is still unknown waits in a round: npm run payments:reconcile -- --release ROUND gives it back.`

const reasons = {
  asked: 'HOLD=true was set',
  'other-server': 'the database is on another server',
  'other-database': 'it is another database of the server',
  behind: 'the database is older than what was seen of it',
  restored: 'the database was brought to a moment of the past',
  'new-timeline': 'a standby took over, or a backup was brought to its end; it ends by itself when nothing is missing',
} as const

async function list(deps: ReconcileDeps): Promise<number> {
  const { isOn, reason } = await readHold(deps.database)
  const { payments, unasked } = await findUnknownPayments(deps, await unknownSince(deps))
  for (const payment of payments) process.stdout.write(`${JSON.stringify(payment)}\n`)
  console.error(
    isOn ? `The shop is on hold: ${reason === null ? 'not looked at yet' : reasons[reason]}.` : 'There is no hold.',
  )
  console.error(`${payments.length} payments that no order of ours stands for.`)
  for (const { provider, why } of unasked) console.error(`${provider} could not be asked: ${why}.`)
  if (unasked.length > 0) return 2
  return isOn ? 1 : 0
}

function told(decided: Decided, reference: string): number {
  if (decided.state === 'notListed') {
    console.error(`No payment by ${reference} that no order of ours stands for.`)
    for (const { provider, why } of decided.unasked) console.error(`${provider} could not be asked: ${why}.`)
    return 2
  }
  for (const payment of decided.payments) process.stdout.write(`${JSON.stringify(payment)}\n`)
  return decided.payments.every(({ answer }) => answer === undefined || answer === 'accepted') ? 0 : 1
}

async function release(deps: ReconcileDeps): Promise<number> {
  if (!(await releaseHold(deps))) {
    console.error('There is no hold.')
    return 2
  }
  console.error(
    'The hold is over. What is still unknown waits in a round of reconciling, at most five minutes from now.',
  )
  for (const { roundId, would, provider } of await readHeldRounds(deps.database)) {
    console.error(
      `Round ${roundId} would give back ${would.length} payments at ${provider}: npm run payments:reconcile -- --release ${roundId}`,
    )
  }
  return 0
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      ...{ list: { type: 'boolean' }, release: { type: 'boolean' }, help: { type: 'boolean' } },
      ...{ void: { type: 'string' }, keep: { type: 'string' } },
    },
  })
  const { list: isList, release: isRelease, void: voided, keep: left } = values
  const chosen = [isList, isRelease, voided, left].filter((each) => each !== undefined)
  if (values.help === true || chosen.length !== 1) {
    console.error(usage)
    return 2
  }
  return withBooks('hold', async (database, { gateway, wallets }) => {
    const installation = await readInstallation(database)
    const deps: ReconcileDeps = { database, installation, gateway, wallets, alarm: raiseAlarm }
    if (isList) return list(deps)
    if (isRelease) return release(deps)
    const since = await unknownSince(deps)
    if (voided !== undefined) return told(await voidPaymentOf(deps, voided, since), voided)
    return told(await letPaymentStand(deps, left ?? '', since), left ?? '')
  })
}

process.exitCode = await main()
