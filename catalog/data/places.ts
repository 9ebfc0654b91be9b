import type { CategoryRecord, LocationRecord } from '#contracts/catalog/import-schema.ts'
import type { Brand } from '#domain/variant.ts'

type Shelf = Pick<CategoryRecord, 'slug' | 'name' | 'parent' | 'description'>

const shelves: readonly (Omit<Shelf, 'description'> & { readonly words: { readonly [Key in Brand]: string } })[] = [
  {
    slug: 'furniture',
    name: 'Furniture',
    parent: null,
    words: {
      CB: 'Pieces made to be lived with, from frames that are glued, screwed and doweled.',
      CB2: 'Low, long, dark, light. Furniture for rooms that are used at night.',
    },
  },
  {
    slug: 'sofas',
    name: 'Sofas',
    parent: 'furniture',
    words: {
      CB: 'Deep seats, washable covers and frames of kiln-dried wood.',
      CB2: 'Plinths, channels, curves. Sofas that hold a room together.',
    },
  },
  {
    slug: 'chairs',
    name: 'Chairs & Ottomans',
    parent: 'furniture',
    words: {
      CB: 'A chair for every window, and something to put your feet on.',
      CB2: 'One good chair does more for a room than three fair ones.',
    },
  },
  {
    slug: 'dining',
    name: 'Dining & Work',
    parent: 'furniture',
    words: {
      CB: 'Tables that forgive homework and chairs that outlast dessert.',
      CB2: 'Slabs, pins and pedestals, and what to sit on around them.',
    },
  },
  {
    slug: 'beds',
    name: 'Beds & Bedroom',
    parent: 'furniture',
    words: {
      CB: 'Beds, nightstands and dressers that keep quiet.',
      CB2: 'Low platforms, tall headboards, drawers without knobs.',
    },
  },
  {
    slug: 'storage',
    name: 'Storage & Tables',
    parent: 'furniture',
    words: {
      CB: 'Cabinets, bookcases and benches for everything with no place yet.',
      CB2: 'Consoles, shelves and small tables that stay out of the way.',
    },
  },
  {
    slug: 'home',
    name: 'Home',
    parent: null,
    words: {
      CB: 'Light, rugs, linen and the things that make a house yours.',
      CB2: 'The last ten percent that makes the first ninety work.',
    },
  },
  {
    slug: 'lighting',
    name: 'Lighting',
    parent: 'home',
    words: { CB: 'Lamps that make everyone look rested.', CB2: 'Cones, globes and arcs, dimmed.' },
  },
  {
    slug: 'rugs',
    name: 'Rugs',
    parent: 'home',
    words: { CB: 'Wool and jute, woven and knotted by hand.', CB2: 'Grids, arches and plain undyed wool.' },
  },
  {
    slug: 'textiles',
    name: 'Bed, Bath & Pillows',
    parent: 'home',
    words: { CB: 'Linen, cotton and lambswool. Some of it with your initials.', CB2: 'Waffle, flax, mohair, velvet.' },
  },
  {
    slug: 'decor',
    name: 'Decor & Mirrors',
    parent: 'home',
    words: { CB: 'Vases, mirrors and small things with a long life.', CB2: 'Objects with one idea each.' },
  },
  {
    slug: 'tabletop',
    name: 'Table & Kitchen',
    parent: null,
    words: { CB: 'Everything between the stove and the last guest.', CB2: 'Matte plates, thin rims, sharp knives.' },
  },
  {
    slug: 'tableware',
    name: 'Tableware',
    parent: 'tabletop',
    words: { CB: 'Stoneware in open stock: buy one, buy twelve.', CB2: 'Black, white and the grey between.' },
  },
  {
    slug: 'glassware',
    name: 'Glassware',
    parent: 'tabletop',
    words: { CB: 'Stems and tumblers, plain or etched.', CB2: 'Facets, lines and a good martini.' },
  },
  {
    slug: 'kitchen',
    name: 'Kitchen',
    parent: 'tabletop',
    words: { CB: 'Pots and boards that are handed down.', CB2: 'Few tools, each of them good.' },
  },
  {
    slug: 'outdoor',
    name: 'Outdoor',
    parent: null,
    words: {
      CB: 'Teak that turns silver and cushions that dry in an hour.',
      CB2: 'For roofs, decks and the one good corner of the yard.',
    },
  },
  {
    slug: 'gifts',
    name: 'Gifts',
    parent: null,
    words: { CB: 'When you know the person but not the lamp.', CB2: 'Right size, every time.' },
  },
  {
    slug: 'gift-cards',
    name: 'Gift Cards',
    parent: 'gifts',
    words: { CB: 'Mailed in an envelope, good for ever.', CB2: 'Mailed in a black envelope, good for ever.' },
  },
  {
    slug: 'donations',
    name: 'Donations',
    parent: 'gifts',
    words: { CB: 'Give back to the forests our wood comes from.', CB2: 'Help furnish a first apartment.' },
  },
]

