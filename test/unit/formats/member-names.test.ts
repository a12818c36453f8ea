import { type Conversion, date, memberNames } from '@concordat/runtime/formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bundleSize } from '../../../bench/client/bundle.ts'
import { OWN } from '../../../bench/client/programs.ts'
import { addressInCode } from '../../../generator/model/naming/address-in-code.ts'
import { memberNaming } from '../../../generator/model/naming/name-members.ts'
import { parseFormats, serializeFormats } from '../../../runtime/http/formats/convert.ts'
import { createMock } from '../../../runtime/mock/mock.ts'
import { createClient } from '../../golden/member-names-in-camel-case/expected/client.ts'
import { document } from '../../golden/member-names-in-camel-case/expected/operations.ts'
import { listPeopleInfiniteQuery } from '../../golden/member-names-in-camel-case/expected/query.ts'
import { PersonSchema } from '../../golden/member-names-in-camel-case/expected/schemas.ts'
import { createApp, type Handlers } from '../../golden/member-names-in-camel-case/expected/server.ts'
import type { Person, Pet } from '../../golden/member-names-in-camel-case/expected/types.ts'

const person: Person = {
  familyName: 'Noether',
  _givenNames: ['Amalie', 'Emmy'],
  bornAt: new Date('1882-03-23T00:00:00Z'),
  bestFriend: { familyName: 'Hilbert', bestFriend: null },
  homeAddress: { streetName: 'Long', placeName: 'Bryn Mawr', countryCode: 'US' },
  phoneNumbers: { home_number: { lastUsed: new Date(0), isPublic: false } },
  sizeByUnit: { foot_length: 24 },
  firstAndLast: [{ streetName: 'a', placeName: 'b', countryCode: 'c' }],
  '@type': 'person',
}

const onWire = {
  family_name: 'Noether',
  _given_names: ['Amalie', 'Emmy'],
  born_at: '1882-03-23T00:00:00.000Z',
  best_friend: { family_name: 'Hilbert', best_friend: null },
  home_address: { street_name: 'Long', place_name: 'Bryn Mawr', country_code: 'US' },
  phone_numbers: { home_number: { last_used: '1970-01-01T00:00:00.000Z', is_public: false } },
  size_by_unit: { foot_length: 24 },
  first_and_last: [{ street_name: 'a', place_name: 'b', country_code: 'c' }],
  '@type': 'person',
}

/**
 * Connects the golden case's client to its own server. Also returns what was sent between them, and what
 * handlers received.
 */
function served(own: Partial<Handlers> = {}) {
  const [wire, given]: [{ url: string; sent: string; answered: string }[], unknown[]] = [[], []]
  const handlers: Handlers = {
    getPerson: () => ({ status: 404, body: { errorCode: 'none' } }),
    putPerson({ body }) {
      given.push(body)
      return { status: 200, body }
    },
    listPeople({ query }) {
      given.push(query)
      const start = Number(query.page_token ?? 0)
      const nextToken = start < 2 ? String(start + 1) : null
      const foundPeople = [{ familyName: String(start) }]
      return { status: 200, body: { foundPeople, pageInfo: { nextToken } } }
    },
    putPet({ body }) {
      given.push(body)
      return { status: 200, body }
    },
    addPicture({ body }) {
      given.push(body)
      return { status: 204 }
    },
    addSite({ body }) {
      given.push(body)
      return { status: 204 }
    },
    watch: () => ({
      status: 200,
      body: (async function* () {
        yield { happenedAt: new Date(0), eventName: 'begun' }
      })(),
    }),
    ...own,
  }
  const app = createApp({
    handlers,
    validateResponses: 'throw',
    problemResponse: ({ detail }) => ({
      headers: { 'content-type': 'application/problem+json' },
      body: { error_code: detail },
    }),
  })
  const fetch = async (request: Request): Promise<Response> => {
    const sent = await request.clone().text()
    const response = await app(request)
    const url = request.url.slice('https://names.test'.length)
    wire.push({ url, sent, answered: await response.clone().text() })
    return response
  }
  return { api: createClient({ baseUrl: 'https://names.test', fetch }), app, wire, given }
}

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

