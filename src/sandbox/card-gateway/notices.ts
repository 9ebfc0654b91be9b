import { createHmac } from 'node:crypto'
import type { GatewayStore } from './gateway-store.ts'
import { createNoticeStore, type NoticeRow } from './notice-store.ts'

export type NoticeEvent = 'AUTHORISATION' | 'CAPTURE' | 'CANCELLATION' | 'TECHNICAL_CANCEL' | 'REFUND'

export type NewNotice = {
  readonly event: NoticeEvent
  readonly isSuccess: boolean
  readonly psp: string
  /** The payment's own reference at the processor, for everything but an authorization. */
  readonly originalPsp?: string
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly reason?: string
}

export type NoticeSettings = {
  /** Where notices go; null sends none. */
  readonly noticeUrl: string | null
  /** Hexadecimal, as Adyen's Customer Area gives it. */
  readonly hmacKey: string
  readonly merchantAccount: string
  /** First wait before a notice is sent again, doubled up to a minute; milliseconds. */
  readonly retryMs: number
  readonly now: () => Date
}

export type Notices = ReturnType<typeof createNotices>

/** The signature of Adyen's webhooks: eight fields joined by colons, HMAC-SHA-256, base64. */
function signatureOf(fields: readonly string[], hmacKey: string): string {
  return createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(fields.join(':'), 'utf8').digest('base64')
}

/** Signed notices: kept with the change they tell of, sent until they are taken, twice where the fire drill says so. */
export function createNotices(store: GatewayStore, settings: NoticeSettings) {
  const rows = createNoticeStore(store)
  let timer: NodeJS.Timeout | null = null
  let sending: Promise<void> | null = null
  let isStopped = false

  function itemOf(notice: NewNotice): string {
    const success = notice.isSuccess ? 'true' : 'false'
    const fields = [
      notice.psp,
      notice.originalPsp ?? '',
      settings.merchantAccount,
      notice.reference,
      String(notice.amount),
      notice.currency,
      notice.event,
      success,
    ]
    return JSON.stringify({
      additionalData: { hmacSignature: signatureOf(fields, settings.hmacKey) },
      amount: { value: notice.amount, currency: notice.currency },
      pspReference: notice.psp,
      ...(notice.originalPsp ? { originalReference: notice.originalPsp } : {}),
      eventCode: notice.event,
      eventDate: settings.now().toISOString(),
      merchantAccountCode: settings.merchantAccount,
      merchantReference: notice.reference,
      reason: notice.reason ?? '',
      success,
    })
  }

  /** Call inside the change the notice tells of, then `wake` after it. */
  function add(notice: NewNotice, copies = 1): void {
    if (settings.noticeUrl !== null) rows.add(itemOf(notice), copies, settings.now().getTime())
  }

  async function post(item: string): Promise<boolean> {
    if (settings.noticeUrl === null) return false
    try {
      const answer = await fetch(settings.noticeUrl, {
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

  async function deliver(row: NoticeRow): Promise<void> {
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
    if (isStopped || settings.noticeUrl === null || sending) return
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