/** The shelves of a brand, without their pictures, in the order to show. */
export function shelvesOf(brand: Brand): Shelf[] {
  return shelves.map(({ slug, name, parent, words }) => ({ slug, name, parent, description: words[brand] }))
}

type Place = Omit<LocationRecord, 'type'>

/** The demo's stores keep the same hours everywhere. */
const storeHours = 'Mon-Sat 10 am to 8 pm, Sun 11 am to 6 pm'

function place(
  brand: Brand,
  country: 'US' | 'CA',
  kind: Place['kind'],
  locationId: number,
  name: string,
  address: readonly [string, string, string, string],
  latitude: number,
  longitude: number,
): Place {
  const [address1, city, state, postalCode] = address
  const hours = kind === 'store' ? storeHours : ''
  return { brand, country, kind, locationId, name, address1, city, state, postalCode, hours, latitude, longitude }
}

/** Warehouses and stores. Cities are real, addresses are made up. */
export const places: readonly Place[] = [
  place(
    'CB',
    'US',
    'warehouse',
    100,
    'Columbus Distribution Center',
    ['4100 Alum Creek Drive', 'Columbus', 'OH', '43207'],
    39.91,
    -82.93,
  ),
  place(
    'CB',
    'US',
    'store',
    101,
    'Chicago, Clark Street',
    ['1460 N Clark Street', 'Chicago', 'IL', '60610'],
    41.908,
    -87.631,
  ),
  place(
    'CB',
    'US',
    'store',
    102,
    'Minneapolis, Hennepin',
    ['2800 Hennepin Avenue', 'Minneapolis', 'MN', '55408'],
    44.952,
    -93.298,
  ),
  place(
    'CB',
    'US',
    'store',
    103,
    'Boston, Boylston Street',
    ['790 Boylston Street', 'Boston', 'MA', '02199'],
    42.348,
    -71.082,
  ),
  place(
    'CB',
    'US',
    'store',
    104,
    'Portland, Pearl District',
    ['1120 NW Everett Street', 'Portland', 'OR', '97209'],
    45.525,
    -122.682,
  ),
  place(
    'CB',
    'CA',
    'warehouse',
    200,
    'Mississauga Distribution Centre',
    ['6300 Kennedy Road', 'Mississauga', 'ON', 'L5T 2S6'],
    43.66,
    -79.66,
  ),
  place(
    'CB',
    'CA',
    'store',
    201,
    'Toronto, Yonge Street',
    ['3390 Yonge Street', 'Toronto', 'ON', 'M4N 2M6'],
    43.732,
    -79.404,
  ),
  place(
    'CB',
    'CA',
    'store',
    202,
    'Vancouver, Granville',
    ['2640 Granville Street', 'Vancouver', 'BC', 'V6H 3H8'],
    49.263,
    -123.138,
  ),
  place(
    'CB',
    'CA',
    'store',
    203,
    'Calgary, Macleod Trail',
    ['6455 Macleod Trail SW', 'Calgary', 'AB', 'T2H 0K8'],
    50.998,
    -114.073,
  ),
  place(
    'CB2',
    'US',
    'warehouse',
    300,
    'Reno Distribution Center',
    ['12400 Moya Boulevard', 'Reno', 'NV', '89506'],
    39.64,
    -119.88,
  ),
  place('CB2', 'US', 'store', 301, 'New York, SoHo', ['470 Broadway', 'New York', 'NY', '10013'], 40.721, -74.001),
  place(
    'CB2',
    'US',
    'store',
    302,
    'Los Angeles, Beverly',
    ['8020 Beverly Boulevard', 'Los Angeles', 'CA', '90048'],
    34.076,
    -118.364,
  ),
  place(
    'CB2',
    'US',
    'store',
    303,
    'Austin, South Congress',
    ['1710 S Congress Avenue', 'Austin', 'TX', '78704'],
    30.246,
    -97.751,
  ),
  place(
    'CB2',
    'US',
    'store',
    304,
    'Chicago, North Avenue',
    ['820 W North Avenue', 'Chicago', 'IL', '60642'],
    41.911,
    -87.649,
  ),
  place(
    'CB2',
    'CA',
    'warehouse',
    400,
    'Calgary Distribution Centre',
    ['9200 Venture Avenue SE', 'Calgary', 'AB', 'T3S 0A1'],
    50.97,
    -113.9,
  ),
  place(
    'CB2',
    'CA',
    'store',
    401,
    'Toronto, Queen West',
    ['650 Queen Street W', 'Toronto', 'ON', 'M6J 1E4'],
    43.647,
    -79.404,
  ),
  place(
    'CB2',
    'CA',
    'store',
    402,
    'Montreal, Saint-Laurent',
    ['3770 Boulevard Saint-Laurent', 'Montreal', 'QC', 'H2W 1X6'],
    45.516,
    -73.577,
  ),
  place(
    'CB2',
    'CA',
    'store',
    403,
    'Vancouver, Robson',
    ['1120 Robson Street', 'Vancouver', 'BC', 'V6E 1B2'],
    49.285,
    -123.124,
  ),
]
