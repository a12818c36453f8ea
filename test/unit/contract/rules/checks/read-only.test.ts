import { runContract } from '@concordat/contract'
import { describe, expect, test } from 'vitest'
import { again, changed, findingsBy, routeOf } from '../../pet/pet-behaviour.ts'
import { petDocument } from '../../pet/pet-document.ts'
import type { Fault } from '../../pet/pet-fault.ts'
import { expectFindings, findingsOf } from '../../pet/pet-run.ts'
import { PetService } from '../../pet/pet-service.ts'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const WRITES = ['createPet', 'updatePet', 'replacePet']

const EXPECTED: Readonly<Partial<Record<Fault, readonly RegExp[]>>> = {
  'created-at-from-client': WRITES.map(
    (operationId) =>
      new RegExp(
        `^read-only ${operationId}: the server to ignore the value sent for the read-only "created_at": ("20\\S+") \\| \\1$`,
      ),
  ),
  'id-from-client-crashes': [...WRITES, 'createToy'].map(
    (operationId) =>
      new RegExp(
        `^read-only ${operationId}: the server to ignore or reject "id".*, which clients cannot set \\| status 500$`,
      ),
  ),
}

describe('read-only finds', () => {
  test.each(Object.entries(EXPECTED))('%s', async (fault, expected) => {
    await expectFindings(fault as Fault, { rules: ['read-only'], expected })
  })
})

test('read-only fields may be refused, and each is tried alone then', async () => {
  const service = new PetService('read-only-refused', 'created-at-from-client')
  const report = await runContract({
    document: petDocument,
    target: service.target(),
    select: { rules: ['read-only'] },
  })
  expect(
    findingsOf(report).map(({ operationId, expected }) => `${operationId} ${expected.split(': ')[0]}`),
  ).toEqual(
    WRITES.map(
      (operationId) => `${operationId} the server to ignore the value sent for the read-only "created_at"`,
    ),
  )
})

test('read-only finds a value that only the response of the write shows', async () => {
  const findings = await findingsBy(
    async (request, send) => {
      const { created_at } =
        request.method === 'POST'
          ? await request
              .clone()
              .json()
              .catch(() => ({}))
          : {}
      const answer = await send(request)
      return routeOf(request) === 'POST /pets' && answer.ok && created_at !== undefined
        ? changed(answer, (pet) => ({ ...pet, created_at }))
        : answer
    },
    { rules: ['read-only'] },
  )
  expect(findings).toEqual([
    expect.stringMatching(
      /^read-only createPet: the server to ignore the value sent for the read-only "created_at": /,
    ),
  ])
})

test('a body that names another item does not lead to it', async () => {
  const changes = ['updatePet', 'replacePet']
  const misled = findingsBy(
    async (request, send) => {
      const text = await request.clone().text()
      const { id } = text.startsWith('{') ? JSON.parse(text) : {}
      if (id === undefined || !/^(PATCH|PUT) /.test(routeOf(request))) return send(request)
      const path = `/pets/${id}`
      const { id: _, ...body } = JSON.parse(text)
      return send(again(request, { method: request.method, path, body }))
    },
    { rules: ['read-only'], operations: changes },
  )
  expect(await misled).toEqual(
    changes.map((operationId) =>
      expect.stringMatching(
        new RegExp(`^read-only ${operationId}: the server to ignore the value sent for the read-only "id"`),
      ),
    ),
  )
})

test('an update that must say more than the read-only fields says it', async () => {
  const { definitions } = petDocument
  const document = {
    ...petDocument,
    definitions: { ...definitions, PetPatch: { ...Object(definitions['PetPatch']), required: ['name'] } },
  }
  const service = new PetService('created-at-from-client')
  const fetch = async (request: Request): Promise<Response> => {
    const isNameless = request.method === 'PATCH' && !(await request.clone().text()).includes('"name"')
    return isNameless ? Response.json({ detail: 'No name.' }, { status: 400 }) : service.answer(request)
  }
  const select = { rules: ['read-only'], operations: ['updatePet'] }
  const report = await runContract({ document, target: { ...service.target(), fetch }, select })
  expect(findingsOf(report)).toHaveLength(1)
})

test('a number that a counter could come to by itself proves nothing, and is not sent', async () => {
  const definitions = structuredClone(petDocument.definitions) as Record<string, { properties: object }>
  Object.assign(definitions['Pet']?.properties ?? {}, { number: { type: 'integer', readOnly: true } })
  const numbers = new Map<unknown, number>()
  const sent: number[] = []
  let last = 0
  const findings = await findingsBy(
    async (request, send) => {
      const text = await request.clone().text()
      const { number } = text.startsWith('{') ? JSON.parse(text) : {}
      const answer = await send(request)
      const isPet =
        /^(POST \/pets|\w+ \/pets\/\{\})$/.test(routeOf(request)) && answer.ok && answer.status !== 204
      if (!isPet) return answer
      return changed(answer, (pet) => {
        if (typeof number === 'number') sent.push(number)
        // Other items use the counter as well, so it continues from the value that was sent if possible.
        if (!numbers.has(pet['id'])) {
          last = number > last && number < last + 2000 ? number : last + 1
          numbers.set(pet['id'], last)
        }
        return { ...pet, number: numbers.get(pet['id']) }
      })
    },
    { rules: ['read-only'], document: { ...petDocument, definitions } as typeof petDocument },
  )
  expect(sent).not.toEqual([])
  expect(findings).toEqual([])
})

