import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cbHome } from '../data/cb-home.ts'
import { cbDiningAndBeds, cbLiving } from '../data/cb-living.ts'
import { cbTable } from '../data/cb-table.ts'
import { cb2Home } from '../data/cb2-home.ts'
import { cb2Living } from '../data/cb2-living.ts'
import { colorOf, palette } from '../data/palette.ts'
import { showcase } from '../data/showcase.ts'

/** Writes the pieces of the demo catalogue as JSON for Blender (names, measures, shapes and colours from one source). */
const brands = {
  CB: [...cbLiving, ...cbDiningAndBeds, ...cbHome, ...cbTable],
  CB2: [...cb2Living, ...cb2Home],
}
const target = join(
  process.env.RENDER_WORK || join(import.meta.dirname, '../../build/renders'),
  'pieces.json',
)
const listed = Object.entries(brands).flatMap(([brand, own]) =>
  own.map((piece, order) => ({
    order,
    key: piece.id,
    brand,
    isShowcase: showcase[brand].includes(piece.id),
    name: piece.name,
    category: piece.category,
    size: piece.size,
    isRound: piece.isRound ?? false,
    tones: piece.tones.map((tone) => ({ tone, hex: colorOf(tone) })),
    option: piece.toneOption ?? 'color',
    second: piece.second ? colorOf(piece.second) : null,
    wood: colorOf(piece.wood ?? 'walnut'),
    metal: colorOf(piece.metal ?? 'brass'),
    drawing: piece.drawing,
  })),
)
// the brands take turns, so that both have pictures while the queue still works
const pieces = listed.sort((a, b) => a.order - b.order)
mkdirSync(dirname(target), { recursive: true })
writeFileSync(target, JSON.stringify({ palette, pieces }, null, 1))
console.log(`${pieces.length} pieces written to ${target}`)
