import { runContract } from '@concordat/contract'
import { schemaIn } from '@concordat/contract/document'
import { describe, expect, test } from 'vitest'
import { agreesWithOther } from '../../../../../runtime/contract/rules/checks/agreement/agrees.ts'
import { changed, findingsBy, routeOf } from '../../pet/pet-behaviour.ts'
import { petDocument } from '../../pet/pet-document.ts'
import type { Fault } from '../../pet/pet-fault.ts'
import { expectFindings } from '../../pet/pet-run.ts'
import { PetService } from '../../pet/pet-service.ts'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const EXPECTED: Readonly<Partial<Record<Fault, readonly RegExp[]>>> = {
  'weight-not-stored': [
    /^agreement createPet: "weight" as POST \/pets returned it: \d+ \| null from GET \/pets\/\{petId\}$/,
  ],
  'name-not-echoed': [
    /^agreement createPet: "name" as POST \/pets returned it: "Rex" \| "name-\S+" from GET \/pets\/\{petId\}$/,
  ],
  'list-shows-old-weight': [
    /^agreement listPets: "weight" as GET \/pets returned it: 1 \| \d+ from GET \/pets\/\{petId\}$/,
  ],
  'examine-answers-old-date': [
    /^agreement examinePet: "created_at" as POST \/pets\/\{petId\}\/examine returned it: "2001\S+" \| "2026\S+" from GET \/pets\/\{petId\}$/,
  ],
}

/** Returns the outcome of agreement for an operation whose response has nothing in common with a read. */
function notCompared(operation: string, read: string): string {
  return `agreement ${operation}: not run, because ${operation} and ${read} have no common property that can be compared`
}

describe('agreement finds', () => {
  test.concurrent.each(Object.entries(EXPECTED))('%s', async (fault, expected) => {
    await expectFindings(fault as Fault, { rules: ['agreement'], expected })
  })
})

test.concurrent('agreement lets a server do by itself what takes longer than its answer', async () => {
  const target = new PetService().target()
  let examined = 0
  const fetch = async (request: Request): Promise<Response> => {
    const response = await (target.fetch ?? globalThis.fetch)(request)
    if (request.url.endsWith('/examine')) examined = Date.now()
    if (request.method !== 'GET' || examined === 0 || !response.ok) return response
    const weight = Date.now() - examined > 200 ? 3 : 2
    return Response.json({ ...(await response.json()), weight })
  }
  const select = { rules: ['agreement'], operations: ['examinePet'] }
  const report = await runContract({ document: petDocument, target: { ...target, fetch }, select })
  expect(examined).toBeGreaterThan(0)
  expect(report.results.map(({ outcome }) => outcome)).toEqual([{ status: 'passed' }])
})

test.concurrent('agreement finds a read of another id than its own', async () => {
  const id = '00000000-0000-4000-9000-000000000000'
  const findings = await findingsBy(
    async (request, send) => {
      const answer = await send(request)
      return routeOf(request) === 'GET /pets/{}' && answer.ok
        ? changed(answer, (pet) => ({ ...pet, id }))
        : answer
    },
    { rules: ['agreement'], operations: ['readPet'] },
  )
  expect(findings).toEqual([expect.stringMatching(new RegExp(`the requested item's "id": \\S+ \\| ${id}$`))])
})

test.concurrent("agreement takes an id in the path for that of what it stands behind, not for the answered item's", async () => {
  const member = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }
  const id = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } })
  const made = { '201': answers(member)[200] }
  const document = await described({
    '/teams': { post: { operationId: 'createTeam', responses: made } },
    '/teams/{id}': { get: { operationId: 'readTeam', parameters: [id('id')], responses: answers(member) } },
    '/teams/{id}/members': { post: { operationId: 'addMember', parameters: [id('id')], responses: made } },
    '/teams/{id}/members/{memberId}': {
      get: { operationId: 'readMember', parameters: [id('id'), id('memberId')], responses: answers(member) },
    },
  })
  let last = 10
  const run = (shift: number) =>
    outcomes(document, {
      rules: ['agreement'],
      answer: ({ method, url }) =>
        method === 'POST'
          ? Response.json({ id: ++last }, { status: 201 })
          : Response.json({ id: Number(url.split('/').at(-1)) + shift }),
    })
  const ofMember = (lines: readonly string[]) =>
    lines.filter((line) => line.startsWith('agreement readMember'))
  const [right, shifted] = await Promise.all([run(0), run(1)])
  expect(ofMember(right)).toEqual(['agreement readMember: passed'])
  expect(ofMember(shifted)).toEqual([
    expect.stringMatching(/^agreement readMember: the requested item's "id": \d+ \| \d+$/),
  ])
})

