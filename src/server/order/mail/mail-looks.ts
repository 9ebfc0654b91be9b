import type { CSSProperties } from 'react'
import type { Brand } from '#domain/variant.ts'

/** What of a brand a mail can show: mail readers know neither its style sheets nor its fonts. */
export type MailLooks = {
  readonly ink: string
  readonly quiet: string
  readonly line: string
  readonly surface: string
  readonly action: string
  readonly radius: number
  readonly text: string
  readonly heading: CSSProperties
  readonly mark: CSSProperties
  readonly button: CSSProperties
}

const sans = "'Helvetica Neue', Helvetica, Arial, sans-serif"
const figtree = `Figtree, ${sans}`
const archivo = `Archivo, ${sans}`
const fraunces = "Fraunces, Georgia, 'Times New Roman', serif"

/** The colours and letters of the storefronts' tokens, written into each element. */
export const mailLooks: { readonly [Each in Brand]: MailLooks } = {
  CB: {
    ...{ ink: '#1f1d1a', quiet: '#5e5850', line: '#e8e1d6', surface: '#f7f4ef', action: '#1f1d1a' },
    ...{ radius: 2, text: figtree },
    heading: { fontFamily: fraunces, fontWeight: 400, letterSpacing: '-0.01em' },
    mark: { fontFamily: fraunces, fontWeight: 400, letterSpacing: '0.02em' },
    button: { fontWeight: 600 },
  },
  CB2: {
    ...{ ink: '#111111', quiet: '#565656', line: '#e4e4e2', surface: '#f4f4f3', action: '#000000' },
    ...{ radius: 0, text: archivo },
    heading: { fontFamily: archivo, fontWeight: 500, letterSpacing: '-0.02em', textTransform: 'lowercase' },
    mark: { fontFamily: archivo, fontWeight: 800, letterSpacing: '-0.05em' },
    button: { fontWeight: 600, textTransform: 'lowercase' },
  },
}

/** Outlook's apps mark what they turned dark; the others ask as browsers do. */
function darkRules(before: string): string {
  return `${before}.page{background:#121110 !important}
${before}.sheet{background:#1d1b19 !important}
${before}.ink,${before}.ink a{color:#f4f0ea !important}
${before}.quiet,${before}.quiet a{color:#bbb4aa !important}
${before}.line{border-color:#3b3733 !important}
${before}.button{background:#f4f0ea !important}
${before}.button a{color:#1d1b19 !important}`
}

/** The one style sheet of a mail: what cannot stand in an element. A reader that drops it shows the light mail, whole. */
export const mailStyleSheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.pad{padding-left:20px !important;padding-right:20px !important}.outer{padding:0 !important}}
@media (prefers-color-scheme:dark){${darkRules('')}}
${darkRules('[data-ogsc] ')}`
