import { runContract } from '@concordat/contract'
import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { again, type Behaviour, findingsBy, routeOf, targetWith } from '../../pet/pet-behaviour.ts'
import { petDocument } from '../../pet/pet-document.ts'
import { PetService } from '../../pet/pet-service.ts'

const right: Behaviour = (request, send) => send(request)

/** Responds to a change of a deleted pet as if it still existed. */
function reviving(method: string): Behaviour {
  const deleted = new Map<string, object>()
  return async (request, send) => {
    const { pathname } = new URL(request.url)
    if (request.method === 'DELETE') {
      const path = pathname.replace('/api', '')
      const pet = await (await send(again(request, { method: 'GET', path }))).json()
      const answer = await send(request)
      if (answer.ok) deleted.set(pathname, pet)
      return answer
    }
    const gone = request.method === method ? deleted.get(pathname) : undefined
    return gone === undefined ? send(request) : Response.json({ ...gone, ...(await request.json()) })
  }
}

describe('what is deleted', () => {
  test.each([['PATCH'], ['PUT']])('is not brought back by %s', async (method) => {
    expect(await findingsBy(reviving(method), { rules: ['lifecycle'] })).toEqual([
      expect.stringMatching(
        new RegExp(
          `^lifecycle deletePet: status 404 from ${method} /pets/{petId} after DELETE /pets/{petId} \\| status 200`,
        ),
      ),
    ])
  })

  test('and is read as gone is not said to be brought back', async () => {
    const target = targetWith(reviving('PATCH'), new PetService())
    const { results } = await runContract({ document: petDocument, target, select: { rules: ['lifecycle'] } })
    const titles = results.flatMap(({ outcome }) =>
      outcome.status === 'failed' ? outcome.findings.map(({ wrong }) => wrong) : [],
    )
    expect(titles).toEqual(['deletes an item, but PATCH /pets/{petId} still returns 200 for it'])
  })

  test('may be made anew by a PUT that says so', async () => {
    const creating: Behaviour = async (request, send) => {
      const answer = await reviving('PUT')(request, send)
      const isGone = request.method === 'PUT' && answer.status === 404
      return isGone ? Response.json({}, { status: 201 }) : answer
    }
    expect(await findingsBy(creating, { rules: ['lifecycle'] })).toEqual([])
  })

  test('takes no neighbour with it', async () => {
    const greedy: Behaviour = async (request, send) => {
      if (routeOf(request) !== 'DELETE /pets/{}') return send(request)
      const listed = await send(again(request, { method: 'GET', path: '/pets?limit=100' }))
      const ids: string[] = (await listed.json()).results.map(({ id }: { id: string }) => id)
      const next = ids[ids.findIndex((id) => request.url.endsWith(id)) + 1]
      const answer = await send(request)
      if (answer.ok && next !== undefined)
        await send(again(request, { method: 'DELETE', path: `/pets/${next}` }))
      return answer
    }
    expect(await findingsBy(greedy, { rules: ['isolation'] })).toEqual([
      expect.stringMatching(
        /^isolation deletePet: every other item to remain in GET \/pets after DELETE \/pets\/\{petId\} \| a list without /,
      ),
    ])
    expect(await findingsBy(right, { rules: ['isolation'] })).toEqual([])
  })
})

describe('the same, created once more,', () => {
  /** Responds with the pet that was created with the same body before, if any. */
  const findingAgain = (status: number): Behaviour => {
    const made = new Map<string, { id: string }>()
    return async (request, send) => {
      if (routeOf(request) !== 'POST /pets') return send(request)
      const body = await request.clone().text()
      const first = made.get(body)
      if (first !== undefined)
        return Response.json(first, { status, headers: { location: `/api/pets/${first.id}` } })
      const answer = await send(request)
      if (answer.status === 201) made.set(body, await answer.clone().json())
      return answer
    }
  }

  test('is another item', async () => {
    expect(await findingsBy(findingAgain(201), { rules: ['lifecycle'] })).toEqual([
      expect.stringMatching(
        /^lifecycle createPet: a new item for a second, identical create request \| the first item again, \S+, with status 201$/,
      ),
    ])
  })

  test('may be found again or refused, where the status says so', async () => {
    expect(await findingsBy(findingAgain(409), { rules: ['lifecycle'] })).toEqual([])
  })
})

