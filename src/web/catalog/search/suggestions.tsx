import type { ReactNode, RefObject } from 'react'
import { calls } from '#web/calls/client.ts'
import { useNavigate } from '#web/navigation/navigation-context.tsx'
import { useCombobox } from '#web/ui/fields/use-combobox.ts'
import { SmallPicture } from '#web/ui/picture.tsx'
import { useMoney } from '#web/variants/context.tsx'
import styles from './search-field.module.css'

type Option = {
  readonly group: 'Did you mean' | 'Products' | 'Departments'
  readonly text: string
  readonly address: string
  readonly imagePath: string
  /** Cents; null where nothing is for sale, or at no price of its own. */
  readonly price: number | null
}

type Suggested = Awaited<ReturnType<typeof calls.browse.getSuggestions>>

const groups = ['Did you mean', 'Departments', 'Products'] as const

/** What may be meant, under the search field: a list that the arrows walk while the field keeps the focus (ARIA combobox). */
export function Suggestions({ field }: SuggestionsProps): ReactNode {
  const money = useMoney()
  const navigate = useNavigate()
  const { id, options, isShown, active, setActive, close } = useCombobox<Option>({
    field,
    isEnough: (typed) => typed.length >= 2,
    ask: async (typed, signal) => optionsOf(await calls.browse.getSuggestions({ q: typed }, { signal })),
    choose: ({ address }) => navigate(address),
    toSay: (count) => (count === 0 ? 'No suggestions' : `${count} suggestions; arrow down to choose`),
  })
  const go = (option: Option) => {
    close()
    navigate(option.address)
  }

  return (
    // The field keeps the focus: its keys choose.
    <div id={id} role="listbox" aria-label="Suggestions" className={styles.list} hidden={!isShown}>
      {groups
        .filter((group) => options.some((option) => option.group === group))
        .map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
          <div key={group} role="group" aria-label={group} className={styles.group}>
            <div className={styles.name} aria-hidden="true">
              {group}
            </div>
            {options.map(
              (option, place) =>
                option.group === group && (
                  // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant points at it
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys choose
                  <div
                    key={option.address}
                    id={`${id}-${place}`}
                    role="option"
                    aria-selected={place === active}
                    className={styles.option}
                    onPointerDown={(event) => event.preventDefault()}
                    onPointerMove={() => setActive(place)}
                    onClick={() => go(option)}
                  >
                    <SmallPicture path={option.imagePath} width={40} isEager />
                    <span className={styles.text}>{option.text}</span>
                    {option.price !== null && <span className={styles.price}>{money(option.price)}</span>}
                  </div>
                ),
            )}
          </div>
        ))}
    </div>
  )
}

/** As they stand in the list. */
function optionsOf({ correction, categories, products }: Suggested): readonly Option[] {
  return [
    ...(correction === '' ? [] : [correctionTo(correction)]),
    ...categories.map(
      ({ name, navigateUrl }): Option => ({
        group: 'Departments',
        text: name,
        address: navigateUrl,
        imagePath: '',
        price: null,
      }),
    ),
    ...products.map(
      ({ name, navigateUrl, imagePath, lowestPrice }): Option => ({
        ...{ group: 'Products', text: name, address: navigateUrl, imagePath },
        // of a donation the giver chooses the amount
        price: lowestPrice === 0 ? null : lowestPrice,
      }),
    ),
  ]
}

function correctionTo(text: string): Option {
  return { group: 'Did you mean', text, address: `/search?q=${encodeURIComponent(text)}`, imagePath: '', price: null }
}

export type SuggestionsProps = { readonly field: RefObject<HTMLInputElement | null> }