describe.concurrent('a member that an action leaves empty', () => {
  const state = { anyOf: [{ type: 'object' }, { type: 'null' }] }
  const run = { type: 'object', properties: { id: { type: 'integer' }, state }, required: ['id'] }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
  const outcomesOf = async (answered: object) =>
    outcomes(
      await described({
        '/runs': { post: { operationId: 'start', responses: answers(run, { status: 201 }) } },
        '/runs/{id}': { get: { operationId: 'read', parameters: [id], responses: answers(run) } },
        '/runs/{id}/resume': {
          post: { operationId: 'resume', parameters: [id], responses: answers(answered) },
        },
      }),
      {
        rules: ['agreement'],
        answer: ({ url }) =>
          url.endsWith('/resume')
            ? Response.json({ state: null, reason: 'It is not paused.' })
            : Response.json({ id: 1, state: { type: 'pending' } }, { status: url.endsWith('s') ? 201 : 200 }),
      },
    )

  test('is that of the item where both are described alike', async () => {
    expect((await outcomesOf(run)).join()).toMatch(
      /agreement resume: "state" as POST \/runs\/\{id\}\/resume returned it: null/,
    )
  })

  test('may be empty in what the document describes as the outcome of the action', async () => {
    const outcome = { type: 'object', properties: { state, reason: { type: 'string' } } }
    expect(await outcomesOf(outcome)).toContain(notCompared('resume', 'read'))
    const always = { ...outcome, properties: { ...outcome.properties, state: { type: 'object' } } }
    expect((await outcomesOf(always)).join()).toMatch(
      /agreement resume: "state" as POST \/runs\/\{id\}\/resume returned it: null/,
    )
  })
})

describe.concurrent('a member that an item leaves open, and an action counts', () => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }
  const outcomesOf = async (counted: object) => {
    const used = { type: ['integer', 'null'] }
    const pool = { type: 'object', properties: { id: { type: 'integer' }, used }, required: ['id'] }
    const status = { type: 'object', properties: { used: counted, queues: { type: 'array' } } }
    const paths = {
      '/pools': { post: { operationId: 'add', responses: answers(pool, { status: 201 }) } },
      '/pools/{id}': { get: { operationId: 'read', parameters: [id], responses: answers(pool) } },
      '/pools/{id}/count': {
        post: { operationId: 'count', parameters: [id], responses: answers(status) },
      },
    }
    return outcomes(await described(paths), {
      rules: ['agreement'],
      answer: ({ url }) =>
        url.endsWith('/count')
          ? Response.json({ used: 0, queues: [] })
          : Response.json({ id: 1, used: null }, { status: url.endsWith('s') ? 201 : 200 }),
    })
  }

  test('differs where both may have no value', async () => {
    expect((await outcomesOf({ type: ['integer', 'null'] })).join()).toContain(
      '"used" as POST /pools/{id}/count returned it: 0',
    )
  })

  test('does not where the action always has one', async () => {
    expect(await outcomesOf({ type: 'integer' })).toContain(notCompared('count', 'read'))
  })
})

