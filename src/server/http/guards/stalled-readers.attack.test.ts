import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitedServer } from '#server/http/pre-router-handler.ts'
import { parserFaults } from './parser-faults.ts'

// more than any system keeps for a reader who takes nothing
const body = Buffer.alloc(64_000_000, 'x')
const server = limitedServer(
  (request, response) => {
    // at once, and so written from the point of view of HTTP, or in pieces as a picture is
    if (request.url === '/whole') return void response.end(body)
    response.write(body.subarray(0, 1_000))
    response.end(body)
  },
  { early: () => undefined, faults: parserFaults({}), stalledMs: 1_500 },
)
const ended = new Set<Socket>()
let port = 0
beforeAll(async () => {
  server.on('connection', (socket: Socket) => socket.once('close', () => ended.add(socket)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as { port: number }).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function ask(path: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: cb.localhost\r\n\r\n`)
  return socket
}

describe('SAFE-44: a connection whose reader takes nothing', () => {
  test.each(['/whole', '/pieces'])('is closed: %s', async (path) => {
    ended.clear()
    const reader = ask(path)
    // the first bytes are there, and no more are taken
    await new Promise<void>((resolve) => reader.once('data', () => resolve(void reader.pause())))
    await expect.poll(() => ended.size, { timeout: 20_000 }).toBe(1)
    reader.destroy()
  })

  test('one whose reader is slow, and takes some all the time, is served to the end', async () => {
    const reader = ask('/whole')
    let taken = 0
    reader.on('data', (data) => {
      taken += data.length
      // several times the limit in all, and never as long as the limit at once
      reader.pause()
      setTimeout(() => reader.resume(), 4)
    })
    await expect.poll(() => taken, { timeout: 60_000, interval: 50 }).toBeGreaterThan(body.length)
    reader.destroy()
  }, 70_000)

  test('one that has all and asks for nothing stays open for the next request', async () => {
    const reader = ask('/whole')
    let taken = 0
    let isClosed = false
    reader.once('close', () => {
      isClosed = true
    })
    reader.on('data', (data) => {
      taken += data.length
    })
    await expect.poll(() => taken, { timeout: 10_000 }).toBeGreaterThan(body.length)
    await new Promise((resolve) => setTimeout(resolve, 3_500))
    expect(isClosed).toBe(false)
    taken = 0
    reader.write('GET /whole HTTP/1.1\r\nHost: cb.localhost\r\n\r\n')
    await expect.poll(() => taken, { timeout: 10_000 }).toBeGreaterThan(body.length)
    reader.destroy()
  })
})
