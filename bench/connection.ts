import { connect, type Socket } from 'node:net'

export type Reply = {
  readonly status: number
  /** Status line and fields as they came. */
  readonly head: string
  readonly body: Buffer
  /** From the request's first byte sent to the answer's last byte read. */
  readonly ms: number
}

type Open = { readonly resolve: (reply: Reply) => void; readonly reject: (error: Error) => void; readonly at: number }

const headEnd = Buffer.from('\r\n\r\n')

/**
 * One kept HTTP/1.1 connection, one request at a time. Written out because on two cores a load client's own cost is taken
 * from the server it measures: this one needs a third of what node:http does.
 */
export class Connection {
  readonly #port: number
  #socket: Socket | undefined
  #open: Open | undefined
  #parts: Buffer[] = []
  #head = ''
  #missing = 0

  constructor(port: number) {
    this.#port = port
  }

  send(request: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#open = { resolve, reject, at: performance.now() }
      this.#socket ??= this.#connect()
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  #connect(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    const fail = (error: Error) => {
      this.#socket = undefined
      const open = this.#open
      this.#open = undefined
      open?.reject(error)
    }
    socket.on('data', (part: Buffer) => this.#read(part))
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('the server closed the connection')))
    return socket
  }

  #read(part: Buffer): void {
    this.#parts.push(part)
    if (this.#head === '') {
      const all = this.#parts.length === 1 ? part : Buffer.concat(this.#parts)
      const end = all.indexOf(headEnd)
      this.#parts = [all]
      if (end === -1) return
      this.#head = all.toString('latin1', 0, end)
      const length = /content-length: (\d+)/i.exec(this.#head)?.[1]
      if (length === undefined && !/^HTTP\/1.1 (204|304)/.test(this.#head)) {
        this.#end(new Error(`an answer without content-length:\n${this.#head}`))
        return
      }
      const body = all.subarray(end + 4)
      this.#parts = [body]
      this.#missing = Number(length ?? 0) - body.length
    } else this.#missing -= part.length
    if (this.#missing <= 0) this.#end()
  }

  #end(error?: Error): void {
    const open = this.#open
    const head = this.#head
    const body = this.#parts.length === 1 ? (this.#parts[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#parts)
    this.#open = undefined
    this.#parts = []
    this.#head = ''
    if (error !== undefined) open?.reject(error)
    else open?.resolve({ status: Number(head.slice(9, 12)), head, body, ms: performance.now() - open.at })
  }
}
