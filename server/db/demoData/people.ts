import type { Random } from './random'

const firstNames = [
  'Amelia',
  'Noah',
  'Zoë',
  'Mateus',
  'Ingrid',
  'Łukasz',
  'Priya',
  'Søren',
  'Chloé',
  'Haruto',
  'Fatima',
  'Owen',
  'Nguyễn',
  'Björn',
  'Maria',
  'Ethan',
  'Aoife',
  'José',
  'Leila',
  'Marcus',
  'Yuki',
  'Hannah',
  'Dmitri',
  'Grace',
]
const lastNames = [
  'Bennett',
  'Okafor',
  'Müller',
  'García',
  'Lindqvist',
  'Nowak',
  'Shah',
  'Jensen',
  'Dubois',
  'Tanaka',
  'Haddad',
  'Walsh',
  'Trần',
  'O’Connor',
  'Silva',
  'Kowalczyk',
  'Murphy',
  'Peña',
  'Rahimi',
  'Johnson',
  'Sato',
  'Weber',
]
const places = [
  ['Portland', 'OR', '97205', 'US'],
  ['Austin', 'TX', '78704', 'US'],
  ['Minneapolis', 'MN', '55401', 'US'],
  ['Halifax', 'NS', 'B3J 1S9', 'CA'],
  ['Montréal', 'QC', 'H2X 1Y4', 'CA'],
  ['Malmö', null, '211 20', 'SE'],
  ['Köln', null, '50667', 'DE'],
  ['Galway', null, 'H91 E2K3', 'IE'],
] as const
const streets = ['Alder Street', 'Harbour Road', 'Kirkgatan', 'Rue Saint-Denis', 'Mill Lane', 'Lindenallee', 'Pine Ave']
const notes = [
  'Prefers to be called after 5 pm.',
  'Asks for a paper invoice.',
  'Long-standing customer; handle with care.',
]

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .replaceAll('ø', 'o')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()

/** A customer with a believable name and address; some of what is optional is absent. */
export function customerOf(random: Random) {
  const firstName = random.pick(firstNames)
  const lastName = random.pick(lastNames)
  const [city, state, postalCode, country] = random.pick(places)
  return {
    firstName,
    lastName,
    email: `${plain(firstName)}.${plain(lastName)}${random.between(1, 999)}@customers.example`,
    phone: random.maybe(0.85, () => `+1 555 01${random.digits(2)} ${random.digits(4)}`),
    address1: `${random.between(1, 240)} ${random.pick(streets)}`,
    address2: random.maybe(0.2, () => `Apt ${random.between(1, 40)}`),
    city,
    state,
    postalCode,
    country,
    note: random.maybe(0.1, () => random.pick(notes)),
  }
}
