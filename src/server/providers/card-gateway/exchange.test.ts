import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createBreaker } from './breaker.ts'
import { createExchange, type Exchange, type ExchangeResult } from './exchange.ts'

describe('an exchange with a processor', () => {
  const closing: (() => void)[] = []
  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })

  function post(url: string, limits: { readonly maxAnswerBytes?: number } = {}): Promise<ExchangeResult> {
    const exchange: Exchange = createExchange({ connectMs: 300, answerMs: 200 })
    closing.push(exchange.close)
    const headers = { 'content-type': 'application/json' }
    return exchange({ url, method: 'POST', headers, body: '{"a":1}', ...limits })
  }

  async function listen(server: Server): Promise<string> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  const http = async (answer: RequestListener) => `http://${await listen(createHttpServer(answer))}/`
  const raw = async (talk: (socket: Socket) => void) =>
    listen(createServer((socket) => talk(socket.on('error', () => {}))))

  test('any status is an answer, also a redirect, which is not followed', async () => {
    const elsewhere = await http((_request, response) => response.end('elsewhere'))
    const url = await http((_request, response) => response.writeHead(302, { location: elsewhere }).end('moved'))
    expect(await post(url)).toEqual({ state: 'answered', status: 302, text: 'moved' })
    expect(await post(await http((_request, response) => response.writeHead(503).end('')))).toEqual({
      state: 'answered',
      status: 503,
      text: '',
    })
  })

  test('no listener, no such name, and no TLS are known not to be sent', async () => {
    const closed = createServer()
    const address = await listen(closed)
    closed.close()
    expect(await post(`http://${address}/`)).toEqual({ state: 'notSent', why: 'noConnection' })
    expect(await post('http://nowhere.invalid/')).toEqual({ state: 'notSent', why: 'noConnection' })
    const noTls = await raw((socket) => socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
    expect(await post(`https://${noTls}/`)).toEqual({ state: 'notSent', why: 'noConnection' })
  })

  test('TLS that is never made is known not to be sent', async () => {
    expect(await post(`https://${await raw(() => {})}/`)).toEqual({ state: 'notSent', why: 'noConnection' })
  })

  test('silence, a cut, half an answer and an endless answer are unknown', async () => {
    expect(await post(`http://${await raw(() => {})}/`)).toEqual({ state: 'unknown', why: 'timeout' })
    const cut = await raw((socket) => socket.on('data', () => socket.destroy()))
    expect(await post(`http://${cut}/`)).toEqual({ state: 'unknown', why: 'connectionCut' })
    const half = await raw((socket) =>
      socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"psp')),
    )
    expect(await post(`http://${half}/`)).toEqual({ state: 'unknown', why: 'connectionCut' })
    const endless = await http((_request, response) => response.end('x'.repeat(2 * 1024 * 1024)))
    expect(await post(endless)).toEqual({ state: 'unknown', why: 'unreadableAnswer' })
    expect(await post(endless, { maxAnswerBytes: 3 * 1024 * 1024 })).toMatchObject({ state: 'answered', status: 200 })
  })
})

describe('the circuit breaker', () => {
  function breaker() {
    const time = { now: 0 }
    return { time, breaker: createBreaker({ failures: 5, windowMs: 10_000, probeMs: 5_000, clock: () => time.now }) }
  }

  const failTimes = (target: ReturnType<typeof breaker>, times: number, everyMs: number) => {
    for (let count = 0; count < times; count += 1) {
      target.time.now += everyMs
      target.breaker.failed()
    }
  }

  test('opens after five failures within 10 s, not after five in a longer time or with a success between', () => {
    const fast = breaker()
    failTimes(fast, 4, 1_000)
    expect(fast.breaker.isOpen()).toBe(false)
    failTimes(fast, 1, 1_000)
    expect(fast.breaker.isOpen()).toBe(true)

    const slow = breaker()
    failTimes(slow, 8, 2_600)
    expect(slow.breaker.isOpen()).toBe(false)

    const mixed = breaker()
    failTimes(mixed, 4, 1_000)
    mixed.breaker.succeeded()
    failTimes(mixed, 4, 1_000)
    expect(mixed.breaker.isOpen()).toBe(false)
  })

  test('lets one probe through every 5 s, and closes when it succeeds', () => {
    const target = breaker()
    failTimes(target, 5, 1)
    expect([target.breaker.admit(), target.breaker.admit()]).toEqual([false, false])
    target.time.now += 5_000
    expect([target.breaker.admit(), target.breaker.admit()]).toEqual([true, false])
    target.breaker.failed()
    expect(target.breaker.isOpen()).toBe(true)
    target.time.now += 5_000
    expect(target.breaker.admit()).toBe(true)
    target.breaker.succeeded()
    expect([target.breaker.isOpen(), target.breaker.admit(), target.breaker.admit()]).toEqual([false, true, true])
  })
})
