import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { again, type Behaviour, changed, findingsBy, routeOf } from '../../pet/pet-behaviour.ts'
import { petDocument } from '../../pet/pet-document.ts'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const RULES = { rules: ['list-protocol'] }

/** Changes the responses of lists. */
const listing =
  (
    change: (
      page: Record<string, unknown>,
      request: Request,
      send: (path: string) => Promise<Record<string, unknown>>,
    ) => Promise<Record<string, unknown>> | Record<string, unknown>,
  ): Behaviour =>
  async (request, send) => {
    const answer = await send(request)
    if (routeOf(request) !== 'GET /pets' || !answer.ok) return answer
    const ask = async (path: string) => (await send(again(request, { method: 'GET', path }))).json()
    const page = await change(await answer.clone().json(), request, ask)
    return changed(answer, () => page)
  }

test('lists that count what a filter finds, and cut pages afterwards, are right', async () => {
  expect(await findingsBy((request, send) => send(request), RULES)).toEqual([])
})

test('a count of all items is found under a filter', async () => {
  const counting = listing(async (page, _, ask) => ({ ...page, count: (await ask('/pets'))['count'] }))
  expect(await findingsBy(counting, RULES)).toEqual([
    expect.stringMatching(
      /^list-protocol listPets: a count of \d, the number of items that match the filter \| \d$/,
    ),
  ])
})

test('a filter that comes after the page is cut is found', async () => {
  const cutting = listing(async (page, request, ask) => {
    const query = new URL(request.url).searchParams
    const kind = query.get('kind')
    if (kind === null) return page
    query.delete('kind')
    const whole = await ask(`/pets?${query}`)
    const items = whole['results'] as { kind: string }[]
    return { ...page, results: items.filter((pet) => pet.kind === kind) }
  })
  expect(await findingsBy(cutting, RULES)).toEqual([
    expect.stringMatching(
      /^list-protocol listPets: \S+ with kind=\w+&limit=1, because filters apply before paging \| no items$/,
    ),
  ])
})

test('links to another host are found, and other names of the own machine are none', async () => {
  const leadingTo = (host: string) =>
    listing((page) => {
      const links = ['next', 'previous'].map((name) => {
        const link = page[name]
        return [
          name,
          typeof link === 'string' ? new URL(link, `http://${host}`).href.replace('pets.test', host) : link,
        ]
      })
      return { ...page, ...Object.fromEntries(links) }
    })
  expect(await findingsBy(leadingTo('pets.test'), RULES)).toEqual([])
  expect(await findingsBy(leadingTo('backend.test:8080'), RULES)).toEqual([
    expect.stringMatching(
      /^list-protocol listPets: a link to pets\.test, the host of the request \| http:\/\/backend\.test:8080\//,
    ),
  ])
})

test('a bound by a number shows what lies within it, and counts that', async () => {
  const bounded: DocumentDescriptor = {
    ...petDocument,
    operations: petDocument.operations.map(
      (operation): OperationDescriptor =>
        operation.operationId === 'listPets'
          ? {
              ...operation,
              parameters: [
                ...(operation.parameters ?? []),
                { name: 'min_weight', in: 'query', schema: { type: 'integer' } },
              ],
            }
          : operation,
    ),
  }
  const bounding = (isHonest: boolean) =>
    listing((page, request) => {
      const least = new URL(request.url).searchParams.get('min_weight')
      if (least === null) return page
      const found = (page['results'] as { weight: number }[]).filter(({ weight }) => weight >= Number(least))
      return { ...page, results: found, ...(isHonest && { count: found.length, next: null }) }
    })
  expect(await findingsBy(bounding(true), { ...RULES, document: bounded })).toEqual([])
  expect(await findingsBy(bounding(false), { ...RULES, document: bounded })).toEqual([
    expect.stringMatching(
      /^list-protocol listPets: a count of 0, the number of items that match the filter \| \d$/,
    ),
  ])
  expect(await findingsBy((request, send) => send(request), { ...RULES, document: bounded })).toEqual([
    expect.stringMatching(/^list-protocol listPets: only items whose "weight" is at least \d+ \| \d+$/),
  ])
})

