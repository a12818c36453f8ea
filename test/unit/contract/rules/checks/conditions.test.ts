import type { DocumentDescriptor, OperationDescriptor } from '@concordat/runtime/http'
import { describe, expect, test } from 'vitest'
import { again, type Behaviour, findingsBy, routeOf } from '../../pet/pet-behaviour.ts'
import { petDocument } from '../../pet/pet-document.ts'
import { described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const NAMES: Readonly<Record<string, string>> = {
  readPet: 'If-None-Match',
  updatePet: 'If-Match',
  deletePet: 'If-Match',
}
const conditional: DocumentDescriptor = {
  ...petDocument,
  operations: petDocument.operations.map((operation): OperationDescriptor => {
    const name = NAMES[operation.operationId]
    if (name === undefined) return operation
    const parameters = [
      ...(operation.parameters ?? []),
      { name, in: 'header', schema: { type: 'string' } } as const,
    ]
    return { ...operation, parameters, responses: { ...operation.responses, '304': {}, '412': {} } }
  }),
}

interface Habits {
  /** Headers that are overlooked. */
  readonly deaf?: string
  readonly tagOf?: (pet: string) => string
  readonly isStrict?: boolean
  /** True if the server does not accept the weak form of an item's tag. */
  readonly isExact?: boolean
  /** True if the server reads all of "If-None-Match" as one tag. */
  readonly readsOne?: boolean
  /** True if "*" is a tag like any other. */
  readonly isPlain?: boolean
}

/** Adds entity tags, derived from the result of a read, to the pet service. */
function tagging({
  deaf,
  tagOf = (pet) => `"${pet.length}-${pet.replaceAll(/\W/g, '')}"`,
  isStrict = true,
  isExact = false,
  readsOne = false,
  isPlain = false,
}: Habits = {}): Behaviour {
  return async (request, send) => {
    if (!/ \/pets\/\{\}$/.test(routeOf(request))) return send(request)
    const path = new URL(request.url).pathname.replace('/api', '')
    const show = async () => send(again(request, { method: 'GET', path }))
    const before = await show()
    const tag = before.ok ? tagOf(await before.text()) : undefined
    const wanted = deaf === 'if-match' ? null : request.headers.get('if-match')
    if (tag !== undefined && wanted !== null && wanted !== tag) {
      if (!isStrict) await send(request)
      return Response.json({ detail: 'No.' }, { status: 412 })
    }
    const known = deaf === 'if-none-match' ? null : request.headers.get('if-none-match')
    // Both forms of a tag are considered equal here. @see RFC 9110, 13.1.2
    const isKnown = (known?.split(readsOne ? '\n' : ', ') ?? []).some(
      (one) => one === tag || (!isExact && one.replace('W/', '') === tag) || (!isPlain && one === '*'),
    )
    if (tag !== undefined && isKnown && request.method === 'GET')
      return new Response(null, { status: 304, headers: { etag: tag } })
    const answer = await send(request)
    const after = answer.ok && request.method !== 'DELETE' ? tagOf(await (await show()).text()) : undefined
    if (after === undefined) return answer
    return new Response(await answer.text(), {
      status: answer.status,
      headers: { ...Object.fromEntries(answer.headers), etag: after },
    })
  }
}

describe('documented conditions', () => {
  const run = (habits?: Habits) =>
    findingsBy(tagging(habits), { rules: ['conformance', 'lifecycle'], document: conditional })

  test('are kept', async () => {
    expect(await run()).toEqual([])
  })

  test('that are overlooked are found beside other faults of their family', async () => {
    const forgetful = tagging({ deaf: 'if-match' })
    const found = await findingsBy(
      async (request, send) => {
        const answer = await forgetful(request, send)
        if (!/^(PATCH|GET) \/pets\/\{\}$/.test(routeOf(request)) || !answer.ok) return answer
        const pet = { ...(await answer.json()), name: 'Always' }
        return Response.json(pet, {
          status: answer.status,
          headers: { etag: answer.headers.get('etag') ?? '' },
        })
      },
      { rules: ['lifecycle'], operations: ['updatePet'], document: conditional },
    )
    expect(found).toEqual([
      expect.stringMatching(/^lifecycle updatePet: "name" as sent, /),
      expect.stringMatching(/^lifecycle updatePet: status 412 for an "If-Match" header /),
    ])
  })

  test('that are overlooked are found', async () => {
    const overlooked = (operationId: string) =>
      expect.stringMatching(
        new RegExp(
          `^lifecycle ${operationId}: status 412 for an "If-Match" header with an entity tag .* \\| status 20`,
        ),
      )
    expect(await run({ deaf: 'if-match' })).toEqual([overlooked('updatePet'), overlooked('deletePet')])
    expect(await run({ deaf: 'if-none-match' })).toEqual([
      expect.stringMatching(
        /^conformance readPet: status 304 for an "If-None-Match" header with the item's entity tag, .* \| status 200/,
      ),
    ])
    for (const habit of [{ isExact: true }, { readsOne: true }])
      expect(await run(habit)).toEqual([
        expect.stringMatching(
          /^conformance readPet: status 304 for an "If-None-Match" header with the item's entity tag, "other-0", W\/".* \| status 200/,
        ),
      ])
    expect(await run({ isPlain: true })).toEqual([
      expect.stringMatching(
        /^conformance readPet: status 304 for "If-None-Match: \*", because the item exists \| status 200/,
      ),
    ])
  })

  test('that refuse and do all the same are found, and tags that stay', async () => {
    expect(await run({ isStrict: false })).toEqual([
      expect.stringMatching(
        /^lifecycle updatePet: the item unchanged, because PATCH \/pets\/\{petId\} returned 412 \| /,
      ),
      expect.stringMatching(
        /^lifecycle deletePet: the item unchanged, because DELETE \/pets\/\{petId\} returned 412 \| status 404/,
      ),
    ])
    expect(await run({ tagOf: () => '"same"' })).toEqual([
      expect.stringMatching(
        /^lifecycle updatePet: a new entity tag for the changed item \| "same" as before$/,
      ),
      'conformance readPet: header "ETag" must change with the content | "same"',
    ])
  })
})

describe('an object of any members', () => {
  const open = { type: 'object', additionalProperties: true }
  const withNotes = (type: string): DocumentDescriptor => ({
    ...petDocument,
    operations: petDocument.operations.map((operation): OperationDescriptor => {
      const body = operation.requestBody?.content['application/json']
      return operation.operationId !== 'updatePet' || body === undefined
        ? operation
        : { ...operation, requestBody: { required: true, content: { [type]: body } } }
    }),
    definitions: Object.fromEntries(
      Object.entries(petDocument.definitions).map(([name, schema]) => [
        name,
        typeof schema === 'object' &&
        'properties' in schema &&
        Object.hasOwn(Object(schema.properties), 'tag')
          ? { ...schema, properties: { ...Object(schema.properties), notes: open } }
          : schema,
      ]),
    ),
  })
  /**
   * Keeps notes along with the pets: `store` combines old and new notes, and `told` returns those in the
   * response.
   */
  const noting = (
    store: (old: object, sent: object) => object,
    told: (old: object, sent: object) => object = store,
  ): Behaviour => {
    const notes = new Map<string, object>()
    return async (request, send) => {
      const { pathname } = new URL(request.url)
      const answer = await send(
        new Request(request.clone(), {
          headers: { ...Object.fromEntries(request.headers), 'content-type': 'application/json' },
        }),
      )
      if (routeOf(request) === 'GET /pets/{}' && answer.ok)
        return Response.json({ ...(await answer.json()), notes: notes.get(pathname) ?? {} })
      if (routeOf(request) === 'GET /pets' && answer.ok) {
        const page = await answer.json()
        const results = page.results.map((pet: { id: string }) => ({
          ...pet,
          notes: notes.get(`/api/pets/${pet.id}`) ?? {},
        }))
        return Response.json({ ...page, results })
      }
      if (routeOf(request) !== 'PATCH /pets/{}' || !answer.ok) return answer
      const sent: { notes?: object } = await request.json()
      const old = notes.get(pathname) ?? {}
      if (sent.notes !== undefined) notes.set(pathname, store(old, sent.notes))
      const shown = sent.notes === undefined ? old : told(old, sent.notes)
      return Response.json({ ...(await answer.json()), notes: shown })
    }
  }
  const merge = (old: object, sent: object): object =>
    Object.fromEntries(Object.entries({ ...old, ...sent }).filter(([, value]) => value !== null))
  const replace = (_: object, sent: object): object => sent
  const run = async (type: string, behaviour: Behaviour) =>
    (await findingsBy(behaviour, { rules: ['lifecycle'], document: withNotes(type) })).filter((finding) =>
      finding.startsWith('lifecycle updatePet'),
    )

  test('is merged or replaced, and shown as it was answered', async () => {
    expect(await run('application/json', noting(merge))).toEqual([])
    expect(await run('application/json', noting(replace))).toEqual([])
    expect(await run('application/json', noting(replace, merge))).toEqual([
      expect.stringMatching(/^lifecycle updatePet: "notes" as PATCH \/pets\/\{petId\} returned it: /),
    ])
  })

  test('is merged by a merge patch, whose nulls remove', async () => {
    const type = 'application/merge-patch+json'
    expect(await run(type, noting(merge))).toEqual([])
    expect(await run(type, noting(replace))).toEqual([
      expect.stringMatching(/^lifecycle updatePet: "notes" merged with the existing value: /),
    ])
    expect(
      await run(
        type,
        noting((old, sent) => ({ ...old, ...sent })),
      ),
    ).toEqual([
      expect.stringMatching(/^lifecycle updatePet: "notes" without the property that was set to null /),
    ])
  })

  test('keeps its lists in their order', async () => {
    const sorting = (old: object, sent: object): object =>
      merge(
        old,
        Object.fromEntries(
          Object.entries(sent).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.toSorted() : value,
          ]),
        ),
      )
    expect(await run('application/json', noting(sorting))).toEqual([
      expect.stringMatching(
        /^lifecycle updatePet: "notes" as sent, with lists in the same order, when read again: /,
      ),
    ])
  })
})

