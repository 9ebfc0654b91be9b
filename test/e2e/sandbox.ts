import type { Fault } from '#sandbox/card-gateway/fault-store.ts'
import { ownStore } from './own-store.ts'

/** The built-in outside world of the store under test: the card gateway's books and drill, and the mailbox. */
function address(path: string): string {
  return `http://127.0.0.1:${ownStore().gatewayPort}${path}`
}

async function read<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(address(path))
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return (await answer.json()) as Answer
}

export type Mail = { readonly subject: string; readonly text: string; readonly html: string; readonly copies: number }

/** The mails that came to an address, newest first. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const { messages } = await read<{ messages: { id: number }[] }>(`/mailbox/messages?to=${encodeURIComponent(email)}`)
  return Promise.all(messages.map(({ id }) => read<Mail>(`/mailbox/messages/${id}`)))
}

/** Plays a fault on the next card that ends so. */
export async function playFault(fault: Fault, options: { lastFour?: string; delayMs?: number } = {}): Promise<void> {
  const answer = await fetch(address('/fire-drill'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault, ...options }),
  })
  if (answer.status !== 201) throw new Error(`the gateway refused to play ${fault}: ${await answer.text()}`)
}

export async function clearFaults(): Promise<void> {
  await fetch(address('/fire-drill'), { method: 'DELETE' })
}

export type Authorization = { readonly reference: string; readonly state: string; readonly amount: number }

/** What the gateway has booked since a moment. */
export async function authorizationsSince(since: Date): Promise<Authorization[]> {
  const path = `/sandbox/authorizations?since=${encodeURIComponent(since.toISOString())}`
  return (await read<{ authorizations: Authorization[] }>(path)).authorizations
}