test("client and handler have the names of code, and the document's travel", async () => {
  const { api, wire, given } = served()
  expect(await api.putPerson({ path: { person_id: '7' }, body: person })).toEqual(person)
  expect(given).toEqual([person])
  expect(JSON.parse(wire[0]?.sent ?? '')).toEqual(onWire)
  expect(JSON.parse(wire[0]?.answered ?? '')).toEqual(onWire)
})

test('a server has them with any client, and a client with any server', async () => {
  const { app, given } = served()
  const headers = { 'Content-Type': 'application/json' }
  const init = { method: 'PUT', headers, body: JSON.stringify(onWire) }
  const response = await app(new Request('https://names.test/people/7', init))
  expect(await response.json()).toEqual(onWire)
  expect(given).toEqual([person])

  const mock = createMock(document)
  const api = createClient({ baseUrl: 'https://names.test', fetch: (request) => mock(request) })
  const answered = await api.putPerson({ path: { person_id: '7' }, body: person })
  expect(answered).toMatchObject({ familyName: 'Noether', bestFriend: { familyName: 'Hilbert' } })
})

test('the discriminator tells which alternative it is, on both sides', async () => {
  const { api, wire, given } = served()
  const pets: Pet[] = [
    { petKind: 'dog', petOwner: { familyName: 'Noether', bornAt: new Date(0) } },
    { petKind: 'house_cat', livesLeft: 9, petOwner: 'somebody' },
  ]
  for (const body of pets) expect(await api.putPet({ path: { petId: '1' }, body })).toEqual(body)
  expect(given).toEqual(pets)
  expect(wire.map(({ sent }) => JSON.parse(sent))).toEqual([
    { pet_kind: 'dog', pet_owner: { family_name: 'Noether', born_at: '1970-01-01T00:00:00.000Z' } },
    { pet_kind: 'house_cat', lives_left: 9, petOwner: 'somebody' },
  ])
})

test('parts of a composition have the same names, and other members keep theirs', async () => {
  const { api, wire, given } = served()
  const body = { streetName: 'Long', placeName: 'Bryn Mawr', countryCode: 'US', x_note: 'kept' }
  await api.addSite({ body })
  expect(given).toEqual([body])
  const sent = { street_name: 'Long', place_name: 'Bryn Mawr', country_code: 'US', x_note: 'kept' }
  expect(JSON.parse(wire[0]?.sent ?? '')).toEqual(sent)
})

test('walks and infinite queries read pages by the names of code', async () => {
  const { api, wire, given } = served()
  const query = { where: { bornAfter: new Date(0) } }
  expect(await collect(api.listPeople.items({ query }))).toEqual([
    { familyName: '0' },
    { familyName: '1' },
    { familyName: '2' },
  ])
  expect(wire[0]?.url).toBe('/people?where%5Bborn_after%5D=1970-01-01T00%3A00%3A00.000Z')
  expect(given[1]).toEqual({ ...query, page_token: '1' })
  const { queryFn, getNextPageParam } = listPeopleInfiniteQuery(api.client, { query })
  const page = await queryFn({ signal: AbortSignal.timeout(5000), pageParam: '1' })
  expect(page.foundPeople).toEqual([{ familyName: '1' }])
  expect(getNextPageParam(page, [page], '1')).toBe('2')
})

test('forms, streams and refusals have them too', async () => {
  const { api, wire, given } = served()
  const body = { pictureTitle: 'At work', takenBy: { familyName: 'Noether', takenAt: new Date(0) } }
  await api.addPicture({ body })
  expect(given).toEqual([body])
  expect(wire[0]?.sent).toContain('name="picture_title"')
  expect(wire[0]?.sent).toContain('{"family_name":"Noether","taken_at":"1970-01-01T00:00:00.000Z"}')
  expect(await collect(await api.watch())).toEqual([{ happenedAt: new Date(0), eventName: 'begun' }])
  const refused = await api.getPerson({ path: { person_id: '7' } }).catch((error: unknown) => error)
  expect(api.getPerson.isError(refused) && refused.body.errorCode).toBe('none')
})

