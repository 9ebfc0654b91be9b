import { createHmac } from 'node:crypto'
import type { GatewayStore } from './gateway-store.ts'
import { createWebhookStore, type WebhookRow } from './webhook-store.ts'

export type WebhookEventCode = 'AUTHORISATION' | 'CAPTURE' | 'CANCELLATION' | 'TECHNICAL_CANCEL' | 'REFUND'

export type NewWebhookEvent = {
  readonly event: WebhookEventCode
  readonly isSuccess: boolean
  readonly psp: string
  /** The payment's own reference at the processor, for everything but an authorization. */
  readonly originalPsp?: string
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly reason?: string
}

export type WebhookSettings = {
  /** Where webhook events go; null sends none. */
  readonly webhookUrl: string | null
  /** Hexadecimal, as Adyen's Customer Area gives it. */
  readonly hmacKey: string
  readonly merchantAccount: string
  /** First wait before a webhook event is sent again, doubled up to a minute; milliseconds. */
  readonly retryMs: number
  readonly now: () => Date
}

export type Webhooks = ReturnType<typeof createWebhooks>

/** The signature of Adyen's webhooks: eight fields joined by colons, HMAC-SHA-256, base64. */
function signatureOf(fields: readonly string[], hmacKey: string): string {
  return createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(fields.join(':'), 'utf8').digest('base64')
}

/** Signed webhook events: kept with the change they tell of, sent until they are taken, twice where the fire drill says so. */
export function createWebhooks(store: GatewayStore, settings: WebhookSettings) {
  const rows = createWebhookStore(store)
  let timer: NodeJS.Timeout | null = null
  let sending: Promise<void> | null = null
  let isStopped = false

  function itemOf(webhookEvent: NewWebhookEvent): string {
    const success = webhookEvent.isSuccess ? 'true' : 'false'
    const fields = [
      webhookEvent.psp,
      webhookEvent.originalPsp ?? '',
      settings.merchantAccount,
      webhookEvent.reference,
      String(webhookEvent.amount),
      webhookEvent.currency,
      webhookEvent.event,
      success,
    ]
    return JSON.stringify({
      additionalData: { hmacSignature: signatureOf(fields, settings.hmacKey) },
      amount: { value: webhookEvent.amount, currency: webhookEvent.currency },
      pspReference: webhookEvent.psp,
      ...(webhookEvent.originalPsp ? { originalReference: webhookEvent.originalPsp } : {}),
      eventCode: webhookEvent.event,
      eventDate: settings.now().toISOString(),
      merchantAccountCode: settings.merchantAccount,
      merchantReference: webhookEvent.reference,
      reason: webhookEvent.reason ?? '',
      success,
    })
  }

  /** Call inside the change the webhook event tells of, then `wake` after it. */
  function add(webhookEvent: NewWebhookEvent, copies = 1): void {
    if (settings.webhookUrl !== null) rows.add(itemOf(webhookEvent), copies, settings.now().getTime())
  }

  async function post(item: string): Promise<boolean> {
    if (settings.webhookUrl === null) return false
    try {
      const answer = await fetch(settings.webhookUrl, {
        method: 'POST',
        redirect: 'error',
        headers: { 'content-type': 'application/json' },
        body: `{"live":"false","notificationItems":[{"NotificationRequestItem":${item}}]}`,
        signal: AbortSignal.timeout(10_000),
      })
      await answer.arrayBuffer()
      return answer.ok
    } catch {
      return false
    }
  }

  async function deliver(row: WebhookRow): Promise<void> {
    let isTaken = true
    for (let copy = 0; copy < row.copies && isTaken; copy += 1) isTaken = await post(row.item)
    if (isStopped) return
    const now = settings.now().getTime()
    const wait = Math.min(settings.retryMs * 2 ** row.tries, 60_000)
    await store.write(() =>
      isTaken ? rows.markDelivered(row.notice_id, now) : rows.tryAgainAt(row.notice_id, now + wait),
    )
  }

  async function deliverDue(): Promise<void> {
    for (const row of rows.due(settings.now().getTime())) if (!isStopped) await deliver(row)
  }

  function wake(): void {
    if (isStopped || settings.webhookUrl === null || sending) return
    if (timer) clearTimeout(timer)
    sending = deliverDue().finally(() => {
      sending = null
      const next = isStopped ? null : rows.nextTime()
      if (next !== null) timer = setTimeout(wake, Math.max(next - settings.now().getTime(), 10))
    })
  }

  async function stop(): Promise<void> {
    isStopped = true
    if (timer) clearTimeout(timer)
    await sending
  }

  return { add, wake, stop }
}
