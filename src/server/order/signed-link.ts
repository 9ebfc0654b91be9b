import { timingSafeEqual } from 'node:crypto'
import type { OrderDeps } from '#server/order/order-deps.ts'

export type LinkSigner = Pick<OrderDeps, 'macOf'>

/** How long a link works: so many units, counted from the one it is signed in. */
export type LinkLife = { readonly unitMs: number; readonly units: number }

/** The words that make a link work for what `purpose` names until its time is over. */
export function signLink(
  signer: LinkSigner,
  purpose: string,
  life: LinkLife,
  now: Date,
): { until: string; key: string } {
  const until = String(Math.floor(now.getTime() / life.unitMs) + life.units)
  return { until, key: signer.macOf(textUntil(purpose, until)).toString('base64url') }
}

/** Whether a link's own words open what `purpose` names now. */
export function opensLink(
  signer: LinkSigner,
  purpose: string,
  { unitMs }: LinkLife,
  query: unknown,
  now: Date,
): boolean {
  const { until, key } = (query ?? {}) as { readonly until?: unknown; readonly key?: unknown }
  if (typeof until !== 'string' || typeof key !== 'string' || !/^\d{1,9}$/.test(until)) return false
  if (now.getTime() >= (Number(until) + 1) * unitMs) return false
  return isRightKey(signer, textUntil(purpose, String(Number(until))), key)
}

/** Whether a key is the one for a text, compared without telling by its time how much of it is right. */
export function isRightKey({ macOf }: LinkSigner, text: string, key: unknown): boolean {
  if (typeof key !== 'string') return false
  const given = Buffer.from(key, 'base64url')
  return macOf.all(text).some((expected) => given.length === expected.length && timingSafeEqual(given, expected))
}

function textUntil(purpose: string, until: string): string {
  return `${purpose}\n${until}`
}