describe('the Location of what is created', () => {
  const placing =
    (place: (id: string) => string): Behaviour =>
    async (request, send) => {
      const answer = await send(request)
      if (routeOf(request) !== 'POST /pets' || answer.status !== 201) return answer
      const pet = await answer.json()
      return Response.json(pet, { status: 201, headers: { location: place(pet.id) } })
    }

  test.each([
    ['a path', (id: string) => `/api/pets/${id}`],
    ['a whole URL', (id: string) => `http://pets.test/api/pets/${id}`],
    ['a relative path', (id: string) => `pets/${id}/`],
  ])('may be %s', async (_, place) => {
    expect(await findingsBy(placing(place), { rules: ['lifecycle'] })).toEqual([])
  })

  test.each([
    ['another host', (id: string) => `http://backend.test/api/pets/${id}`, 'at the host backend.test'],
    ['no place', (id: string) => `/api/pets/${id}/retire`, 'which returns 405'],
    ['what is no URL', () => 'http://[', 'http://\\['],
    ['what is no item', () => '/api/pets', 'which shows no item'],
  ])('leads not to %s', async (_, place, told) => {
    expect(await findingsBy(placing(place), { rules: ['lifecycle'] })).toEqual([
      expect.stringMatching(
        new RegExp(
          `^lifecycle createPet: a "Location" header that leads to the created item, \\S+ \\| .*${told}$`,
        ),
      ),
    ])
  })
})

describe('a key of idempotency', () => {
  const header = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } } as const
  const keyed: DocumentDescriptor = {
    ...petDocument,
    operations: petDocument.operations.map(
      (operation): OperationDescriptor =>
        operation.operationId === 'createPet' ? { ...operation, parameters: [header] } : operation,
    ),
  }
  /** Keeps the first response for each key. Requests are also compared by `compares`. */
  const keeping = ({
    compares,
    isLate = false,
  }: {
    readonly compares: readonly ('body' | 'caller')[]
    /** True for a server that keeps a response only when it is complete. */
    readonly isLate?: boolean
  }): Behaviour => {
    const known = new Map<string, { readonly body: string; readonly answer: Promise<Response> }>()
    return async (request, send) => {
      const key = request.headers.get('idempotency-key')
      if (key === null) return send(request)
      const body = await request.clone().text()
      const caller = compares.includes('caller') ? request.headers.get('authorization') : ''
      const first = known.get(`${key} ${caller}`)
      if (first === undefined) {
        const answer = send(request)
        const keep = () => known.set(`${key} ${caller}`, { body, answer })
        if (!isLate) keep()
        if (!(await answer).ok) known.delete(`${key} ${caller}`)
        else if (isLate) keep()
        return (await answer).clone()
      }
      const isOther = compares.includes('body') && first.body !== body
      return isOther ? Response.json({ detail: 'No.' }, { status: 400 }) : (await first.answer).clone()
    }
  }
  const run = (behaviour: Behaviour, document = keyed) =>
    findingsBy(behaviour, { rules: ['lifecycle'], document })

  test('answers the first request once more, and nothing else', async () => {
    expect(await run(keeping({ compares: ['body', 'caller'] }))).toEqual([])
  })

  test('also identifies a request that arrives while the first one is still being handled', async () => {
    expect(await run(keeping({ compares: ['body', 'caller'], isLate: true }))).toEqual([
      expect.stringMatching(/^lifecycle createPet: \S+ again for the same request .* \| another item/),
    ])
  })

  test('is shared by callers of an operation that wants no credential', async () => {
    const operations = keyed.operations.map(({ security, ...operation }) =>
      operation.operationId === 'createPet' || security === undefined
        ? operation
        : { ...operation, security },
    )
    expect(await run(keeping({ compares: ['body'] }), { ...keyed, operations })).toEqual([])
  })

  test('is not to be overlooked, taken for another body, or shared by tenants', async () => {
    expect(await run(right)).toEqual([
      expect.stringMatching(/^lifecycle createPet: \S+ again for the same request .* \| another item/),
    ])
    expect(await run(keeping({ compares: ['caller'] }))).toEqual([
      expect.stringMatching(/^lifecycle createPet: a separate response to a different request /),
    ])
    expect(await run(keeping({ compares: ['body'] }))).toEqual([
      expect.stringMatching(/^lifecycle createPet: no item that another tenant created /),
    ])
  })
})
