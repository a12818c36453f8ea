import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const hive = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'string', readOnly: true }, name: { type: 'string', minLength: 1 } },
}
const none = { 404: { description: 'None.' } }
const body = {
  required: true,
  content: {
    'application/json': {
      schema: { type: 'object', required: ['name'], properties: { name: hive.properties.name } },
    },
  },
}
const condition = { name: 'If-None-Match', in: 'header', schema: { type: 'string' } }
const apiary = (isConditional: boolean) =>
  described({
    '/hives': {
      get: {
        operationId: 'listHives',
        parameters: isConditional ? [condition] : [],
        responses: { ...answers({ type: 'array', items: hive }), 304: { description: 'Unchanged.' } },
      },
      post: {
        operationId: 'addHive',
        requestBody: body,
        responses: { ...answers(hive, { status: 201 }), ...none },
      },
    },
    '/hives/{hive}': {
      parameters: [{ name: 'hive', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getHive', responses: { ...answers(hive), ...none } },
      patch: { operationId: 'renameHive', requestBody: body, responses: { ...answers(hive), ...none } },
      delete: { operationId: 'dropHive', responses: { 204: { description: 'Gone.' }, ...none } },
    },
  })

interface Hive {
  readonly id: string
  readonly name: string
}

/** `tagOf` makes the list's entity tag, and `isKnown` decides whether a client's tag gets 304. */
interface Habits {
  readonly tagOf?: (hives: readonly Hive[], last: number) => string
  readonly isKnown?: (known: string | null, tag: string, last: number) => boolean
}

const byContent = (hives: readonly Hive[]): string =>
  `"${hives.map(({ id, name }) => id + name.replaceAll(/\W/g, '')).join('-')}"`

function service({ tagOf = byContent, isKnown = (known, tag) => known === tag }: Habits) {
  let hives: readonly Hive[] = []
  let last = 0
  const sentFor = new Map<string, number>()
  return ({ method, url, headers }: Request, text: string): Response => {
    const id = new URL(url).pathname.split('/')[2]
    const own = hives.find((one) => one.id === id)
    if (id !== undefined && own === undefined) return new Response(null, { status: 404 })
    if (method === 'GET' && own !== undefined) return Response.json(own)
    if (method === 'GET') {
      const etag = tagOf(hives, last)
      const known = headers.get('if-none-match')
      sentFor.set(etag, last)
      return isKnown(known, etag, sentFor.get(known ?? '') ?? -1)
        ? new Response(null, { status: 304, headers: { etag } })
        : Response.json(hives, { headers: { etag } })
    }
    if (method === 'DELETE') {
      hives = hives.filter((one) => one !== own)
      return new Response(null, { status: 204 })
    }
    const now: Hive = { id: own?.id ?? `h${++last}`, ...JSON.parse(text) }
    hives = own === undefined ? [...hives, now] : hives.map((one) => (one === own ? now : one))
    return Response.json(now, { status: own === undefined ? 201 : 200 })
  }
}

const told = async (habits: Habits = {}, isConditional = true): Promise<string[]> => {
  const document = await apiary(isConditional)
  const lines = await outcomes(document, { answer: service(habits), rules: ['isolation/entity-tag'] })
  return lines.filter((line) => !line.endsWith(': passed'))
}

test.each([true, false])('a list with a tag of its content breaks nothing (conditional: %s)', async (is) => {
  expect(await told({}, is)).toEqual([])
})

test('a list with a weak tag that rarely changes breaks nothing', async () => {
  expect((await told({ tagOf: () => 'W/"today"' })).filter((line) => !line.includes('not run'))).toEqual([])
})

test('a list whose tag tells only of new items is told', async () => {
  expect(await told({ tagOf: (_, last) => `"${last}"` })).toEqual([
    expect.stringMatching(/^isolation dropHive: a new entity tag from GET \/hives, because DELETE /),
    expect.stringMatching(
      /^isolation renameHive: a new entity tag from GET \/hives, because PATCH \S+ changed its items \| "\d+" as before$/,
    ),
  ])
})

test('a list whose new tag is not compared with that of the request is told', async () => {
  const byNewest: Habits = { isKnown: (known, _, last) => known !== null && last >= 0 }
  expect(await told(byNewest)).toEqual([
    expect.stringMatching(
      /^isolation addHive: the list from GET \/hives in response to its old entity tag, .* \| status 304$/,
    ),
    expect.stringMatching(/^isolation dropHive: the list from GET \/hives /),
    expect.stringMatching(/^isolation renameHive: the list from GET \/hives /),
  ])
  expect(await told(byNewest, false)).toEqual([])
})
