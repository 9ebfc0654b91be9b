import type { Brand } from '#domain/variant.ts'

/** The rules that say what a brand looks like: its faces, measures and tokens. */
export function brandRules(brand: Brand, styles: string): string {
  const everywhere = styles.replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
  const rules = everywhere.match(/@font-face\{[^{}]*\}|:root\{[^{}]*\}|\[data-brand="?\w+"?\]\{[^{}]*\}/g) ?? []
  return rules
    .filter((rule) => !rule.startsWith('[') || new RegExp(`^\\[data-brand="?${brand}"?\\]`).test(rule))
    .join('')
}

/** As the pages look, in few words, for a page without a bundle; the second of two values counts where the brand's tokens are missing. */
export const plainLook = [
  '*{box-sizing:border-box}body{margin:0;min-height:100vh;background:var(--paper,#fff);color:var(--ink,#1f1d1a);',
  'font:var(--weight-text,400) var(--text-17,1.0625rem)/1.5 var(--font-text,Arial,sans-serif);',
  'word-spacing:var(--word-space-text,normal);-webkit-font-smoothing:antialiased}a{color:inherit}',
  'header{display:flex;align-items:center;justify-content:space-between;gap:16px;min-height:80px;',
  'padding:0 24px;border-bottom:1px solid var(--line,#e8e1d6)}',
  'header p{margin:0;text-align:right;font-size:var(--text-13,.8125rem);color:var(--ink-quiet,#5e5850)}',
  'header p a{color:var(--ink,#1f1d1a);white-space:nowrap;text-underline-offset:.25em}',
  '.mark{font-family:var(--font-heading,Georgia,serif);font-size:2rem;font-weight:var(--weight-mark,400);',
  'letter-spacing:var(--tracking-mark,0);line-height:44px;text-decoration:none}',
  'main{max-width:calc(68ch + 48px);margin:0 auto;padding:64px 24px 96px}',
  'h1{margin:0 0 32px;font:var(--weight-heading,400) var(--text-44,2.75rem)/1.15 var(--font-heading,Georgia,serif);',
  'letter-spacing:var(--tracking-heading,0);word-spacing:var(--word-space-heading,normal);',
  'text-transform:var(--case-heading,none);text-wrap:balance}main p{margin:0;text-wrap:pretty}',
  'main .ways{display:flex;flex-wrap:wrap;align-items:center;gap:8px 32px;margin-top:32px;',
  'font-size:var(--text-15,.9375rem);text-transform:var(--case-button,none)}',
  '.ways a{display:inline-flex;align-items:center;min-height:48px;text-underline-offset:.25em}',
  'main .note{margin-top:48px;font-size:var(--text-13,.8125rem);color:var(--ink-quiet,#5e5850);overflow-wrap:anywhere}',
  '.ways .way{padding:0 32px;text-decoration:none;',
  'border-radius:var(--radius,2px);background:var(--action,#1f1d1a);color:var(--on-action,#fff);',
  'font-weight:var(--weight-strong,600)}.way:hover{background:var(--action-hover,#3a3a3a)}',
  ':focus-visible{outline:2px solid var(--ink,#1f1d1a);outline-offset:2px}',
  '@media (width<=600px){header,main{padding-inline:16px}h1{font-size:2.125rem}.ways .way{flex-basis:100%;',
  'justify-content:center}}',
].join('')