describe('a PUT that must not replace anything', () => {
  const told = async (status: number): Promise<readonly string[]> => {
    const octets = { required: true, content: { 'application/octet-stream': {} } }
    const parameters = [
      { name: 'name', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'If-None-Match', in: 'header', schema: { type: 'string' } },
    ]
    const gone = { description: 'Gone.' }
    const document = await described({
      '/scans/{name}': {
        put: { operationId: 'putScan', parameters, requestBody: octets, responses: { 204: gone, 412: gone } },
        get: {
          ...{ operationId: 'getScan', parameters: parameters.slice(0, 1) },
          responses: { 200: { description: 'It.', content: { 'application/octet-stream': {} } }, 404: gone },
        },
        delete: {
          operationId: 'dropScan',
          parameters: parameters.slice(0, 1),
          responses: { 204: gone, 404: gone },
        },
      },
    })
    const scans = new Set<string>()
    return outcomes(document, {
      rules: ['conformance'],
      answer: ({ method, url, headers }) => {
        const isRefused = headers.get('if-none-match') === '*' && scans.has(url)
        if (method === 'GET') return new Response('It.', { status: scans.has(url) ? 200 : 404 })
        if (method === 'PUT') scans.add(url)
        return new Response(null, { status: isRefused ? status : 204 })
      },
    })
  }

  test('is refused', async () => {
    expect(await told(412)).toContain('conformance putScan: passed')
  })

  test.each([204, 304])('and is answered with %i is found', async (status) => {
    expect(await told(status)).toContainEqual(
      expect.stringMatching(
        /putScan: status 412 for "If-None-Match: \*", because something exists .* \| status/,
      ),
    )
  })
})
