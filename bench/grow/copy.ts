import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** What we use of node-postgres' own connection. */
type Wire = { readonly stream: Duplex; query(text: string): void }

const chunkBytes = 65_536

/** COPY … FROM STDIN over a client's connection, of lines that are made while they are sent; answers how many there were. */
export function copyLines(client: pg.Client, text: string, lines: Iterable<string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const source = lines[Symbol.iterator]()
    let count = 0
    let failed: Error | undefined

    function chunk(): string {
      let lot = ''
      while (lot.length < chunkBytes) {
        const next = source.next()
        if (next.done === true) break
        lot += next.value
        count += 1
      }
      return lot
    }

    async function send({ stream }: Wire): Promise<void> {
      for (let lot = chunk(); lot !== '' && failed === undefined; lot = chunk()) {
        if (!stream.write(messageOf('d', lot))) await new Promise<void>((drained) => stream.once('drain', drained))
      }
      stream.write(messageOf('c', ''))
    }

    const query = {
      submit: (wire: Wire) => wire.query(text),
      handleCopyInResponse(wire: Wire) {
        send(wire).catch((error: Error) => {
          failed = error
          wire.stream.write(messageOf('f', `${error.message}\0`))
        })
      },
      handleError: (error: Error) => reject(failed ?? error),
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve(count),
    }
    client.query(query as unknown as pg.Submittable)
  })
}

function messageOf(kind: string, text: string): Buffer {
  const bytes = Buffer.byteLength(text)
  const message = Buffer.allocUnsafe(5 + bytes)
  message.write(kind, 0, 'latin1')
  message.writeInt32BE(4 + bytes, 1)
  message.write(text, 5)
  return message
}