test('a state that accepted work comes to by itself is none that was taken from the request', async () => {
  const work = {
    type: 'object',
    required: ['id', 'state', 'made'],
    properties: {
      id: { type: 'integer', readOnly: true },
      state: { enum: ['queued', 'done'], readOnly: true },
      made: { type: 'string', readOnly: true },
      sheet: { type: 'string' },
    },
  }
  const absent = { 404: { description: 'None.' } }
  const press = await described({
    '/prints': {
      post: {
        operationId: 'print',
        requestBody: { required: true, content: { 'application/json': { schema: work } } },
        responses: { ...answers(work, { status: 202 }), 400: { description: 'Wrong.' } },
      },
    },
    '/prints/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getPrint', responses: { ...answers(work), ...absent } },
    },
  })
  const service = (isTaken = false) => {
    const sheets: object[] = []
    return ({ method, url }: Request, text: string): Response => {
      const number = Number(new URL(url).pathname.split('/')[2])
      if (method === 'GET') return Response.json({ ...sheets[number - 1], state: 'done' })
      const { made = 'here', state: _, ...sent } = JSON.parse(text)
      sheets.push({ ...sent, id: sheets.length + 1, made: isTaken ? made : 'here' })
      return Response.json({ ...sheets.at(-1), state: 'queued' }, { status: 202 })
    }
  }
  const told = (isTaken?: boolean) => outcomes(press, { answer: service(isTaken), rules: ['read-only'] })
  expect(await told()).toEqual(['read-only print: passed'])
  expect(await told(true)).toEqual([
    expect.stringMatching(/the server to ignore the value sent for the read-only "made"/),
  ])
})

describe('what only responses show', () => {
  const text = { type: 'string' }
  const ledger = {
    type: 'object',
    properties: { id: text, title: text, ownerId: text, isLocked: { type: 'boolean' }, firstName: text },
  }
  const written = { type: 'object', properties: { title: text, first_name: text } }
  const documentOf = (schema: object) => {
    const body = { required: true, content: { 'application/json': { schema } } }
    return described({
      '/ledgers': {
        post: { operationId: 'addLedger', requestBody: body, responses: answers(ledger, { status: 201 }) },
      },
      '/ledgers/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: { operationId: 'getLedger', responses: { ...answers(ledger), 404: { description: 'None.' } } },
        patch: { operationId: 'changeLedger', requestBody: body, responses: answers(ledger) },
      },
    })
  }
  const told = async (taken: readonly string[], schema: object = written): Promise<readonly string[]> => {
    const ledgers = new Map<string, object>()
    const answer = ({ method, url }: Request, sent: string): Response => {
      const [, , name = `l${ledgers.size + 1}`] = new URL(url).pathname.split('/')
      const known = ledgers.get(name) ?? {
        id: name,
        title: '',
        ownerId: 'me',
        // A new ledger is locked or not by other rules.
        isLocked: ledgers.size % 2 === 0,
        firstName: '',
      }
      if (method === 'GET') return Response.json(known, { status: ledgers.has(name) ? 200 : 404 })
      const { title, first_name, firstName, ...others } = JSON.parse(sent)
      const kept = Object.entries(others).filter(([own]) => taken.includes(own))
      const called = first_name ?? firstName
      const changed = {
        ...(title !== undefined && { title }),
        ...(called !== undefined && { firstName: called }),
      }
      ledgers.set(name, { ...known, ...changed, ...Object.fromEntries(kept) })
      return Response.json(ledgers.get(name), { status: method === 'POST' ? 201 : 200 })
    }
    return (await outcomes(await documentOf(schema), { answer, rules: ['read-only'] })).toSorted()
  }

  test('is no more writable than what is read-only', async () => {
    expect(await told([])).toEqual(['read-only addLedger: passed', 'read-only changeLedger: passed'])
    expect(await told(['ownerId'])).toEqual([
      expect.stringMatching(/^read-only addLedger: .* sent for "ownerId", which only responses contain: /),
      expect.stringMatching(/^read-only changeLedger: .* sent for "ownerId", which only responses contain: /),
    ])
  })

  test('can be written if the schema of requests names no properties', async () => {
    expect(await told(['ownerId', 'isLocked'], { type: 'object' })).toEqual([])
  })

  test('can be written if one kind of request contains it', async () => {
    const owned = { type: 'object', required: ['ownerId'], properties: { title: text, ownerId: text } }
    expect(await told(['ownerId'], { anyOf: [written, owned] })).toEqual([
      'read-only addLedger: passed',
      'read-only changeLedger: passed',
    ])
  })
})
