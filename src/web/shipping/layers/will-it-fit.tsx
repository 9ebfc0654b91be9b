import { type ReactNode, useState } from 'react'
import { unitName, unitSign } from '#domain/catalog/measures.ts'
import { type FitPlace, type FitSizes, fitFaults, fitMeasures, isPlaceKnown } from '#domain/shipping/fit.ts'
import { LayerFrame } from '#web/layers/frame.tsx'
import type { LayerProps } from '#web/layers/layer.ts'
import styles from '#web/shipping/fit.module.css'
import { inUnit } from '#web/shipping/fit-sizes.ts'
import type { FitCheckProps } from '#web/shipping/fit-verdict.tsx'
import { faultText, placeNames } from '#web/shipping/fit-words.ts'
import { useFitSizes } from '#web/shipping/use-fit-sizes.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Icon } from '#web/ui/icon.tsx'

const unitWords = { 1: 'Inches', 2: 'Centimeters' } as const

const hints: { readonly [Place in FitPlace]: string } = {
  vehicle: 'The opening at the back, and how far things go in.',
  doorway: 'The narrowest one on the way in, inside the frame.',
  stair: 'Between the walls or rails. The landing only if the stairs turn there.',
  elevator: 'The open door, and the cab inside.',
}

/** What an item must get through, measured once, checked against each of its boxes (BEYOND-08). */
export function WillItFit({ input, close }: LayerProps<FitCheckProps, never>): ReactNode {
  const { title, boxes, systemOfMeasure, places } = input
  const [sizes, changeSizes] = useFitSizes()
  const unit = unitName(sizes.systemOfMeasure)
  return (
    <LayerFrame title="Will it fit?" onClose={() => close()} actions={<Button onClick={() => close()}>Done</Button>}>
      <p className={styles.lead}>
        Measure once: we check every box of {title}, turned any way that works, and remember your measures on this
        device for whatever you look at next.
      </p>
      <fieldset className={styles.units}>
        <legend className="visually-hidden">Measures in</legend>
        {([1, 2] as const).map((one) => (
          <label key={one}>
            <input
              type="radio"
              name="fit-unit"
              checked={sizes.systemOfMeasure === one}
              onChange={() => changeSizes(inUnit(sizes, one))}
            />
            {unitWords[one]}
          </label>
        ))}
      </fieldset>
      {places.map((place) => (
        <fieldset key={place} className={styles.place}>
          <legend className={styles.name}>{placeNames[place]}</legend>
          <p className={styles.hint}>{hints[place]}</p>
          <div className={styles.fields}>
            {Object.entries(fitMeasures[place]).map(([name, label]) => (
              <MeasureField
                key={`${name} ${unit}`}
                label={`${label}, ${unitSign(sizes.systemOfMeasure)}`}
                isOptional={name === 'landing'}
                value={(sizes[place] as { readonly [key: string]: number } | undefined)?.[name] ?? 0}
                onChange={(measure) => changeSizes({ ...sizes, [place]: { ...sizes[place], [name]: measure } })}
              />
            ))}
          </div>
          <div role="status">
            <Verdict place={place} sizes={sizes} boxes={boxes} unit={systemOfMeasure} />
          </div>
        </fieldset>
      ))}
    </LayerFrame>
  )
}

type VerdictProps = {
  readonly place: FitPlace
  readonly sizes: FitSizes
  readonly boxes: FitCheckProps['boxes']
  readonly unit: FitSizes['systemOfMeasure']
}

function Verdict({ place, sizes, boxes, unit }: VerdictProps): ReactNode {
  if (!isPlaceKnown(sizes, place)) return null
  const faults = fitFaults(boxes, unit, sizes, [place])
  if (faults.length === 0) {
    return (
      <p className={styles.good}>
        <Icon name="check" size={16} />
        <span>{boxes.length === 1 ? 'The box passes.' : `All ${boxes.length} kinds of boxes pass.`}</span>
      </p>
    )
  }
  return faults.map((fault) => (
    <p key={fault.boxNumber} className={styles.bad}>
      <Icon name="alert" size={16} />
      <span>{faultText(fault, sizes.systemOfMeasure)}</span>
    </p>
  ))
}

type MeasureFieldProps = {
  readonly label: string
  readonly isOptional: boolean
  readonly value: number
  readonly onChange: (measure: number) => void
}

function MeasureField({ label, isOptional, value, onChange }: MeasureFieldProps): ReactNode {
  const [text, setText] = useState(value > 0 ? String(value) : '')
  return (
    <TextField
      label={label}
      isOptional={isOptional}
      inputMode="decimal"
      autoComplete="off"
      maxLength={6}
      value={text}
      onChange={(event) => {
        const typed = event.currentTarget.value.replace(/[^\d.,]/g, '')
        setText(typed)
        onChange(Number(typed.replace(',', '.')) || 0)
      }}
    />
  )
}
