import type { FastifyInstance } from 'fastify'
import { openScope } from '#sandbox/scope.ts'

export type SmartyKeys = { readonly authId: string; readonly authToken: string }

type Known = { readonly street: string; readonly city: string; readonly state: string; readonly code: string }

const american: readonly (Known & { readonly units: readonly string[] })[] = [
  { street: '1200 W Monroe St', city: 'Chicago', state: 'IL', code: '60607', units: ['101', '102'] },
  { street: '1200 W Monroe Dr', city: 'Peoria', state: 'IL', code: '61602', units: [] },
]
const canadian: readonly (Known & { readonly id: string; readonly units: readonly string[] })[] = [
  { street: '220 King St W', city: 'Toronto', state: 'ON', code: 'M5H1K4', id: 'HX/220~king=', units: [] },
  {
    street: '12 Rue Saint-Paul O',
    city: 'Montréal',
    state: 'QC',
    code: 'H2Y 1Y7',
    id: 'HX/12~paul=',
    units: ['1', '2'],
  },
]

type LookupRequest = {
  readonly Querystring: { readonly search?: string; readonly country?: string; readonly max_results?: string }
}

/** The two parts of Smarty's API that complete addresses, over a few addresses; what its official library sends is answered. */
export function smartyRoutes(root: FastifyInstance, keys: SmartyKeys | null): void {
  if (keys === null) return
  const authorization = `Basic ${Buffer.from(`${keys.authId}:${keys.authToken}`).toString('base64')}`
  openScope(
    root,
    'smarty',
    async (app) => {
      app.addHook('onRequest', async (request, reply) => {
        if (request.headers.authorization !== authorization)
          return reply.code(401).send({ errors: [{ id: 0, message: 'Authentication required' }] })
      })

      app.get<LookupRequest>('/us/v2/lookup', ({ query }) => {
        const found = american
          .filter(({ street }) => isBegun(street, query.search))
          .flatMap((known) => [
            suggestion(known, '', known.units.length),
            ...known.units.map((unit) => suggestion(known, `Apt ${unit}`, 0)),
          ])
        return { suggestions: found.slice(0, Number(query.max_results ?? 10)) }
      })

      app.get<LookupRequest>('/international/v2/lookup', ({ query }) => {
        const found = canadian.filter(({ street }) => query.country === 'CAN' && isBegun(street, query.search))
        return { candidates: found.map((known) => candidate(known, known.id, Math.max(known.units.length, 1))) }
      })

      app.get<LookupRequest & { readonly Params: { readonly id: string } }>(
        '/international/v2/lookup/:id',
        ({ params }) => {
          const whole = canadian.find(({ id, units }) => id === params.id && units.length === 0)
          const building = canadian.find(({ id }) => id === params.id)
          const unit = canadian.flatMap((known) => known.units.map((one) => ({ known, one, id: `${known.id}-${one}` })))
          const home = unit.find(({ id }) => id === params.id)
          if (whole !== undefined) return { candidates: [fields(whole, whole.street)] }
          if (home !== undefined) return { candidates: [fields(home.known, `${home.one}-${home.known.street}`)] }
          const units = unit.filter(({ known }) => known === building)
          return {
            candidates: units.map(({ known, one, id }) =>
              candidate({ ...known, street: `${one}-${known.street}` }, id, 1),
            ),
          }
        },
      )
    },
    { prefix: '/smarty' },
  )
}

function isBegun(street: string, search = ''): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z\d]+/g, ' ')
      .trim()
  return search !== '' && plain(street).startsWith(plain(search))
}

function suggestion({ street, city, state, code }: Known, secondary: string, entries: number) {
  return { street_line: street, secondary, city, state, zipcode: code, entries, source: 'postal' }
}

function candidate({ street, city, state, code }: Known, id: string, entries: number) {
  return { entries, address_text: `${street} ${city} ${state} ${code}`, address_id: id }
}

function fields({ city, state, code }: Known, street: string) {
  return {
    ...{ street, locality: city, administrative_area: state === 'QC' ? 'Québec' : 'Ontario' },
    ...{ administrative_area_short: state, postal_code: code, country_iso3: 'CAN' },
  }
}
