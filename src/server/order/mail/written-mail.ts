/** A mail as it goes out; both parts say the same. */
export type WrittenMail = { readonly subject: string; readonly text: string; readonly html: string }

/** The text of a mail from its paragraphs, each of lines; one without lines is left out. */
export function textOfMail(paragraphs: readonly (readonly string[])[]): string {
  const said = paragraphs.filter((lines) => lines.length > 0)
  return `${said.map((lines) => lines.join('\n')).join('\n\n')}\n`
}