describe('a word that no item has is looked for:', () => {
  /** Lists two roads with this `use`, and one that does not state its use, and applies a filter. */
  const run = async (
    schema: object,
    { use, find }: { use: unknown; find: (wanted: string, of: { use?: unknown }) => boolean },
  ) => {
    const road = {
      type: 'object',
      properties: { id: { type: 'integer' }, use: { type: typeof use } },
      required: ['id'],
    }
    const document = await described({
      '/roads': {
        get: {
          operationId: 'listRoads',
          parameters: [
            { name: 'use', in: 'query', schema },
            ...['limit', 'offset'].map((name) => ({ name, in: 'query', schema: { type: 'integer' } })),
          ],
          responses: answers({
            type: 'object',
            required: ['count', 'results'],
            properties: { count: { type: 'integer' }, results: { type: 'array', items: road } },
          }),
        },
      },
    })
    return outcomes(document, {
      ...RULES,
      answer: ({ url }) => {
        const { searchParams } = new URL(url)
        const wanted = searchParams.get('use')
        const roads = [{ id: 1, use }, { id: 2, use }, { id: 3 }].filter(
          (road) => wanted === null || find(wanted, road),
        )
        const limit = searchParams.get('limit')
        const offset = Number(searchParams.get('offset') ?? 0)
        return Response.json({
          count: roads.length,
          results: roads.slice(offset, limit === null ? roads.length : offset + Number(limit)),
        })
      },
    })
  }

  test('not a default', async () => {
    const words = { type: 'string', enum: ['any', 'public', 'closed'], default: 'any' }
    const use = 'public'
    const isFound = (wanted: string, road: { use?: unknown }) =>
      wanted === 'any' || wanted === (road.use ?? 'closed')
    expect(await run(words, { use, find: isFound })).toEqual(['list-protocol listRoads: passed'])
    const isShown = (wanted: string, road: object) => wanted === 'any' || 'use' in road
    expect(await run(words, { use, find: isShown })).toEqual([
      'list-protocol listRoads: only items that match use="closed" | "public"',
    ])
  })

  test.for([true, false])('not "%s" where all items have the value without quotes', async (use) => {
    const words = { type: 'string', enum: ['true', 'false'] }
    const isFound = (wanted: string, road: { use?: unknown }) => wanted === String(road.use ?? false)
    expect(await run(words, { use, find: isFound })).toEqual(['list-protocol listRoads: passed'])
    expect(await run(words, { use, find: (_, road) => 'use' in road })).toEqual([
      `list-protocol listRoads: only items that match use="${!use}" | ${use}`,
    ])
  })
})

describe('a filter of the name that a member of an item has, and one of its author,', () => {
  const named = { type: 'object', properties: { name: { type: 'string' } } }
  const author = { type: 'object', properties: { type: { type: 'string' } } }
  const taskWith = (own: object) => ({
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, author, ...own },
  })
  /** Lists tasks, of which only the first has a type. All authors have the same type. */
  const run = async (task: object, type: unknown, find: (wanted: string) => boolean) => {
    const document = await described({
      '/tasks': {
        get: {
          operationId: 'listTasks',
          parameters: ['type', 'limit', 'offset'].map((name) => ({
            ...{ name, in: 'query' },
            schema: { type: name === 'type' ? 'string' : 'integer' },
          })),
          responses: answers({ type: 'array', items: task }),
        },
      },
    })
    return outcomes(document, {
      ...RULES,
      answer: ({ url }) => {
        const { searchParams } = new URL(url)
        const wanted = searchParams.get('type')
        const tasks = [1, 2].map((id) => ({ id, author: { type: 'person' }, ...(id === 1 && { type }) }))
        const found = wanted === null || find(wanted) ? tasks : []
        const offset = Number(searchParams.get('offset') ?? 0)
        const limit = Number(searchParams.get('limit') ?? tasks.length)
        return Response.json(found.slice(offset, offset + limit))
      },
    })
  }

  test('is about the items', async () => {
    const task = taskWith({ type: named })
    expect(await run(task, { name: 'bug' }, (wanted) => wanted === 'bug')).toEqual([
      'list-protocol listTasks: passed',
    ])
  })

  test('is about the author where only that has it', async () => {
    const isAuthor = (wanted: string) => wanted === 'person'
    expect(await run(taskWith({}), undefined, isAuthor)).toEqual(['list-protocol listTasks: passed'])
    expect(await run(taskWith({}), undefined, () => true)).toEqual([
      expect.stringMatching(/^list-protocol listTasks: only items that match type="zq\d+qz" \| "person"$/),
    ])
  })
})

test('a parameter that shows more is no filter, and neither is a choice that stands for none', async () => {
  const alert = {
    type: 'object',
    properties: { id: { type: 'integer' }, simulated: { type: 'boolean' }, state: { type: 'string' } },
  }
  const simulated = {
    ...{ name: 'simulated', in: 'query', schema: { type: 'boolean' } },
    description: 'Returns simulated alerts as well.',
  }
  const state = {
    name: 'state',
    in: 'query',
    schema: { type: 'string', enum: ['STATE_UNSPECIFIED', 'OPEN'] },
  }
  const document = await described({
    '/alerts': {
      get: {
        operationId: 'listAlerts',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 9 } },
          simulated,
          state,
        ],
        responses: answers({ type: 'array', items: alert }),
      },
    },
  })
  const alerts = [1, 2, 3].map((id) => ({ id, simulated: id === 3, state: 'OPEN' }))
  const states = new Set<string>()
  const answer = ({ url }: Request): Response => {
    const { searchParams } = new URL(url)
    states.add(searchParams.get('state') ?? '')
    const shown = alerts.filter((one) => searchParams.get('simulated') === 'true' || !one.simulated)
    return Response.json(shown.slice(0, Number(searchParams.get('limit') ?? 9)))
  }
  expect(await outcomes(document, { answer, rules: ['list-protocol'] })).toEqual([
    'list-protocol listAlerts: passed',
  ])
  expect([...states].toSorted()).toEqual(['', 'OPEN'])
})
