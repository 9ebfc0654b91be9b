import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestGateway, type TestGateway } from '#test/builders/card-gateway.ts'
import type { AddressQuestion, AddressSearch } from './port.ts'
import { createSmartySearch } from './smarty.ts'

const keys = { authId: 'cartwright', authToken: 'secret' }
const limits = { connectMs: 200, answerMs: 200 }
const inUs = (line: string): AddressQuestion => ({ country: 'US', line, within: '' })
const inCanada = (line: string, within = ''): AddressQuestion => ({ country: 'CA', line, within })

describe("CALM-35: Smarty's own library, over HTTP", () => {
  let gateway: TestGateway
  let search: AddressSearch
  const open = (own = keys) => createSmartySearch({ ...own, origin: `${gateway.origin}/smarty` })
  beforeAll(async () => {
    gateway = await openTestGateway({ smartyKeys: keys })
    search = open()
  })
  afterAll(() => {
    search.close()
    return gateway.sandbox.close()
  })
  const textsOf = async (question: AddressQuestion) => {
    const answer = await search.matchesOf(question)
    if (answer.state === 'unknown') throw new Error(answer.why)
    return answer.matches.map(({ text }) => text)
  }

  test('an American line is answered with whole addresses; the units of a building are one', async () => {
    expect(await search.matchesOf(inUs('1200 w monroe'))).toEqual({
      state: 'answered',
      matches: [
        {
          text: '1200 W Monroe St, Chicago, IL 60607',
          address: { address1: '1200 W Monroe St', city: 'Chicago', state: 'IL', postalCode: '60607' },
          within: '',
        },
        {
          text: '1200 W Monroe Dr, Peoria, IL 61602',
          address: { address1: '1200 W Monroe Dr', city: 'Peoria', state: 'IL', postalCode: '61602' },
          within: '',
        },
      ],
    })
    expect(await textsOf(inUs('1 Nowhere St'))).toEqual([])
  })

  test('a Canadian line is answered with lines; the fields of one come when it is chosen', async () => {
    const answer = await search.matchesOf(inCanada('220 king'))
    const [only] = answer.state === 'answered' ? answer.matches : []
    expect(only).toEqual({ text: '220 King St W Toronto ON M5H1K4', address: null, within: 'HX/220~king=' })
    expect(await search.matchesOf(inCanada('', only?.within))).toEqual({
      state: 'answered',
      matches: [
        {
          text: '220 King St W, Toronto, ON M5H 1K4',
          address: { address1: '220 King St W', city: 'Toronto', state: 'ON', postalCode: 'M5H 1K4' },
          within: '',
        },
      ],
    })
  })

  test('a building of several homes offers them next', async () => {
    const answer = await search.matchesOf(inCanada('12 rue saint'))
    const [building] = answer.state === 'answered' ? answer.matches : []
    expect(building?.text).toBe('12 Rue Saint-Paul O Montréal QC H2Y 1Y7 (2 addresses)')
    const homes = await search.matchesOf(inCanada('', building?.within))
    const [, second] = homes.state === 'answered' ? homes.matches : []
    expect(second?.text).toBe('2-12 Rue Saint-Paul O Montréal QC H2Y 1Y7')
    expect(await textsOf(inCanada('', second?.within))).toEqual(['2-12 Rue Saint-Paul O, Montréal, QC H2Y 1Y7'])
  })

  test.each(['..', '.', 'a b', 'é', 'x'.repeat(401)])('within %j nothing is asked', async (within) => {
    expect(await search.matchesOf(inCanada('', within))).toEqual({ state: 'answered', matches: [] })
  })

  test('wrong keys are refused', async () => {
    const other = open({ ...keys, authToken: 'other' })
    expect(await other.matchesOf(inUs('1200 w monroe'))).toEqual({ state: 'unknown', why: 'refused', status: 401 })
    other.close()
  })
})

