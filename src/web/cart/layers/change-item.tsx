import { type ReactNode, useState } from 'react'
import type { ItemChoices } from '#contracts/cart/line-change-calls.ts'
import type { CartReply } from '#contracts/pages.ts'
import { lossText } from '#web/cart/line-change/loss-text.ts'
import { Options } from '#web/catalog/product/options.tsx'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import { Button } from '#web/ui/button.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { useMoney } from '#web/variants/context.tsx'
import styles from './change-item.module.css'

type Piece = ItemChoices['pieces'][number]

export type ChangeItemInput = {
  readonly line: CartReply['lineItems'][number]
  readonly choices: ItemChoices
  /** Makes the line this piece; false when that was not done, which was told. */
  readonly apply: (piece: Piece) => Promise<boolean>
}

/**
 * The product's options for a line of the cart: each piece with its price, its date and what of the line would go, before
 * it is applied (CALM-12). Closes with the piece that the line has become.
 */
export function ChangeItem({ input, close }: LayerProps<ChangeItemInput, Piece>): ReactNode {
  const { line, choices, apply } = input
  // what is not sold any more becomes something else
  const [sku, setSku] = useState((choices.pieces.find((one) => one.sku === line.sku) ?? choices.pieces[0])?.sku)
  const [isBusy, setBusy] = useState(false)
  const { pieces, options } = choices
  const piece = pieces.find((one) => one.sku === sku)
  const isSame = sku === line.sku
  const press = async () => {
    if (piece === undefined) return
    setBusy(true)
    if (await apply(piece)) close(piece)
    else setBusy(false)
  }
  const title = `Change ${options.map(({ name }) => name.toLowerCase()).join(' or ') || 'it'}`
  const actions = (
    <>
      <Button kind="quiet" onClick={() => close()}>
        Leave as it is
      </Button>
      <Button
        disabled={piece === undefined || isSame || piece.problem !== ''}
        isBusy={isBusy}
        busyText="Changing …"
        onClick={press}
      >
        Change
      </Button>
    </>
  )
  return (
    <LayerFrame title={title} onClose={() => close()} actions={actions}>
      {pieces.every((one) => one.sku === line.sku) && <p>It comes in nothing else right now.</p>}
      {piece !== undefined && (
        <>
          <PieceFacts line={line} piece={piece} />
          <Options
            product={{ options, skus: pieces.map((one) => ({ ...one, isNla: one.problem !== '' })) }}
            chosen={piece}
            onChoose={setSku}
          />
        </>
      )}
    </LayerFrame>
  )
}

function PieceFacts({ line, piece }: { readonly line: ChangeItemInput['line']; readonly piece: Piece }): ReactNode {
  const money = useMoney()
  const { quantity, currentPrice, regularPrice, message, problem } = piece
  const difference = currentPrice - line.currentPrice
  return (
    <div className={styles.piece}>
      <SmallPicture path={piece.imagePath} width={120} className={styles.picture} isEager />
      <div role="status">
        <p className={styles.name}>{piece.name}</p>
        <p>
          <Price cents={currentPrice} regularCents={regularPrice} />
          {quantity > 1 && ' each'}
          {difference !== 0 && (
            <span
              className={styles.fact}
            >{`, ${money(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`}</span>
          )}
        </p>
        {problem === '' ? <p className={styles.fact}>{message}</p> : <p className={styles.bad}>{problem}</p>}
        {problem === '' &&
          lossText(line, piece, money).map((text) => (
            <p key={text} className={styles.loss}>
              {text}
            </p>
          ))}
      </div>
    </div>
  )
}
