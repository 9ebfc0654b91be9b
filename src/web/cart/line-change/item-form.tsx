import { type ReactNode, useState } from 'react'
import type { ItemChoices } from '#contracts/cart/line-change-calls.ts'
import type { CartReply } from '#contracts/pages.ts'
import { pieceField } from '#domain/cart/lines/piece-field.ts'
import { cartFormPaths } from '#web/cart/form-paths.ts'
import styles from '#web/cart/lines/delivery-form.module.css'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { RadioGroup } from '#web/ui/fields/choice.tsx'
import { useMoney } from '#web/variants/context.tsx'
import { lossText } from './loss-text.ts'

export type ItemFormProps = {
  readonly line: CartReply['lineItems'][number]
  readonly choices: ItemChoices
}

/** The pieces that a line can become, where no script could open their popup (UX-24). */
export function ItemForm({ line, choices }: ItemFormProps): ReactNode {
  const money = useMoney()
  const own = { sku: line.sku, quantity: line.quantity }
  const [wanted, setWanted] = useState(pieceField(own))
  const pieces = choices.pieces.filter(({ problem, sku }) => problem === '' || sku === line.sku)
  return (
    <form id={`change-${line.id}`} className={styles.form} method="post" action={cartFormPaths.change}>
      <TokenField />
      <input type="hidden" name="lineItemId" value={line.id} />
      <RadioGroup
        legend="Which one should it be?"
        name="piece"
        value={wanted}
        onChange={setWanted}
        choices={pieces.map((piece) => ({
          value: pieceField(piece.sku === line.sku ? own : piece),
          text: piece.name,
          note: [piece.message, ...lossText(line, piece, money)].join(' '),
          end: piece.sku === line.sku ? 'Now' : money(piece.currentPrice),
        }))}
      />
      <Button type="submit" kind="quiet">
        Change <span className="visually-hidden">{line.title}</span>
      </Button>
    </form>
  )
}