describe('CALM-35: a provider that is away', () => {
  let server: Server | null = null
  afterEach(async () => {
    server?.closeAllConnections()
    await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)))
    server = null
  })
  async function answering(listener: RequestListener): Promise<string> {
    const own = createServer(listener)
    server = own
    await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(own.address() as AddressInfo).port}`
  }
  const says =
    (status: number, text: string, headers = {}): RequestListener =>
    (_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)

  test.each<[string, RequestListener, string, number?]>([
    ['never answers', () => undefined, 'timeout'],
    ['answers half', (_request, response) => response.writeHead(200).write('{"sugg'), 'timeout'],
    ['hangs up', (request) => request.socket.destroy(), 'noConnection'],
    ['is broken', says(500, ''), 'serverFault'],
    ['answers too much', says(200, `"${'x'.repeat(2_000_000)}"`), 'unreadableAnswer'],
    ['wants its bill paid', says(402, '{}'), 'refused', 402],
    ['is asked too often', says(429, '{}', { 'retry-after': '60' }), 'refused', 429],
    ['has no such plan', says(403, '{}'), 'refused', 403],
    ['does not understand', says(400, '{}'), 'badQuestion'],
    ['does not know what is asked for', says(404, '{}'), 'badQuestion'],
    ['cannot work with it', says(422, '{}'), 'badQuestion'],
    ['finds it too long', says(413, '{}'), 'badQuestion'],
    ['has waited for it too long', says(408, '{}'), 'timeout'],
    ['leads elsewhere', says(302, '', { location: 'http://127.0.0.1:1/' }), 'unreadableAnswer'],
    ['answers a page', says(200, '<html>'), 'unreadableAnswer'],
    ['answers another thing', says(200, '{"results":[]}'), 'unreadableAnswer'],
    ['answers numbers', says(200, '{"suggestions":[{"street_line":5}]}'), 'unreadableAnswer'],
  ])('that %s is said to be unknown, soon', async (_name, listener, why, status) => {
    const search = createSmartySearch({ ...keys, origin: await answering(listener), limits })
    const refused = status === undefined ? {} : { status }
    expect(await search.matchesOf(inUs('1200 w monroe'))).toEqual({ state: 'unknown', why, ...refused })
    search.close()
  })

  test('that is not there is said to be unknown', async () => {
    const search = createSmartySearch({ ...keys, origin: 'http://127.0.0.1:1', limits })
    expect(await search.matchesOf(inUs('1200 w monroe'))).toEqual({ state: 'unknown', why: 'noConnection' })
    search.close()
  })

  test('shows its keys in no address, and asks for no more than is offered', async () => {
    const asked: string[] = []
    const search = createSmartySearch({
      ...keys,
      limits,
      origin: await answering((request, response) => {
        asked.push(`${request.method} ${request.url?.replace(/&?agent=[^&]*/, '')}`)
        says(200, '{"suggestions":[]}')(request, response)
      }),
    })
    expect(await search.matchesOf(inUs('1200 w'))).toEqual({ state: 'answered', matches: [] })
    expect(asked).toEqual(['GET /us/v2/lookup?search=1200+w&max_results=6'])
    search.close()
  })

  test('an address that our fields do not take is not offered', async () => {
    const good = { street_line: '1 A St', city: 'Reno', state: 'NV', zipcode: '89501' }
    const wrong = [{ zipcode: '8950' }, { state: 'XX' }, { street_line: '' }, { city: 'x'.repeat(61) }]
    const suggestions = [...wrong.map((part) => ({ ...good, ...part })), good]
    const origin = await answering(says(200, JSON.stringify({ suggestions })))
    const search = createSmartySearch({ ...keys, origin, limits })
    const answer = await search.matchesOf(inUs('1 a st'))
    expect(answer.state === 'answered' && answer.matches.map(({ text }) => text)).toEqual(['1 A St, Reno, NV 89501'])
    search.close()
  })
})