test('messages and validators have the names of the document', async () => {
  const { app } = served()
  const headers = { 'Content-Type': 'application/json' }
  const init = { method: 'PUT', headers, body: JSON.stringify({ ...onWire, born_at: 'yesterday' }) }
  const response = await app(new Request('https://names.test/people/7', init))
  expect(await response.text()).toContain('born_at')
  expect(PersonSchema['~standard'].validate(onWire)).toEqual({ value: onWire })
})

test('types have no names that travel', () => {
  // @ts-expect-error -- the document's name
  const named: Person = { family_name: 'Noether' }
  // @ts-expect-error -- keys of maps are data
  const keyed: Person = { familyName: 'Noether', sizeByUnit: { footLength: 24 } }
  expect([named, keyed]).toHaveLength(2)
})

test('whatever comes is sent as it came', () => {
  const names = memberNames({ a_b: 'aB', c: 'd', d: 'e' })
  const keys = fc.constantFrom('a_b', 'aB', 'c', 'd', 'e', 'other', '__proto__')
  fc.assert(
    fc.property(fc.dictionary(keys, fc.integer()), (value) => {
      const shown = names.shown(value)
      expect(Object.keys(shown)).toHaveLength(Object.keys(value).length)
      expect(names.sent(shown)).toEqual(value)
    }),
  )
  const plain = { other: 1 }
  expect(names.shown(plain)).toBe(plain)
  expect(names.shown({ a_b: 1, aB: 2 })).toEqual({ aB: 1, a_b: 2 })
})

test('values of classes keep their members', () => {
  const conversion: Conversion = { names: memberNames({ a_b: 'aB' }), properties: { a_b: { string: date } } }
  const day = new Date(0)
  expect(parseFormats({ a_b: day.toISOString() }, conversion)).toEqual({ aB: day })
  expect(serializeFormats({ aB: day }, conversion)).toEqual({ a_b: day.toISOString() })
  const own = { aB: 1, toJSON: () => 'own' }
  expect(serializeFormats(own, conversion)).toBe(own)
  expect(serializeFormats(null, conversion)).toBeNull()
})

test.each([
  ['family_name', 'familyName'],
  ['FamilyName', 'familyName'],
  ['_id', '_id'],
  ['_created_at', '_createdAt'],
  ['@base_type', '@baseType'],
  ['3d_model', '3dModel'],
  ['$', '$'],
  ['', ''],
])('"%s" is called "%s"', (wire, shown) => {
  expect(memberNaming('camelCase')(wire)).toBe(shown)
})

test('a function gives names, and is told where it answers none', () => {
  expect(memberNaming(({ name }) => `my ${name}`)('a')).toBe('my a')
  expect(() => memberNaming(() => '')('a')).toThrow(
    '"memberNames" returned "" for the member "a"; expected a name.',
  )
})

test('the address of a callback names what code has', () => {
  const nameMember = memberNaming('camelCase')
  expect(
    addressInCode('{$request.body#/call_back/the_url}?of={$request.query.topic_id}&at={$method}', {
      nameMember,
      parameters: 'camelCase',
    }),
  ).toBe('{$request.body#/callBack/theUrl}?of={$request.query.topicId}&at={$method}')
  expect(addressInCode('$request.body#/call_back', {})).toBe('$request.body#/call_back')
})

test('a client without such names loads nothing of them', async () => {
  const named = `import { memberNames } from '@concordat/runtime/formats'\n${OWN.plain}`
  expect(await bundleSize(named)).toBe(await bundleSize(OWN.plain))
})
