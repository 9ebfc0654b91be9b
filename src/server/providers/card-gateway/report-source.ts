import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { AdyenEnvironment } from './adyen-environment.ts'

export type OpenedReport =
  | { readonly state: 'opened'; readonly body: AsyncIterable<Uint8Array> }
  /** Not what may be downloaded, or where: for a person. */
  | { readonly state: 'refused'; readonly why: string }
  /** Not now: it is asked for again. */
  | { readonly state: 'away'; readonly why: string }

/** Where a processor's reports come from. */
export type ReportSource = {
  /** Whose reports they are. */
  readonly merchantAccount: string
  /** Whether a report of this name is one that is compared. */
  isAccounting(name: string): boolean
  /** The report of this name, which the processor says is at `url`. Nothing is sent anywhere but to the processor's own host. */
  open(name: string, url: string): Promise<OpenedReport>
}

export type ReportSourceSettings = {
  readonly environment: AdyenEnvironment
  readonly merchantAccount: string
  /** Key of Adyen's report user, which may download reports and nothing else. */
  readonly reportKey: string
  /** Another origin that serves the reports, in tests; null: Adyen's. */
  readonly origin: string | null
  /** How long nothing may come, milliseconds; half a minute unless given. */
  readonly silenceMs?: number
}

/**
 * Downloads reports from Adyen's own host. The address in a webhook event is not signed: its host and path must be those that we know,
 * and a redirect is not followed. https://docs.adyen.com/reporting/automatically-get-reports
 */
export function createReportSource(settings: ReportSourceSettings): ReportSource {
  const host = settings.environment === 'test' ? 'ca-test' : 'ca-live'
  const origin = settings.origin ?? `https://${host}.adyen.com`
  const isAccounting = (name: string) => /^payments_accounting_report_[\w-]{1,80}\.csv$/.test(name)
  return {
    merchantAccount: settings.merchantAccount,
    isAccounting,
    async open(name, url) {
      const wanted = `${origin}/reports/download/MerchantAccount/${encodeURIComponent(settings.merchantAccount)}/${name}`
      if (!isAccounting(name)) return { state: 'refused', why: 'has a name of another kind of report' }
      const said = URL.parse(url)
      if (said?.origin !== origin) return { state: 'refused', why: 'is said to be at another host than Adyen’s' }
      if (said.href !== new URL(wanted).href) return { state: 'refused', why: 'is said to be at another address' }
      return download(wanted, settings.reportKey, settings.silenceMs ?? 30_000)
    },
  }
}

function download(url: string, key: string, silenceMs: number): Promise<OpenedReport> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve) => {
    const outgoing = send(url, { headers: { 'x-api-key': key } }, (incoming) => resolve(openedOf(incoming)))
    outgoing.setTimeout(silenceMs, () => outgoing.destroy(new Error('nothing came in time')))
    outgoing.on('error', (error) => resolve({ state: 'away', why: error.message }))
    outgoing.end()
  })
}

function openedOf(incoming: IncomingMessage): OpenedReport {
  const { statusCode: status = 0 } = incoming
  if (status === 200) return { state: 'opened', body: incoming }
  incoming.destroy()
  if (status >= 300 && status < 400) return { state: 'refused', why: 'leads to another address' }
  const isLater = status >= 500 || status === 429 || status === 404
  return isLater ? { state: 'away', why: String(status) } : { state: 'refused', why: `cannot be downloaded: ${status}` }
}
