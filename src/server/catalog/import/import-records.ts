import type { z } from 'zod'
import { readLines } from './import-lines.ts'

/** What is wrong with a line; `field` is '' when it is the whole line. */
export type LineFault = { readonly line: number; readonly field: string; readonly message: string }

/** Lines of a file that are what they have to be, with their numbers, and what is wrong with the others. */
export type ReadRecords<Record> = {
  readonly records: readonly { readonly line: number; readonly record: Record }[]
  readonly faults: readonly LineFault[]
}

/** Reads a file of JSON Lines by the schema of its lines; a key that comes twice is a fault of the later line. */
export async function readRecords<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  key: { readonly field: string; of(record: z.output<Schema>): string },
): Promise<ReadRecords<z.output<Schema>>> {
  const faults: LineFault[] = []
  const records: { line: number; record: z.output<Schema> }[] = []
  const keys = new Set<string>()
  for await (const batch of readLines(file, () => undefined)) {
    for (const { line, text } of batch) {
      const read = schema.safeParse(jsonOf(text))
      if (!read.success) {
        faults.push(...read.error.issues.map(({ path, message }) => ({ line, field: path.join('.'), message })))
      } else if (keys.has(key.of(read.data))) {
        faults.push({ line, field: key.field, message: `${key.of(read.data)} is in the file twice` })
      } else {
        keys.add(key.of(read.data))
        records.push({ line, record: read.data })
      }
    }
  }
  return { records, faults }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
