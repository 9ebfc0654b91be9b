import { type ReactNode, useState } from 'react'
import { cancelPaths } from '#contracts/order/cancel-paths.ts'
import type { CancelOffer, ConfirmationReply } from '#contracts/pages.ts'
import { openLayer } from '#web/layers/open-layer.ts'
import { reportError } from '#web/layers/report-error.ts'
import styles from '#web/order/confirmation-page.module.css'
import { TokenField } from '#web/shell/token-field.tsx'
import { announce } from '#web/ui/announcer.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { cancelCalls } from './cancel-client.ts'

type Props = {
  readonly order: Pick<ConfirmationReply, 'orderNumber' | 'placedAt' | 'cancelUntil'>
  readonly offer: CancelOffer
  /** Given, for each tender, where its money is now. */
  readonly onCancelled: (returned: readonly string[]) => void
}

const unsure = 'We do not know whether the order was cancelled. Please try again: it is cancelled only once.'
const title = 'Cancel this order?'
const question = 'The whole order will be cancelled, and nothing of it will be shipped.'

/**
 * The way to cancel an order while that is possible. It asks before it does: in a popup, or before the scripts are there on
 * the page itself, by a second button.
 */
export function CancelOrder({ order, offer, onCancelled }: Props): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const { orderNumber } = order
  const { link, isRequested } = offer
  const words = { orderNumber, linkUntil: link?.until ?? '', linkKey: link?.key ?? '' }

  async function cancel(): Promise<void> {
    if (isBusy || !(await openLayer('areYouSure', { title, text: question, yes: 'Yes, cancel order' }))) return
    setBusy(true)
    try {
      const reply = await cancelCalls.cancelOrder(words)
      if (!reply.isSuccess) return setRefusal(reply.errorMessage)
      announce(`Order ${orderNumber} is cancelled.`)
      onCancelled(reply.returned)
    } catch (error) {
      reportError(error, unsure, { action: 'cancelOrder', api: cancelPaths.cancelOrder.path })
    } finally {
      setBusy(false)
    }
  }

  if (refusal !== '') return <Notice kind="bad">{refusal}</Notice>
  return (
    <section aria-labelledby="cancel-title" className={styles.onScreen}>
      <h2 id="cancel-title" className={styles.part}>
        {isRequested ? title : 'Changed your mind?'}
      </h2>
      <p>{isRequested ? question : <EndOf order={order} />}</p>
      {isRequested ? (
        <form method="post" action="/account/cancel-order" className={styles.receipts}>
          <TokenField />
          <Hidden fields={words} />
          <Button type="submit">Yes, cancel order</Button>
          <ButtonLink to={addressOf(orderNumber, link)} kind="quiet">
            No
          </ButtonLink>
        </form>
      ) : (
        <form
          method="get"
          action="#cancel-title"
          className={styles.receipts}
          onSubmit={(event) => {
            event.preventDefault()
            cancel()
          }}
        >
          <Hidden fields={{ ...(link && { number: orderNumber, ...link }), cancel: 'ask' }} />
          <Button type="submit" kind="quiet" isBusy={isBusy} busyText="Cancelling">
            Cancel Order
          </Button>
        </form>
      )}
    </section>
  )
}

function Hidden({ fields }: { readonly fields: { readonly [name: string]: string } }): ReactNode {
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

/** The page itself, without the question. */
function addressOf(orderNumber: string, link: CancelOffer['link']): string {
  if (link === null) return `/account/orders/${orderNumber}`
  return `/account/order?${new URLSearchParams({ number: orderNumber, ...link })}`
}

/** 'You can cancel until 3:40 PM CT.': by the store's clock, as its mail says. */
function EndOf({ order: { placedAt, cancelUntil } }: Pick<Props, 'order'>): ReactNode {
  // of English alone every browser writes the zone as CT
  const locale = 'en-US'
  const zone = { timeZone: 'America/Chicago' } as const
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', ...zone })
  const [placedOn, endsOn] = [placedAt, cancelUntil].map((moment) => day.format(new Date(moment)))
  const time = new Intl.DateTimeFormat(locale, {
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'shortGeneric' },
    ...zone,
  })
  // some browsers write a narrow space that others do not
  const clock = time.format(new Date(cancelUntil)).replace(/\s/g, ' ')
  const end = placedOn === endsOn ? clock : `${endsOn}, ${clock}`
  return (
    <>
      You can cancel until <time dateTime={cancelUntil}>{end}</time>.
    </>
  )
}
