import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const guest = {
  type: 'object',
  required: ['id', 'name', 'email'],
  properties: {
    id: { type: 'string', readOnly: true },
    name: { type: 'string', minLength: 1 },
    email: { type: 'string', format: 'email' },
  },
}
const { id: _, ...written } = guest.properties
const refused = {
  400: { description: 'Wrong.' },
  404: { description: 'None.' },
  409: { description: 'Taken.' },
}
const body = (required: readonly string[], example?: object, more: object = {}) => ({
  required: true,
  content: {
    'application/json': {
      schema: { type: 'object', required, properties: { ...written, ...more } },
      example,
    },
  },
})

/** Guests, and rooms or guests that can be restored. */
const innWith = (restorable: string, example?: object, more: object = {}) =>
  described({
    '/guests': {
      get: { operationId: 'listGuests', responses: answers({ type: 'array', items: guest }) },
      post: {
        operationId: 'addGuest',
        requestBody: body(['name', 'email'], example, more),
        responses: { ...answers(guest, { status: 201 }), ...refused },
      },
    },
    '/guests/{guest_id}': {
      parameters: [{ name: 'guest_id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getGuest', responses: { ...answers(guest), ...refused } },
      patch: {
        operationId: 'changeGuest',
        requestBody: body([], example),
        responses: { ...answers(guest), ...refused },
      },
      delete: { operationId: 'dropGuest', responses: { 204: { description: 'Gone.' }, ...refused } },
    },
    [restorable]: {
      parameters: [{ name: restorable.slice(8, -9), in: 'path', required: true, schema: { type: 'string' } }],
      post: { operationId: 'restore', responses: { ...answers(guest), ...refused } },
    },
  })
const inn = innWith('/trash/{room_id}/restore')

type Fault =
  | 'case matters'
  | 'changes may take'
  | 'creates may take'
  | 'taken in a change is wrong'
  | 'slow to look'
  | 'taken is wrong'
  | 'names outlive'
  | 'names outlive, and no host is known'
  | 'gone is forbidden'
  | 'own is taken'
  | 'own is taken without saying so'
  | 'refused is half done'
  | 'nothing new is refused'

interface Guest {
  readonly id: string
  readonly name: string
  readonly email: string
}

function service(fault?: Fault) {
  let guests: readonly Guest[] = []
  let last = 0
  const gone = new Set<string>()
  const isTaken = (email: string, but?: Guest): boolean => {
    const fold = (text: string): string => (fault === 'case matters' ? text : text.toLowerCase())
    return guests.some((one) => one !== but && fold(one.email) === fold(email))
  }
  const isQuiet = fault === 'own is taken without saying so' || fault === 'nothing new is refused'
  const detail = isQuiet ? 'Another guest has this address.' : 'This email is already taken.'
  const refuse = (status: number) => Response.json({ detail }, { status })
  return async ({ method, url }: Request, text: string): Promise<Response> => {
    const [, , name = ''] = new URL(url).pathname.split('/')
    const sent = text === '' ? {} : JSON.parse(text)
    const own = guests.find(({ id }) => id === name)
    if (name === '' && method === 'GET') return Response.json(guests)
    if (name !== '' && own === undefined)
      return refuse(fault === 'gone is forbidden' && method === 'DELETE' ? 403 : 404)
    if (method === 'GET') return Response.json(own)
    if (method === 'DELETE') {
      if (own !== undefined && fault?.startsWith('names outlive')) gone.add(own.email.toLowerCase())
      guests = guests.filter((one) => one !== own)
      return new Response(null, { status: 204 })
    }
    if (fault?.endsWith('no host is known') && sent.host_id) return refuse(422)
    const isSame = own !== undefined && sent.email === own.email && (sent.name ?? own.name) === own.name
    if (fault === 'nothing new is refused' && isSame) return refuse(409)
    const but = fault?.startsWith('own is taken') ? undefined : own
    const taken = sent.email !== undefined && (isTaken(sent.email, but) || gone.has(sent.email.toLowerCase()))
    if (taken && fault === 'refused is half done' && own !== undefined && own.email !== sent.email)
      guests = guests.map((one) => (one === own ? { ...own, name: sent.name ?? own.name } : one))
    const mayTake = fault === (own === undefined ? 'creates may take' : 'changes may take')
    const isWrong =
      fault === 'taken is wrong' || (fault === 'taken in a change is wrong' && own !== undefined)
    if (taken && !mayTake) return refuse(isWrong ? 400 : 409)
    if (fault === 'slow to look') await new Promise((resolve) => setTimeout(resolve, 30))
    const now: Guest = { ...own, ...sent, id: own?.id ?? `g${++last}` }
    guests = own === undefined ? [...guests, now] : guests.map((one) => (one === own ? now : one))
    return Response.json(now, { status: own === undefined ? 201 : 200 })
  }
}

const told = async (fault?: Fault, family = 'unique', document = inn): Promise<string[]> =>
  (
    await outcomes(await document, { answer: service(fault), rules: ['conformance', 'lifecycle', 'unique'] })
  ).filter((line) => line.startsWith(family))

test('a server that holds a value unique breaks nothing', async () => {
  expect(await told()).toEqual(['unique addGuest: passed'])
})

test.each<readonly [Fault, RegExp]>([
  [
    'case matters',
    /a rejection of "[^a-z]+" for "email", which another item has in different letter case \| status 201/,
  ],
  ['changes may take', /a rejection of "\S+" for "email", which another item has \| status 200/],
  ['taken in a change is wrong', /status 409 for a value of "email" that another item has \| status 400/],
  ['refused is half done', /^unique addGuest: the item unchanged: \{"name":"\S+"\} \| \{"name":"/],
  ['taken is wrong', /status 409 for a value of "email" that another item has \| status 400/],
  ['slow to look', /one of two simultaneous requests with "email" set to "\S+" to be rejected \| status 201/],
])('a server that has the fault "%s" breaks it', async (fault, expected) => {
  expect(await told(fault)).toEqual([expect.stringMatching(expected)])
})

test('a deleted guest whose email stays taken, and a guest whose own email is taken, are told', async () => {
  expect((await told(undefined, 'lifecycle')).every((line) => line.endsWith(': passed'))).toBe(true)
  expect(await told('names outlive', 'lifecycle dropGuest')).toEqual([
    expect.stringContaining('success for addGuest with the values of the deleted item | status 409'),
  ])
  const hosted = innWith(
    '/trash/{room_id}/restore',
    { name: 'Zoe', email: 'zoe@example.org' },
    { host_id: { type: 'integer' } },
  )
  expect(await told('names outlive, and no host is known', 'lifecycle dropGuest', hosted)).toEqual([
    expect.stringContaining('success for addGuest with the values of the deleted item | status 409'),
  ])
  const keeping = { answer: service('names outlive'), rules: ['lifecycle/freed'] }
  expect(await outcomes(await innWith('/trash/{guest_id}/restore'), keeping)).not.toContainEqual(
    expect.stringContaining('the deleted item'),
  )
  expect(await told('gone is forbidden', 'lifecycle dropGuest')).toEqual([
    expect.stringContaining('status 404, as from a read, when the item is deleted again | status 403'),
  ])
  for (const fault of ['own is taken', 'own is taken without saying so'] as const)
    expect(await told(fault, 'lifecycle changeGuest')).toContainEqual(
      expect.stringContaining('success for the values that were just read from the item | status 409'),
    )
  expect(await told('nothing new is refused', 'lifecycle changeGuest')).toEqual([
    'lifecycle changeGuest: passed',
  ])
})

test('a create that takes what no change may take is told', async () => {
  const shown = innWith('/trash/{room_id}/restore', { name: 'Zoe', email: 'zoe@example.org' })
  expect(await told('creates may take', 'unique', shown)).toEqual([
    expect.stringMatching(/a rejection of "\S+" for "email", which another item has \| status 201/),
  ])
  expect(await told(undefined, 'unique', shown)).toEqual(['unique addGuest: passed'])
})
