import { expect, test } from 'vitest'
import { isSearchable, lineOf, matchesOfLine } from './one-line.ts'
import { placeTable } from './place-table.ts'

const places = (rows: string) =>
  rows.split('; ').map((row) => {
    const [postalCode = '', city = '', state = ''] = row.split(',')
    return { postalCode, city, state }
  })
const tables = {
  US: placeTable(
    places(
      '60607,Chicago,IL; 60614,Chicago,IL; 60411,Chicago Heights,IL; 06103,Hartford,CT; 63101,St. Louis,MO; 53703,Madison,WI; 46534,Knox,IN; 46534,Toto,IN; 62701,Springfield,IL; 65806,Springfield,MO; 20001,Washington,DC',
    ),
    'US',
  ),
  CA: placeTable(places('M5V,Toronto,ON; H2Y 1C6,Montréal,QC; V6B,Vancouver,BC'), 'CA'),
}

test.each([
  ['1200 W Monroe St, Chicago IL 60607', ['1200 W Monroe St, Chicago, IL 60607']],
  ['1200 W Monroe St Chicago IL 60607', ['1200 W Monroe St, Chicago, IL 60607']],
  ['1200 w monroe st, chicago, il, 60607-1234, USA', ['1200 w monroe st, Chicago, IL 60607']],
  ['1200 W Monroe St 60607', ['1200 W Monroe St, Chicago, IL 60607']],
  ['1200 W Monroe St, Illinois 60607', ['1200 W Monroe St, Chicago, IL 60607']],
  ['1200 W Monroe St, Apt 4, Chicago IL 60607', ['1200 W Monroe St, Apt 4, Chicago, IL 60607']],
  // a ZIP of another city or state is none of hers
  ['1200 W Monroe St, Hartford CT 60607', []],
  ['1200 W Monroe St 99999', []],
  // a court is no state
  ['12 Oak Hill Ct 06103', ['12 Oak Hill Ct, Hartford, CT 06103']],
  ['12 Oak Hill Rd, Hartford Ct', ['12 Oak Hill Rd, Hartford, CT 06103']],
  // begun: which of its ZIPs is hers nobody knows
  ['1200 W Monroe St, Chi', ['1200 W Monroe St, Chicago, IL', '1200 W Monroe St, Chicago Heights, IL 60411']],
  ['1200 W Monroe St Chicago', ['1200 W Monroe St, Chicago, IL', '1200 W Monroe St, Chicago Heights, IL 60411']],
  ['1200 W Monroe St Apt 4 Chicago IL', ['1200 W Monroe St Apt 4, Chicago, IL']],
  ['1600 Pennsylvania Ave NW Washington DC', ['1600 Pennsylvania Ave NW, Washington, DC 20001']],
  ['1 Market St, saint louis', ['1 Market St, St. Louis, MO 63101']],
  ['5 Main St, Springfield', ['5 Main St, Springfield, IL 62701', '5 Main St, Springfield, MO 65806']],
  ['5 Main St, Springfield MO', ['5 Main St, Springfield, MO 65806']],
  ['5 Main St 46534', ['5 Main St, Knox, IN 46534', '5 Main St, Toto, IN 46534']],
  // the street goes on, or there is none yet
  ['1200 W Monroe St', []],
  ['1200 W Madison', []],
  ['1200 W Madison St', []],
  ['W Monroe St, Chicago', []],
  ['Chicago IL 60607', []],
  ['1200, Chicago', []],
  ['', []],
])('CALM-35: %j means %j', (line, wanted) => {
  expect(matchesOfLine(line, 'US', tables.US).map(lineOf)).toEqual(wanted)
})

test.each([
  ['220 King St W, Toronto ON m5v1j7', ['220 King St W, Toronto, ON M5V 1J7']],
  ['220 King St W M5V 1J7', ['220 King St W, Toronto, ON M5V 1J7']],
  ['12 rue Saint-Paul, montreal', ['12 rue Saint-Paul, Montréal, QC H2Y 1C6']],
  ['12 rue Saint-Paul, Montréal, Québec, Canada', ['12 rue Saint-Paul, Montréal, QC H2Y 1C6']],
  // an area is no code
  ['900 W Hastings St, Vancouver', ['900 W Hastings St, Vancouver, BC']],
  ['220 King St W, Toronto, ON 60607', []],
])('CALM-35: in Canada %j means %j', (line, wanted) => {
  expect(matchesOfLine(line, 'CA', tables.CA).map(lineOf)).toEqual(wanted)
})

test.each([
  ['12 Oak', true],
  ['1200 W', false],
  ['Oak Street', false],
  ['60607', false],
])('CALM-35: whether %j is searched for is %j', (line, wanted) => {
  expect(isSearchable(line)).toBe(wanted)
})

test('CALM-35: no more matches are offered than help', () => {
  const many = Array.from({ length: 40 }, (_, at) => ({
    postalCode: `${10_000 + at}`,
    city: `Newtown ${at}`,
    state: 'NY',
  }))
  expect(matchesOfLine('5 Main St, Newtown', 'US', placeTable(many, 'US'))).toHaveLength(6)
})
