import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DrillFault, DrillPart } from '#domain/fire-drill.ts'
import { webhookPath } from '#server/order/payment/webhook-path.ts'
import { ownStore } from './own-store.ts'

/** The built-in gateway's name for the store, where none is configured. */
const merchantAccount = 'Cartwright'

/** The built-in outside world of the store under test: the card gateway's books and drill, and the mailbox. */
function address(path: string): string {
  return `http://127.0.0.1:${ownStore().gatewayPort}${path}`
}

async function read<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(address(path))
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return (await answer.json()) as Answer
}

/** The page of the mailbox, as a person opens it. */
export function mailboxAddress(): string {
  return address('/mailbox')
}

export type Mail = { readonly subject: string; readonly text: string; readonly html: string; readonly copies: number }

/** The mails that came to an address, newest first. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const { messages } = await read<{ messages: { id: number }[] }>(`/mailbox/messages?to=${encodeURIComponent(email)}`)
  return Promise.all(messages.map(({ id }) => read<Mail>(`/mailbox/messages/${id}`)))
}

/** Scripts a fault for whatever payment comes next, for the next card that ends so, or for another stand-in. */
export async function playFault(
  fault: DrillFault,
  options: { standIn?: DrillPart; lastFour?: string; count?: number; delayMs?: number } = {},
): Promise<void> {
  const answer = await fetch(address('/fire-drill'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault, ...options }),
  })
  if (answer.status !== 201) throw new Error(`the stand-ins refused to play ${fault}: ${await answer.text()}`)
}

export async function clearFaults(): Promise<void> {
  await fetch(address('/fire-drill'), { method: 'DELETE' })
}

export type Authorization = {
  readonly reference: string
  readonly psp: string
  readonly state: string
  readonly amount: number
  /** How often the store has asked for it. */
  readonly tries: number
}

/** What the gateway has booked since a moment. */
export async function authorizationsSince(since: Date): Promise<Authorization[]> {
  const path = `/sandbox/authorizations?since=${encodeURIComponent(since.toISOString())}`
  return (await read<{ authorizations: Authorization[] }>(path)).authorizations
}

/** How the gateway has booked a payment; undefined when it never heard of it, or shut its door before it came. */
export async function bookedAs(reference: string): Promise<Authorization | undefined> {
  const path = `/sandbox/authorizations?reference=${encodeURIComponent(reference)}`
  return (await read<{ authorizations: Authorization[] }>(path)).authorizations[0]
}

/** Sends a webhook event that a payment was authorized, signed as the gateway signs; answers the store's status. */
export async function sendAuthorizedWebhook({ reference, psp, amount }: Authorization): Promise<number> {
  const { dataDir, port } = ownStore()
  const { gatewayNoticeKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
    gatewayNoticeKey: string
  }
  const fields = [psp, '', merchantAccount, reference, String(amount), 'USD', 'AUTHORISATION', 'true']
  const hmacSignature = createHmac('sha256', Buffer.from(gatewayNoticeKey, 'hex'))
    .update(fields.join(':'))
    .digest('base64')
  const item = {
    additionalData: { hmacSignature },
    amount: { value: amount, currency: 'USD' },
    pspReference: psp,
    eventCode: 'AUTHORISATION',
    eventDate: new Date().toISOString(),
    merchantAccountCode: merchantAccount,
    merchantReference: reference,
    reason: '',
    success: 'true',
  }
  const answer = await fetch(`http://127.0.0.1:${port}${webhookPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem: item }] }),
  })
  return answer.status
}
