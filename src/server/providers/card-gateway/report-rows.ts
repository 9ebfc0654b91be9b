/** Why a report is refused, for a person; quotes nothing of a line. */
export class ReportFault extends Error {
  override name = 'ReportFault'
}

export type CsvRow = { readonly line: number; readonly fields: readonly string[] }

const maxLineLength = 20_000

/** The lines of a CSV file as they come, with their fields; never more of it in memory than a line and a piece of the stream. */
export async function* csvRows(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<CsvRow> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytes = 0
  let line = 0
  let rest = ''
  for await (const chunk of chunks) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new ReportFault(`is larger than ${maxBytes / 1e6} MB`)
    const lines = (rest + decoded(decoder, chunk)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLineLength) throw new ReportFault(`line ${line + lines.length + 1} is too long`)
    for (const text of lines) {
      line += 1
      if (text.trim() !== '') yield { line, fields: fieldsOf(line, text.replace(/\r$/, '')) }
    }
  }
  if (rest.trim() !== '') throw new ReportFault('does not end with the end of a line: it is cut off')
}

function decoded(decoder: TextDecoder, chunk: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch {
    throw new ReportFault('is no text')
  }
}

/** The fields of a line, with quotes as RFC 4180 has them. */
function fieldsOf(line: number, text: string): string[] {
  if (!text.includes('"')) return text.split(',')
  const fields: string[] = []
  let at = 0
  while (at <= text.length) {
    if (text[at] !== '"') {
      const end = text.indexOf(',', at)
      fields.push(text.slice(at, end === -1 ? undefined : end))
      at = end === -1 ? text.length + 1 : end + 1
      continue
    }
    const read = /"((?:[^"]|"")*)"(,|$)/y
    read.lastIndex = at
    const found = read.exec(text)
    if (found === null) throw new ReportFault(`line ${line} has a quote without its end: it is cut off`)
    fields.push((found[1] ?? '').replaceAll('""', '"'))
    at = found[2] === ',' ? read.lastIndex : text.length + 1
  }
  return fields
}