describe.concurrent('what an action answers', () => {
  const text = { type: 'string' }
  const object = (...names: readonly string[]) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, text])),
  })
  const enveloped = (data: object) => ({ type: 'object', properties: { data } })
  const task = enveloped(object('id', 'name', 'status'))
  const id = { name: 'id', in: 'path', required: true, schema: text }
  const outcomesOf = async (answered: object, beside: object = {}, shown: object = task) => {
    const paths = {
      '/tasks': { post: { operationId: 'add', responses: answers(shown, { status: 201 }) } },
      '/tasks/{id}': { get: { operationId: 'read', parameters: [id], responses: answers(shown) } },
      '/tasks/{id}/copies': {
        post: { operationId: 'copy', parameters: [id], responses: answers(answered) },
        ...beside,
      },
    }
    return outcomes(await described(paths), {
      rules: ['agreement'],
      answer: ({ method, url }) =>
        Response.json(
          { data: { id: '1', status: url.endsWith('s') && url.includes('1/') ? 'done' : 'new' } },
          { status: method === 'POST' && url.endsWith('/tasks') ? 201 : 200 },
        ),
    })
  }

  test('is held against the item where it shows that', async () => {
    const part = enveloped(object('id', 'status', 'copiedAt'))
    expect((await outcomesOf(part)).join()).toContain(
      'agreement copy: "data" as POST /tasks/{id}/copies returned it',
    )
  })

  test('is not where it is of another kind in the same envelope', async () => {
    const job = enveloped(object('status', 'began', 'ended'))
    expect(await outcomesOf(job)).toContain(notCompared('copy', 'read'))
  })

  test('is not where the item has no named members there', async () => {
    const part = enveloped(object('id', 'status', 'copiedAt'))
    expect(await outcomesOf(part, {}, enveloped({ type: 'object' }))).toContain(notCompared('copy', 'read'))
  })

  test('is not where its document says nothing of it, and it is no object', async () => {
    const outcomesOf = async (data: object) => {
      const paths = {
        '/tasks': { post: { operationId: 'add', responses: answers(task, { status: 201 }) } },
        '/tasks/{id}': { get: { operationId: 'read', parameters: [id], responses: answers(task) } },
        '/tasks/{id}/runs': {
          post: { operationId: 'run', parameters: [id], responses: answers(enveloped(data)) },
        },
      }
      return outcomes(await described(paths), {
        rules: ['agreement'],
        answer: ({ url }) =>
          url.endsWith('runs')
            ? Response.json({ data: 'well done' })
            : Response.json({ data: { id: '1', status: 'new' } }, { status: url.endsWith('s') ? 201 : 200 }),
      })
    }
    expect(await outcomesOf({})).toContain(notCompared('run', 'read'))
    expect((await outcomesOf(object('id', 'status'))).join()).toContain(
      '"data" as POST /tasks/{id}/runs returned it',
    )
  })

  test('is not where one of the two is an object, as it names members', async () => {
    const outcomesOf = async (status: object, value: unknown) => {
      const task = { properties: { id: text, status } }
      const told = { properties: { status: text, reason: text } }
      const paths = {
        '/tasks': { post: { operationId: 'add', responses: answers(task, { status: 201 }) } },
        '/tasks/{id}': { get: { operationId: 'read', parameters: [id], responses: answers(task) } },
        '/tasks/{id}/stop': { post: { operationId: 'stop', parameters: [id], responses: answers(told) } },
      }
      return outcomes(await described(paths), {
        rules: ['agreement'],
        answer: ({ url }) =>
          url.endsWith('stop')
            ? Response.json({ status: 'Success' })
            : Response.json({ id: '1', status: value }, { status: url.endsWith('s') ? 201 : 200 }),
      })
    }
    expect(await outcomesOf({ properties: { began: text } }, { began: 'now' })).toContain(
      notCompared('stop', 'read'),
    )
    const wrong = '"status" as POST /tasks/{id}/stop returned it: "Success"'
    expect((await outcomesOf({ properties: { began: text } }, 'new')).join()).toContain(wrong)
    expect((await outcomesOf(text, 'new')).join()).toContain(wrong)
  })

  test('is not where a constant says that it is of another kind', async () => {
    const kinds = (...values: readonly string[]) => ({
      type: 'object',
      properties: { id: text, kind: { type: 'string', enum: values } },
    })
    const task = answers(kinds('task', 'copy'))
    const outcomesOf = async (kind: string) => {
      const paths = {
        '/tasks': {
          get: { operationId: 'list', responses: answers({ type: 'array', items: kinds('copy') }) },
          post: { operationId: 'add', responses: answers(kinds('task'), { status: 201 }) },
        },
        '/tasks/{id}': { get: { operationId: 'read', parameters: [id], responses: task } },
        '/tasks/{id}/copies': {
          post: { operationId: 'copy', parameters: [id], responses: answers(kinds(kind)) },
        },
      }
      return outcomes(await described(paths), {
        rules: ['agreement'],
        answer: ({ method, url }) => {
          if (url.endsWith('copies')) return Response.json({ id: '1', kind })
          const isOne = method === 'POST' || !url.endsWith('s')
          return isOne
            ? Response.json({ id: '1', kind: 'task' }, { status: method === 'POST' ? 201 : 200 })
            : Response.json([{ id: '1', kind: 'copy' }])
        },
      })
    }
    const another = 'agreement copy: not run, because copy returns a different kind of item'
    const ofJob = await outcomesOf('job')
    expect(ofJob).toContain(another)
    // A list may describe all its items as the same kind.
    expect(ofJob).toContain('agreement list: passed')
    expect((await outcomesOf('copy')).join()).toContain(
      'agreement copy: "kind" as POST /tasks/{id}/copies returned it: "copy"',
    )
  })

  test('is not where its own path shows it again', async () => {
    const list = { get: { operationId: 'copies', parameters: [id], responses: answers({ type: 'array' }) } }
    expect((await outcomesOf(task, list)).join()).not.toContain('agreement copy')
  })
})

