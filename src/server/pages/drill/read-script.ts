import { type DrillPart, drillFaults, drillLimits } from '#domain/fire-drill.ts'
import type { Fields } from '#server/pages/forms/form.ts'
import type { FaultScript } from '#server/providers/fire-drill/fault-scripts.ts'

/** The fields of the panel's form. */
export const scriptFields = ['fault', 'times', 'seconds', 'lastFour'] as const
export type ScriptField = (typeof scriptFields)[number]

export type ReadScript =
  | { readonly ok: true; readonly script: FaultScript }
  | { readonly ok: false; readonly field: ScriptField; readonly message: string }

const maxSeconds = drillLimits.delayMs / 1_000

/** The script that was typed into the form, for one of these stand-ins, or the first field that is wrong. */
export function readScript(fields: Fields, parts: readonly DrillPart[]): ReadScript {
  const typed = (name: ScriptField) => (fields[name] ?? '').trim()
  const wrong = (field: ScriptField, message: string): ReadScript => ({ ok: false, field, message })
  const chosen = faultOf(typed('fault'), parts)
  if (chosen === null) return wrong('fault', 'Please choose a fault.')
  const count = numberIn(typed('times') || '1', drillLimits.count)
  if (count === null) return wrong('times', 'Please enter a whole number from 1 to 10,000.')
  const seconds = numberIn(typed('seconds') || '2', maxSeconds)
  if (seconds === null) return wrong('seconds', `Please enter whole seconds, from 1 to ${maxSeconds}.`)
  const lastFour = typed('lastFour')
  if (lastFour !== '' && !/^\d{4}$/.test(lastFour))
    return wrong('lastFour', 'Please enter the last four digits of the card, or nothing.')
  if (lastFour !== '' && chosen.standIn !== 'card-gateway')
    return wrong('lastFour', 'Only faults of cards can wait for one card. Please leave this empty.')
  const script = { ...chosen, count, delayMs: seconds * 1_000 }
  return { ok: true, script: lastFour === '' ? script : { ...script, lastFour } }
}

/** 'mail:503' as the list of the form names it. */
function faultOf(text: string, parts: readonly DrillPart[]): Pick<FaultScript, 'standIn' | 'fault'> | null {
  for (const standIn of parts) {
    const fault = faultsOf(standIn).find((each) => faultValue(standIn, each) === text)
    if (fault !== undefined) return { standIn, fault }
  }
  return null
}

/** What a stand-in can play, whoever it is. */
export function faultsOf(standIn: DrillPart): readonly FaultScript['fault'][] {
  return drillFaults[standIn]
}

/** A fault's value in the list of the form. */
export function faultValue(standIn: DrillPart, fault: FaultScript['fault']): string {
  return `${standIn}:${fault}`
}

function numberIn(text: string, max: number): number | null {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= max ? number : null
}
