import { createReadStream } from 'node:fs'

/** One line of a file with its number from 1. */
export type NumberedLine = { readonly line: number; readonly text: string }

// a picture list of a product is some kilobytes; a megabyte is a file that is no JSON Lines
const maxLength = 1_000_000

/**
 * The lines of a UTF-8 file in batches as they are read, never more than one piece of the file in memory. Takes \n and
 * \r\n and a byte order mark; empty lines are numbered and left out. `onBytes` sees every byte of the file once.
 */
export async function* readLines(path: string, onBytes: (bytes: Uint8Array) => void): AsyncGenerator<NumberedLine[]> {
  const decoder = new TextDecoder('utf-8')
  let line = 0
  let rest = ''
  const cut = (text: string): NumberedLine[] => {
    const lines = text.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLength)
      throw new Error(`line ${line + lines.length + 1} is longer than ${maxLength} characters`)
    return number(lines)
  }
  const number = (lines: readonly string[]): NumberedLine[] =>
    lines.flatMap((text) => {
      line += 1
      return text.trim() === '' ? [] : [{ line, text }]
    })
  for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Uint8Array>) {
    onBytes(bytes)
    yield cut(rest + decoder.decode(bytes, { stream: true }))
  }
  rest += decoder.decode()
  if (rest !== '') yield number([rest])
}
