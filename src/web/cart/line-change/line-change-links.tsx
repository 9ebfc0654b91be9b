import type { FormEvent, MouseEvent, ReactNode } from 'react'
import type { CartReply } from '#contracts/pages.ts'
import { stepRow } from '#domain/checkout/steps.ts'
import { cartFormPaths } from '#web/cart/form-paths.ts'
import styles from '#web/cart/lines/cart-line.module.css'
import { TokenField } from '#web/shell/token-field.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useMoney } from '#web/variants/context.tsx'
import type { LineChange } from './use-line-change.ts'

export type LineChangeLinksProps = {
  readonly line: CartReply['lineItems'][number]
  readonly change: Pick<LineChange, 'item' | 'words' | 'install'>
  readonly onRemoveInstallation: () => void
}

/** What a line can be made: another colour or size, with other words (CALM-12). */
export function LineChangeLinks({ line, change }: Pick<LineChangeLinksProps, 'line' | 'change'>): ReactNode {
  const cartPath = stepRow(0).path
  const press = (event: MouseEvent) => {
    event.preventDefault()
    change.item(line)
  }
  const choices = line.isOnlyPiece ? [] : line.optionChoices
  const options = choices.map(({ name }) => name.toLowerCase()).join(' or ')
  // of a gift with words its registry asks for exactly these
  const hasOwnWords = line.isPersonalizable && line.grId === 0
  return (
    <>
      {options !== '' && (
        <ButtonLink
          kind="plain"
          className={styles.small}
          to={`${cartPath}?change=${line.id}#change-${line.id}`}
          onClick={press}
        >
          Change {options} <span className="visually-hidden">of {line.title}</span>
        </ButtonLink>
      )}
      {hasOwnWords && (
        <Button kind="plain" className={styles.small} onClick={() => change.words(line)}>
          {line.isPersonalized ? 'Change words' : 'Personalize'}{' '}
          <span className="visually-hidden">
            {line.isPersonalized && 'of '}
            {line.title}
          </span>
        </Button>
      )}
    </>
  )
}

/** Its installation, to be added or taken off (CALM-12). */
export function InstallationLinks({ line, change, onRemoveInstallation }: LineChangeLinksProps): ReactNode {
  const money = useMoney()
  const services = line.isPickup || line.isInstallationServiceRequired ? [] : line.installationServices
  const send = (action: () => void) => (event: FormEvent) => {
    event.preventDefault()
    action()
  }
  return (
    <>
      {line.isInstallationServiceRequired && (
        <form method="post" action={cartFormPaths.removeInstallation} onSubmit={send(onRemoveInstallation)}>
          <TokenField />
          <input type="hidden" name="lineItemId" value={line.id} />
          <Button type="submit" kind="plain" className={styles.small}>
            Remove installation
          </Button>
        </form>
      )}
      {services.map((service) => (
        <form
          key={service.type}
          method="post"
          action={cartFormPaths.addInstallation}
          onSubmit={send(() => change.install(line, service))}
        >
          <TokenField />
          <input type="hidden" name="lineItemId" value={line.id} />
          <input type="hidden" name="installationServiceType" value={service.type} />
          <Button type="submit" kind="plain" className={styles.small}>
            Add {service.name.toLowerCase()}, {money(service.fee)} <span className="visually-hidden">{line.title}</span>
          </Button>
        </form>
      ))}
    </>
  )
}
