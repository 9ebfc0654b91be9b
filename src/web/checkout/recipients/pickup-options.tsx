import { type ReactNode, useEffect, useState } from 'react'
import { calls } from '#web/checkout/calls.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { draftOf } from '#web/checkout/draft.ts'
import type { Options, Recipient } from '#web/checkout/options/use-options.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { SmallPicture } from '#web/ui/picture.tsx'
import styles from './recipients.module.css'
import { useOptimisticChoice } from './use-optimistic-choice.ts'

type Props = { readonly recipient: Recipient; readonly options: Options }

/** What a pickup can have, and nobody else: gift receipt, a bag, somebody else who comes for it (SHIP-28, GIFT-04, GIFT-05). */
export function PickupOptions({ recipient, options }: Props): ReactNode {
  const { checkout } = useCheckout()
  const { id, bopsOptions } = recipient
  const items = checkout.basketItems.filter(({ recipientId }) => recipientId === id)
  const numberOf = (isChosen: boolean) => (isChosen ? 1 : 0)
  const [hasReceipt, chooseReceipt] = useOptimisticChoice(bopsOptions?.giftReceiptOption === 1, (choice) =>
    options.send('updateGiftReceipt', id, () =>
      calls.checkout.updateGiftReceipt({ recipientId: id, selectedOption: numberOf(choice) }),
    ),
  )
  const [hasBag, chooseBag] = useOptimisticChoice(bopsOptions?.baggingOption === 1, (choice) =>
    options.send('updateBaggingOption', id, () =>
      calls.checkout.updateBaggingOption({ recipientId: id, selectedOption: numberOf(choice) }),
    ),
  )
  return (
    <div className={styles.extras}>
      <ul className={styles.lines}>
        {items.map((item) => (
          <li key={item.id} className={styles.line}>
            <span className={styles.picture}>
              <SmallPicture path={item.imagePath} width={72} />
            </span>
            <div className={styles.words}>
              <p className={styles.name}>{item.title}</p>
              <p className={styles.fact}>Qty {item.quantity}</p>
              {item.edd.message !== '' && <p className={styles.fact}>{item.edd.message}</p>}
            </div>
          </li>
        ))}
      </ul>
      <Checkbox checked={hasReceipt} onChange={(event) => chooseReceipt(event.currentTarget.checked)}>
        Add a gift receipt
      </Checkbox>
      <Checkbox checked={hasBag} onChange={(event) => chooseBag(event.currentTarget.checked)}>
        Put it in a bag
      </Checkbox>
      <PickupContact recipient={recipient} options={options} />
    </div>
  )
}

const nobody = { firstName: '', lastName: '', email: '', phone: '' }
const fields = [
  ['firstName', 'First name', 'text', 'given-name'],
  ['lastName', 'Last name', 'text', 'family-name'],
  ['email', 'Email', 'email', 'email'],
  ['phone', 'Phone', 'tel', 'tel'],
] as const

/** Who comes for it when it is not the shopper; the server judges the names and the address to write to. */
function PickupContact({ recipient, options }: Props): ReactNode {
  const { checkout } = useCheckout()
  const saved = recipient.bopsOptions?.pickupContact ?? null
  const [draft] = useState(() => draftOf<typeof nobody>(checkout.basketId, `pickup-${recipient.id}`))
  const [typed] = useState(draft.read)
  const [isOther, setOther] = useState(saved !== null || typed !== null)
  const [contact, setContact] = useState(typed ?? saved ?? nobody)
  const isSaved = JSON.stringify(saved) === JSON.stringify(contact)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, what was typed before and not yet saved
  useEffect(() => {
    if (typed !== null) options.typePickupContact(recipient, typed)
  }, [])
  useEffect(() => {
    if (isSaved) draft.clear()
  }, [isSaved, draft])
  return (
    <>
      <Checkbox
        checked={isOther}
        onChange={({ currentTarget: { checked } }) => {
          setOther(checked)
          if (!checked) draft.clear()
          if (!checked && saved !== null) options.changePickupContact(recipient, null)
          else options.typePickupContact(recipient, checked ? contact : null)
        }}
      >
        Somebody else picks it up
      </Checkbox>
      {isOther && (
        <fieldset className={styles.entry}>
          <legend className="visually-hidden">Who picks it up at {recipient.storeName}</legend>
          {fields.map(([name, label, type, autoComplete]) => (
            <TextField
              key={name}
              id={`${recipient.id}-${name}`}
              label={label}
              type={type}
              isOptional={name === 'phone'}
              autoComplete={`section-pickup ${autoComplete}`}
              value={contact[name]}
              error={options.contactErrorOf(recipient, name)}
              onChange={(event) => {
                const next = { ...contact, [name]: event.currentTarget.value }
                setContact(next)
                draft.write(next)
                options.typePickupContact(recipient, next)
              }}
            />
          ))}
          <div>
            <Button kind="quiet" onClick={() => options.changePickupContact(recipient, contact)}>
              {isSaved ? 'Saved' : 'Save contact'}
            </Button>
          </div>
        </fieldset>
      )}
    </>
  )
}
