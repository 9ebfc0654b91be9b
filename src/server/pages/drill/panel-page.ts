import { escapeHtml } from '#domain/escape-html.ts'
import type { DrillPart, ScriptedFault } from '#domain/fire-drill.ts'
import type { FlashMessage } from '#server/pages/cookies.ts'
import { drillWords, type FaultWords, faultName } from './fault-words.ts'
import { faultsOf, faultValue, type ScriptField } from './read-script.ts'

export const panelPath = '/fire-drill'
export const scriptPath = '/fire-drill/script'
export const clearPath = '/fire-drill/clear'

/** What the panel shows one visitor. */
export type Panel = {
  /** The stand-ins that are played here. */
  readonly parts: readonly DrillPart[]
  /** Null when the program that plays does not answer. */
  readonly scripted: readonly ScriptedFault[] | null
  readonly token: string
  readonly flash: FlashMessage
  /** Where the mails can be read; null where a visitor cannot reach it. */
  readonly mailbox: string | null
}

/** The panel's own part of its page: plain HTML, which needs no script. */
export function panelMain(panel: Panel): string {
  return [
    '<h1>Fire drill</h1>',
    '<p>Script a fault of what stands in for the outside world, then shop as a customer would and see what she is told. No real card, mail or carrier is touched. Every store of this installation meets what is scripted here.</p>',
    saidAbove(panel.flash),
    '<section aria-labelledby="now"><h2 id="now">Scripted now</h2>',
    scriptedNow(panel),
    '</section><section aria-labelledby="script"><h2 id="script">Script a fault</h2>',
    scriptForm(panel),
    '</section><section aria-labelledby="all"><h2 id="all">What each fault does</h2>',
    ...panel.parts.map(faultsTold),
    '</section><section aria-labelledby="more"><h2 id="more">See also</h2><ul class="plain">',
    '<li><a href="/fire-drill/cart">Every popup of the cart</a></li>',
    panel.mailbox === null ? '' : `<li><a href="${escapeHtml(panel.mailbox)}">The mailbox</a></li>`,
    '<li><a href="/">Go shopping</a></li></ul></section>',
  ].join('')
}

function saidAbove({ text, field }: FlashMessage): string {
  return text === '' || field !== '' ? '' : `<p class="said" role="status">${escapeHtml(text)}</p>`
}

function scriptedNow({ scripted, token }: Panel): string {
  if (scripted === null)
    return '<p class="said bad" role="alert">The stand-ins do not answer just now. While they take no connections this is so; please load this page again in a moment.</p>'
  if (scripted.length === 0) return '<p>Nothing. Everything answers as it should.</p>'
  const rows = scripted.map((each) => {
    const name = escapeHtml(faultName(each.standIn, each.fault))
    return `<li><div><strong>${name}</strong><br><span class="quiet">${escapeHtml(detailOf(each))}</span></div>${clearForm(token, String(each.faultId), `Clear <span class="hidden">${name}</span>`)}</li>`
  })
  const all = scripted.length === 1 ? '' : clearForm(token, 'all', 'Clear all')
  return `<ul class="scripted">${rows.join('')}</ul>${all}`
}

function detailOf({ fault, remaining, lastFour, reference, delayMs }: ScriptedFault): string {
  return [
    remaining === 1 ? 'plays once' : `plays ${remaining.toLocaleString('en-US')} more times`,
    ...(fault === 'slow' ? [`takes ${delayMs / 1_000} s`] : []),
    ...(lastFour === null ? [] : [`only the card ending in ${lastFour}`]),
    ...(reference === null ? [] : [`only the payment ${reference}`]),
  ].join(', ')
}

function clearForm(token: string, faultId: string, label: string): string {
  return `<form method="post" action="${clearPath}">${tokenField(token)}<input type="hidden" name="faultId" value="${faultId}"><button class="quiet-button">${label}</button></form>`
}

function scriptForm({ parts, token, flash }: Panel): string {
  return [
    `<form method="post" action="${scriptPath}" class="fields" novalidate>${tokenField(token)}`,
    field({ name: 'fault', label: 'Fault', note: '' }, flash, (attributes, value) =>
      faultList(parts, attributes, value),
    ),
    input({ name: 'times', label: 'How many times', note: '1 to 10,000' }, flash, '1'),
    input(
      { name: 'seconds', label: 'For how many seconds', note: 'When it is slow or takes no connections' },
      flash,
      '2',
    ),
    input({ name: 'lastFour', label: 'Only the card ending in', note: 'Four digits; empty for any card' }, flash, ''),
    '<p><button class="way">Script it</button></p></form>',
  ].join('')
}

type FieldWords = { readonly name: ScriptField; readonly label: string; readonly note: string }

function input(words: FieldWords, flash: FlashMessage, usual: string): string {
  return field(words, flash, (attributes, value) => {
    return `<input ${attributes} inputmode="numeric" autocomplete="off" maxlength="19" value="${escapeHtml(value ?? usual)}">`
  })
}

/** A field with its label, its note, and what is wrong with it. */
function field(
  { name, label, note }: FieldWords,
  { text, field: at, typed }: FlashMessage,
  control: (attributes: string, value: string | undefined) => string,
): string {
  const isWrong = at === name && text !== ''
  const told = `told-${name}`
  const described = [...(note === '' ? [] : [`note-${name}`]), ...(isWrong ? [told] : [])].join(' ')
  const attributes = [
    `id="${name}" name="${name}"`,
    ...(described === '' ? [] : [`aria-describedby="${described}"`]),
    ...(isWrong ? ['aria-invalid="true"'] : []),
  ].join(' ')
  return [
    `<div class="field"><label for="${name}">${label}</label>`,
    note === '' ? '' : `<span class="quiet" id="note-${name}">${note}</span>`,
    control(attributes, typed[name]),
    isWrong ? `<p class="wrong" id="${told}">${escapeHtml(text)}</p>` : '',
    '</div>',
  ].join('')
}

function faultList(parts: readonly DrillPart[], attributes: string, value: string | undefined): string {
  const groups = parts.map((part) => {
    const options = faultsOf(part).map((fault) => {
      const own = faultValue(part, fault)
      const chosen = own === value ? ' selected' : ''
      return `<option value="${own}"${chosen}>${escapeHtml(faultName(part, fault))}</option>`
    })
    return `<optgroup label="${escapeHtml(drillWords[part].title)}">${options.join('')}</optgroup>`
  })
  return `<select ${attributes}><option value="">Choose one</option>${groups.join('')}</select>`
}

function faultsTold(part: DrillPart): string {
  const known = drillWords[part].faults as { readonly [name: string]: FaultWords }
  const told = faultsOf(part).map((fault) => {
    const name = escapeHtml(faultName(part, fault))
    return `<dt>${name}</dt><dd>${escapeHtml(known[fault]?.shopper ?? '')}</dd>`
  })
  return `<h3>${escapeHtml(drillWords[part].title)}</h3><dl>${told.join('')}</dl>`
}

function tokenField(token: string): string {
  return `<input type="hidden" name="__RequestVerificationToken" value="${token}">`
}
