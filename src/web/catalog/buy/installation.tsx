import type { ReactNode } from 'react'
import type { ProductSku } from '#contracts/pages.ts'
import { RadioGroup } from '#web/ui/fields/choice.tsx'
import { useMoney } from '#web/variants/context.tsx'

export type InstallationProps = {
  readonly services: ProductSku['installationServices']
  readonly value: string
  readonly onChange: (type: string) => void
}

/** The installation services of a piece, with none chosen at first (PDP-07). */
export function Installation({ services, value, onChange }: InstallationProps): ReactNode {
  const money = useMoney()
  if (services.length === 0) return null
  return (
    <RadioGroup
      legend="Installation"
      name="InstallationServiceType"
      value={value}
      onChange={onChange}
      choices={[
        { value: '', text: 'No installation' },
        ...services.map((service) => ({
          value: service.type,
          text: service.name,
          end: `${money(service.fee)} per item`,
        })),
      ]}
    />
  )
}
