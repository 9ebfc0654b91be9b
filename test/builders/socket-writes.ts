import { type AddressInfo, Socket } from 'node:net'
import { overTheWire } from '#test/builders/wire.ts'
import type { World } from '#test/world.ts'

/** What one process hands to its network at once, in its order. */
export type SocketWrites = {
  /** To browsers, from the shop that listens at `port`: the head of each piece. */
  readonly answers: string[]
  /** To PostgreSQL: what each piece holds, statements by their names. */
  readonly database: string[]
  clear(): void
  end(): void
}

/** A world that listens, and what it writes from then on. */
export type Opened = { readonly wire: ReturnType<typeof overTheWire>; readonly writes: SocketWrites }

/** Lets the world listen for browsers, and notes each of its writes. */
export async function openAndNote({ shop }: World): Promise<Opened> {
  await shop.app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.http.server.address() as AddressInfo
  return { wire: overTheWire({ port: () => port }), writes: noteWrites(port) }
}

type Chunk = { readonly chunk: Buffer | string; readonly encoding: BufferEncoding | 'buffer' }

/** Notes each write of a shop in this process, to browsers and to the database. */
export function noteWrites(port: number): SocketWrites {
  const answers: string[] = []
  const database: string[] = []
  const note = (socket: Socket, bytes: Buffer) => {
    const text = bytes.subarray(0, 40).toString('latin1')
    if (socket.localPort === port) answers.push(text.split('\r\n')[0] ?? '')
    else if (!/^(GET|POST) \//.test(text)) database.push(statementsIn(bytes))
  }
  const proto = Socket.prototype
  const { _write, _writev } = proto
  if (_writev === undefined) throw new Error('sockets of this Node write one piece after another')
  const noting: Pick<Socket, '_write' | '_writev'> = {
    _write(this: Socket, chunk: Buffer | string, encoding, done) {
      note(this, bytesOf({ chunk, encoding }))
      _write.call(this, chunk, encoding, done)
    },
    _writev(this: Socket, chunks, done) {
      note(this, Buffer.concat(chunks.map(bytesOf)))
      _writev.call(this, chunks, done)
    },
  }
  Object.assign(proto, noting)
  return {
    answers,
    database,
    clear() {
      answers.length = 0
      database.length = 0
    },
    end: () => void Object.assign(proto, { _write, _writev }),
  }
}

function bytesOf({ chunk, encoding }: Chunk): Buffer {
  return typeof chunk === 'string' ? Buffer.from(chunk, encoding === 'buffer' ? 'utf8' : encoding) : chunk
}

/** The statements in a piece of PostgreSQL's protocol: of a Bind its statement's name, of a Query its text. */
function statementsIn(bytes: Buffer): string {
  const names: string[] = []
  for (let at = 0; at + 4 < bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    const kind = String.fromCharCode(bytes[at] ?? 0)
    // a Bind begins with the name of its portal
    if (kind === 'B') names.push(textAt(bytes, bytes.indexOf(0, at + 5) + 1))
    if (kind === 'Q') names.push(textAt(bytes, at + 5))
  }
  return names.join(', ')
}

function textAt(bytes: Buffer, at: number): string {
  return bytes.subarray(at, bytes.indexOf(0, at)).toString()
}