describe('two looks at an object agree', () => {
  interface Look {
    readonly value: unknown
    readonly schema: object
  }
  const bound = ({ value, schema }: Look) => ({ value, schema: schemaIn({ definitions: {} }, schema) })
  const looksAgree = (one: Look, other: Look) => agreesWithOther(bound(one), bound(other))

  const item = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, strategies: { type: 'array' } },
  } as const
  const schema = { type: 'array', items: item } as const
  const look = (one: unknown, other: unknown) => looksAgree({ value: one, schema }, { value: other, schema })

  test('where one leaves out what its schema names and does not require', () => {
    expect(look([{ name: 'a', strategies: [] }], [{ name: 'a' }])).toBe(true)
    expect(look([{ name: 'a' }], [{ name: 'a', strategies: [1] }])).toBe(true)
  })

  test('where the schema of one names fewer members', () => {
    const short = { type: 'object', properties: { name: { type: 'string' } } } as const
    const summary = { value: [{ name: 'a' }], schema: { type: 'array', items: short } }
    const whole = { value: [{ name: 'a', strategies: [1] }], schema }
    expect([looksAgree(summary, whole), looksAgree(whole, summary)]).toEqual([true, true])
    const free = { value: [{}], schema: { type: 'array', items: { type: 'object' } } }
    expect(looksAgree(free, whole)).toBe(false)
  })

  test('where the document describes two views, and one shows what neither names', () => {
    const object = (...names: string[]) => ({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, {}])),
    })
    const put = { value: { name: 'a', layer: 9 }, schema: object('name') }
    const got = { value: { id: 9, name: 'a' }, schema: object('id', 'name') }
    expect([looksAgree(put, got), looksAgree(got, put)]).toEqual([true, true])
    expect(looksAgree({ ...put, value: { name: 'b', layer: 9 } }, got)).toBe(false)
    expect(looksAgree({ ...put, schema: got.schema }, got)).toBe(false)
  })

  test('where one names what the other shows in full', () => {
    const labels = [{ id: 2, name: 'new' }]
    expect(look([{ name: 7 }], [{ name: { id: 7, items: 3 } }])).toBe(true)
    expect(look([{ name: 'a', strategies: labels }], [{ name: 'a', strategies: ['new'] }])).toBe(true)
    expect(look([{ name: 8 }], [{ name: { id: 7, items: 8 } }])).toBe(false)
    expect(look([{ name: null }], [{ name: { items: 3 } }])).toBe(false)
  })

  test('but not where it leaves out another member, or shows another value', () => {
    expect(look([{ name: 'a', free: 1 }], [{ name: 'a' }])).toBe(false)
    expect(look([{ strategies: [] }], [{ name: 'a', strategies: [] }])).toBe(false)
    expect(look([{ name: 'a', strategies: [1] }], [{ name: 'a', strategies: [2] }])).toBe(false)
    expect(look([{ name: 'a' }], [{ name: 'a' }, { name: 'a' }])).toBe(false)
  })
})

