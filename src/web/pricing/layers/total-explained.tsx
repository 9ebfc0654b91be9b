import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { ReplyOf } from '#contracts/call.ts'
import type { cartCalls } from '#contracts/cart/calls.ts'
import { cartPaths } from '#contracts/cart/paths.ts'
import { calls } from '#web/calls/client.ts'
import { logError, routeErrorContext } from '#web/calls/log.ts'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useMoney } from '#web/variants/context.tsx'
import styles from './total-explained.module.css'

type Explanation = ReplyOf<typeof cartCalls.getTotalExplanation>
type Line = Explanation['lines'][number]

export type TotalExplainedInput = {
  /** What the summary calls its total. */
  readonly totalName: string
}

/** Every line of the order summary, each opening to its rule, its row of a rate table and its rounding (BEYOND-06). */
export function TotalExplained({ input, close }: LayerProps<TotalExplainedInput, never>): ReactNode {
  const money = useMoney()
  const { explanation, hasFailed, ask } = useExplanation()
  return (
    <LayerFrame title="How this adds up" place="right" onClose={() => close()}>
      {hasFailed && (
        <Notice kind="bad">
          <p>This cannot be shown right now.</p>
          <Button kind="plain" onClick={ask}>
            Try again
          </Button>
        </Notice>
      )}
      {explanation === null && !hasFailed && <p role="status">Adding up …</p>}
      {explanation !== null && (
        <>
          <p className={styles.intro}>Every amount comes from our own tables, to the cent. Open a line to see how.</p>
          {explanation.promoMessage !== '' && (
            <Notice>
              <strong>{explanation.discountCode}</strong> {explanation.promoMessage}
            </Notice>
          )}
          {explanation.lines.map((line) => (
            <ExplainedLine key={line.name} line={line} />
          ))}
          <p className={styles.total}>
            <span>{input.totalName}</span>
            <strong>{money(explanation.total)}</strong>
          </p>
          {explanation.paid.map((line) => (
            <ExplainedLine key={line.name} line={line} />
          ))}
          {explanation.amountDue !== explanation.total && (
            <p className={styles.total}>
              <span>Amount due</span>
              <strong>{money(explanation.amountDue)}</strong>
            </p>
          )}
        </>
      )}
    </LayerFrame>
  )
}

function ExplainedLine({ line }: { readonly line: Line }): ReactNode {
  const money = useMoney()
  const roundings = [...new Set(line.parts.map(({ rounding }) => rounding))].filter((rounding) => rounding !== '')
  return (
    <details className={styles.line}>
      <summary className={styles.handle}>
        <span data-verbatim="">{line.name}</span>
        <bdi className={styles.amount}>{line.note === '' ? money(line.cents * line.sign) : '–'}</bdi>
        <Icon name="down" size={20} />
      </summary>
      {line.note !== '' && <p className={styles.how}>{line.note}</p>}
      <ul className={styles.parts}>
        {line.parts.map((part) => (
          <li key={part.id} className={styles.part}>
            <span className={styles.name}>{part.name}</span>
            <span className={styles.amount}>{money(part.cents * line.sign)}</span>
            <span className={styles.how}>{part.how}</span>
          </li>
        ))}
      </ul>
      {roundings.map((rounding) => (
        <p key={rounding} className={styles.how}>
          {rounding}
        </p>
      ))}
    </details>
  )
}

function useExplanation() {
  const [explanation, setExplanation] = useState<Explanation | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const ask = useCallback(async () => {
    setFailed(false)
    try {
      setExplanation(await calls.cart.getTotalExplanation())
    } catch (error) {
      logError(error, routeErrorContext(cartPaths.getTotalExplanation))
      setFailed(true)
    }
  }, [])
  useEffect(() => {
    ask()
  }, [ask])
  return { explanation, hasFailed, ask }
}
