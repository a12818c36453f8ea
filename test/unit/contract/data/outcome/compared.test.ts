import { NotRun } from '@concordat/contract'
import { describe, expect, test } from 'vitest'
import {
  allVerdicts,
  type Verdict,
  verdictsInTurns,
} from '../../../../../runtime/contract/data/outcome/not-run.ts'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

describe('one verdict of several', () => {
  const [first, second] = [new NotRun('nothing is shown'), new NotRun('nothing is listed')]

  test('has the faults of all that compared something', () => {
    expect(allVerdicts([first, ['lost'], [], ['twice'], second])).toEqual(['lost', 'twice'])
    expect(allVerdicts([first, []])).toEqual([])
  })

  test('is the first reason where none did', () => {
    expect(allVerdicts([first, second])).toBe(first)
    expect(allVerdicts([])).toMatchObject({ reason: { kind: 'nothing compared' } })
  })
})

describe('parts that take turns', () => {
  const requests = (most: number) => {
    let left = most
    async function* part(...verdicts: readonly Verdict<string>[]): AsyncGenerator<Verdict<string>> {
      for (const verdict of verdicts) {
        left--
        yield verdict
      }
    }
    return { part, mayGoOn: () => left > 0 }
  }

  test('leave one another requests', async () => {
    const { part, mayGoOn } = requests(4)
    const [long, short, last] = [part([], [], ['never sent']), part([]), part(['lost'])]
    const told = await verdictsInTurns([long, short, last], mayGoOn)
    expect([told.get(long), told.get(short), told.get(last)]).toEqual([[], [], ['lost']])
  })

  test('end at their first fault', async () => {
    const { part, mayGoOn } = requests(9)
    const [one, other] = [part([], ['lost'], ['lost again']), part([], [], ['late'])]
    const told = await verdictsInTurns([one, other], mayGoOn)
    expect([...told.values()]).toEqual([['lost'], ['late']])
  })

  test('have no verdict without a turn', async () => {
    const { part, mayGoOn } = requests(1)
    const [one, other] = [part([]), part(['never sent'])]
    expect([...(await verdictsInTurns([one, other], mayGoOn)).keys()]).toEqual([one])
  })
})

describe('a rule that compared nothing is not run', () => {
  const text = { type: 'string' }
  const id = { name: 'id', in: 'path', required: true, schema: text }
  const thing = { type: 'object', properties: { id: text, size: { type: 'boolean' } }, required: ['id'] }
  const paths = {
    '/things': {
      post: {
        operationId: 'make',
        requestBody: { required: true, content: { 'application/json': { schema: thing } } },
        responses: { ...answers(thing, { status: 201 }), '400': { description: '' } },
      },
    },
    '/things/{id}': {
      get: { operationId: 'read', parameters: [id], responses: answers(thing) },
      patch: {
        operationId: 'change',
        parameters: [id],
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
        responses: answers(thing),
      },
    },
  }
  const answer = (request: Request, body: string): Response => {
    if (request.method === 'POST') return Response.json({ ...JSON.parse(body), id: 'a' }, { status: 201 })
    return Response.json({ id: 'a' })
  }
  const outcomesOf = async (rule: string) => outcomes(await described(paths), { answer, rules: [rule] })

  test('as for a change without members that are shown', async () => {
    expect(await outcomesOf('lifecycle')).toContain(
      'lifecycle change: not run, because change cannot change any property that a read returns',
    )
  })

  test('as for members without values at an edge', async () => {
    expect(await outcomesOf('round-trip')).toContain(
      'round-trip change: not run, because there is no boundary value to test',
    )
  })
})

describe('what is deleted and never shown', () => {
  test('is not known to be gone', async () => {
    const text = { type: 'string' }
    const id = { name: 'id', in: 'path', required: true, schema: text }
    const thing = { type: 'object', properties: { id: text }, required: ['id'] }
    const paths = {
      '/things': { post: { operationId: 'make', responses: answers(thing, { status: 201 }) } },
      '/things/{id}': {
        delete: { operationId: 'remove', parameters: [id], responses: { '204': { description: '' } } },
      },
    }
    const answer = ({ method }: Request): Response =>
      method === 'POST' ? Response.json({ id: 'a' }, { status: 201 }) : new Response(null, { status: 204 })
    expect(await outcomes(await described(paths), { answer, rules: ['lifecycle'] })).toContain(
      'lifecycle remove: not run, because no response shows an item of "things" after its creation',
    )
  })
})

describe('a rule that is selected alone', () => {
  const text = { type: 'string' }
  const thing = { type: 'object', properties: { id: text, label: text }, required: ['id'] }
  const list = { type: 'object', required: ['items', 'total'], properties: { total: { type: 'integer' } } }
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } }
  const paths = {
    '/things': {
      get: {
        ...{ operationId: 'list', parameters: [limit] },
        responses: answers({
          ...list,
          properties: { ...list.properties, items: { type: 'array', items: thing } },
        }),
      },
      post: {
        ...{ operationId: 'make', responses: answers(thing, { status: 201 }) },
        requestBody: { required: true, content: { 'application/json': { schema: thing } } },
      },
    },
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { operationId: 'read', responses: { ...answers(thing), 404: { description: 'None' } } },
      delete: {
        operationId: 'remove',
        responses: { 204: { description: 'Gone' }, 404: { description: 'None' } },
      },
    },
  }

  const outcomesOf = async (rule: string): Promise<readonly string[]> => {
    const things = new Map<string, unknown>()
    const answer = ({ method, url }: Request, body: string): Response => {
      const { pathname, searchParams } = new URL(url)
      const id = pathname.split('/')[2] ?? ''
      if (method === 'POST') {
        const made = { ...JSON.parse(body), id: `t${things.size + 1}` }
        things.set(made.id, made)
        return Response.json(made, { status: 201 })
      }
      if (id === '') {
        const items = [...things.values()]
        const most = Number(searchParams.get('limit') ?? 100)
        return Response.json({ total: items.length, items: items.slice(0, most) })
      }
      if (!things.has(id)) return new Response(null, { status: 404 })
      if (method === 'GET') return Response.json(things.get(id))
      things.delete(id)
      return new Response(null, { status: 204 })
    }
    return outcomes(await described(paths), { answer, rules: [rule] })
  }

  test.each([
    ['list-protocol/limit', 'list-protocol list: passed'],
    ['list-protocol/order', 'list-protocol list: passed'],
    ['list-protocol/range', 'list-protocol list: not run, because no response contains anything to compare'],
    ['list-protocol/sort', 'list-protocol list: not run, because no response contains anything to compare'],
    ['list-protocol/host', 'list-protocol list: not run, because no response contains anything to compare'],
    [
      'list-protocol/filters',
      'list-protocol list: not run, because no response contains anything to compare',
    ],
    ['isolation/membership', 'isolation make: passed'],
    ['isolation/counts', 'isolation make: not run, because no response contains anything to compare'],
    ['isolation/parent', 'isolation remove: not run, because no response contains anything to compare'],
  ])('is not run where others of its family compare something: %s', async (rule, outcome) => {
    expect(await outcomesOf(rule)).toContain(outcome)
  })
})
