/** Reads what a client says to PostgreSQL, piece by piece, and tells each statement it sends: by its name, else its text. */
export function tapStatements(tell: (statement: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let isStarted = false
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      // the first message of a connection bears no kind
      const head = isStarted ? 1 : 0
      const size = rest.length < head + 4 ? Number.POSITIVE_INFINITY : head + rest.readUInt32BE(head)
      if (rest.length < size) return
      const message = rest.subarray(0, size)
      rest = rest.subarray(size)
      if (isStarted) tellOf(message, tell)
      isStarted = true
    }
  }
}

/** A Bind begins with the name of its portal; an unnamed statement was told by its Parse. */
function tellOf(message: Buffer, tell: (statement: string) => void): void {
  const kind = String.fromCharCode(message[0] ?? 0)
  const first = textAt(message, 5)
  const second = () => textAt(message, 5 + Buffer.byteLength(first) + 1)
  if (kind === 'Q') tell(first)
  if (kind === 'P' && first === '') tell(second())
  if (kind === 'B' && second() !== '') tell(second())
}

function textAt(bytes: Buffer, at: number): string {
  return bytes.subarray(at, bytes.indexOf(0, at)).toString()
}
