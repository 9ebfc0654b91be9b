import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { type Brand, type CardFlags, isBrand, isRewardsCard } from '#domain/payment/brands.ts'
import type { GatewayErrors } from '#web/payment/card/card-gateway.ts'
import { CodeHelp } from '#web/payment/card/code-help.tsx'
import { Skeleton } from '#web/ui/panels/skeleton.tsx'
import { useMessages } from '#web/variants/context.tsx'
import type { FramedAnswer, FramedCard, ProviderCardHandle } from './framed-answer.ts'
import styles from './framed-card.module.css'

export type FramedCardProps = {
  readonly ref: Ref<ProviderCardHandle>
  /** Address of the framed fields. */
  readonly frameUrl: string
  readonly flags: CardFlags
}

/** The built-in gateway's card fields, in a frame of its origin (PLAT-18); only its messages are heard. */
export function FramedCardFields({ ref, frameUrl, flags }: FramedCardProps): ReactNode {
  const message = useMessages()
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const [brand, setBrand] = useState<Brand | null>(null)
  const waiting = useRef<((answer: FramedAnswer) => void) | null>(null)

  useEffect(() => {
    const onMessage = (event: MessageEvent): void => {
      if (event.origin !== new URL(frameUrl).origin || event.source !== frame.current?.contentWindow) return
      const message = event.data as { readonly type?: string; readonly height?: number; readonly brand?: string }
      if (message.type === 'card-frame:ready') setReady(true)
      const { brand: name = '' } = message
      if (message.type === 'card-frame:brand') setBrand(isBrand(name) ? name : null)
      // From here and not as an attribute, which the page's security policy would refuse.
      if (message.type === 'card-frame:height' && typeof message.height === 'number' && frame.current) {
        frame.current.style.height = `${Math.max(message.height, 168)}px`
      }
      const answer = answerOf(event.data)
      if (answer === null) return
      waiting.current?.(answer)
      waiting.current = null
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [frameUrl])

  useImperativeHandle(ref, () => ({
    submit: () =>
      new Promise((resolve) => {
        const target = frame.current?.contentWindow
        if (!isReady || !target) return resolve({ kind: 'unreachable' })
        waiting.current = resolve
        target.postMessage({ type: 'card-frame:submit' }, new URL(frameUrl).origin)
      }),
  }))

  return (
    <div className={styles.box}>
      {!isReady && (
        <div className={styles.waiting}>
          <Skeleton lines={4} label="The card fields are loading" />
        </div>
      )}
      <iframe
        ref={frame}
        title="Card details"
        src={framedAddress(frameUrl)}
        className={styles.frame}
        data-ready={isReady || undefined}
      />
      {isReady && <CodeHelp />}
      {isRewardsCard(brand, flags) && <p className={styles.rewards}>{message('rewardsMessage')}</p>}
    </div>
  )
}

/** The frame is told who holds it, and answers only there. */
function framedAddress(frameUrl: string): string {
  const address = new URL(frameUrl)
  address.searchParams.set('parent', window.location.origin)
  return address.href
}

function answerOf(message: unknown): FramedAnswer | null {
  if (typeof message !== 'object' || message === null) return null
  const { type, adyenCardData, errors } = message as {
    readonly type?: string
    readonly adyenCardData?: FramedCard
    readonly errors?: GatewayErrors
  }
  if (type === 'card-frame:card' && adyenCardData !== undefined) return { kind: 'card', card: adyenCardData }
  if (type === 'card-frame:errors') return { kind: 'errors', errors: errors ?? {} }
  if (type === 'card-frame:unreachable') return { kind: 'unreachable' }
  return null
}
