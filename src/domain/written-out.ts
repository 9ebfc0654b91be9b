// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const hidden = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
const short: { readonly [character: string]: string } = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A text as it may stand in one line of a log: characters that break a line or turn its direction are written out. */
export function writtenOut(text: string): string {
  return text.replace(hidden, (one) => short[one] ?? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
