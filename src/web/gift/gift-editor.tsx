import type { ReactNode } from 'react'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { useIdleImport } from '#web/ui/use-idle-import.ts'
import type { GiftEditorProps } from './gift-choices.tsx'

const load = () => import('#web/gift/gift-choices.tsx')

/** Gift wrap, message and receipt of one recipient (GIFT-01 to GIFT-03, OPEN-77); the choices come behind the page. */
export function GiftEditor(props: GiftEditorProps): ReactNode {
  const { id, options, onSwitch } = props
  const later = useIdleImport(load)
  return (
    <div>
      <Checkbox
        name={`${id}-isGift`}
        checked={options.isGift}
        onChange={(event) => onSwitch(event.currentTarget.checked)}
      >
        This is a gift
      </Checkbox>
      {options.isGift && later !== null && <later.GiftChoices {...props} />}
    </div>
  )
}