describe.concurrent('a key that is shown once', () => {
  const KEY = 'zk_4f9d2c7b81e64a0f9c3d5e7a'
  const text = { type: 'string' }
  const id = { name: 'id', in: 'path', required: true, schema: text }
  const body = {
    type: 'object',
    properties: { key: { type: ['string', 'null'] }, note: { type: ['string', 'null'] } },
    required: ['key', 'note'],
  }
  const device = { type: 'object', properties: { id: text, body }, required: ['id', 'body'] }
  const agreementOf = async (later: object) =>
    outcomes(
      await described({
        '/devices': { post: { operationId: 'add', responses: answers(device, { status: 201 }) } },
        '/devices/{id}': { get: { operationId: 'read', parameters: [id], responses: answers(device) } },
      }),
      {
        rules: ['agreement'],
        answer: ({ method }) =>
          method === 'POST'
            ? Response.json({ id: 'd1', body: { key: KEY, note: 'red' } }, { status: 201 })
            : Response.json({ id: 'd1', body: later }),
      },
    )

  test.each([
    ['null', { key: null, note: 'red' }],
    ['absent', { note: 'red' }],
    ['a mask', { key: 'zk_****5e7a', note: 'red' }],
  ])('may be %s later, inside of an object as well', async (_, later) => {
    expect(await agreementOf(later)).toContain('agreement add: passed')
  })

  test('is in no text of a finding, nor is its beginning', async () => {
    const found = await agreementOf({ key: null, note: 'blue' })
    expect(found.join()).toMatch(
      /agreement add: "body" as POST \/devices returned it: \{"key":"\*\*\*","note":"red"\}/,
    )
    expect(found.join()).not.toContain(KEY.slice(0, 6))
    expect((await agreementOf({ key: 'another', note: 'red' })).join()).toMatch(
      /"body" as POST \/devices returned it/,
    )
  })
})

test.concurrent.each([
  ['secrets', 'passed'],
  ['colors', '"value" as GET /colors returned it: null'],
])('a list of %s may show no texts, where it is one of secrets', async (things, said) => {
  const text = { type: 'string' }
  const thing = { type: 'object', properties: { name: text, value: { type: ['string', 'null'] } } }
  const parameters = [{ name: 'name', in: 'path', required: true, schema: text }]
  const document = await described({
    [`/${things}`]: {
      get: { operationId: 'list', responses: answers({ type: 'array', items: thing }) },
      post: {
        operationId: 'add',
        requestBody: { required: true, content: { 'application/json': { schema: thing } } },
        responses: answers(thing, { status: 201 }),
      },
    },
    [`/${things}/{name}`]: { get: { operationId: 'read', parameters, responses: answers(thing) } },
  })
  const known = new Map<string, object>()
  const found = await outcomes(document, {
    rules: ['agreement'],
    answer: ({ method, url }, sent) => {
      const name = decodeURIComponent(new URL(url).pathname.split('/')[2] ?? '')
      if (method === 'POST') known.set(JSON.parse(sent).name, JSON.parse(sent))
      if (method === 'POST')
        return new Response(sent, { status: 201, headers: { 'content-type': 'application/json' } })
      if (name !== '') return Response.json(known.get(name) ?? {}, { status: known.has(name) ? 200 : 404 })
      return Response.json([...known.values()].map((each) => ({ ...each, value: null })))
    },
  })
  expect(found.find((line) => line.startsWith('agreement list'))).toContain(said)
})
