/**
 * OPEN-47: choices as one text, 'code:value|code:value' sorted by code, '' for none; so the same choices give the
 * same text in whatever order they were made. Codes and values hold no ':' and no '|'.
 */
export function optionChoiceText(choices: Readonly<Record<string, string>>): string {
  return Object.entries(choices)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, value]) => `${code}:${value}`)
    .join('|')
}

/** The choices of such a text; undefined when it is not of that form, repeats a code or is not sorted. */
export function parseOptionChoice(text: string): Record<string, string> | undefined {
  const choices: Record<string, string> = {}
  if (text === '') return choices
  for (const part of text.split('|')) {
    const match = /^([a-z][a-zA-Z0-9]*):([a-z0-9][a-z0-9-]*)$/.exec(part)
    if (!match || Object.hasOwn(choices, match[1]!)) return undefined
    choices[match[1]!] = match[2]!
  }
  return optionChoiceText(choices) === text ? choices : undefined
}

/** Choices that a title does not say already: 'Alder Sofa, Oat' says the color, so that nothing is said twice. */
export function unsaidChoices<Choice extends { readonly value: string }>(
  title: string,
  choices: readonly Choice[],
): Choice[] {
  const said = title.split(', ').map((part) => part.toLowerCase())
  return choices.filter(({ value }) => !said.includes(value.toLowerCase()))
}
