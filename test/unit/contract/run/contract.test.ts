import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { type Contract, contract, type RuleTest, runContract } from '@concordat/contract'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { PET_KEY } from '../pet/pet-caller.ts'
import { petDocument } from '../pet/pet-document.ts'
import type { Fault } from '../pet/pet-fault.ts'
import { PetService } from '../pet/pet-service.ts'

/** Skips as vitest does, by throwing. */
class Skipped extends Error {}
const context = {
  skip(note?: string): never {
    throw new Skipped(note)
  },
}

/** Returns a contract's test of one rule on one operation. */
function ruleOf(pets: Contract, operationId: string, code: string): RuleTest['run'] {
  const own = pets.operation(operationId).find(({ name }) => name.startsWith(`${code}: `))
  if (own === undefined) throw new Error(`${code} does not apply to ${operationId}`)
  return own.run
}

const servers: Server[] = []

/** Serves the pet service over a socket, because environment variables can contain only a URL. */
async function listen(service: Pick<PetService, 'answer'>): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    )
    const { method = 'GET' } = incoming
    const request = new Request(`http://pets.test/api${incoming.url}`, {
      method,
      headers,
      ...(body !== '' && { body }),
    })
    const answer = await service.answer(request)
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

afterEach(() => {
  vi.unstubAllEnvs()
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

describe('contract', () => {
  test('skips every test while the environment names no server', async () => {
    vi.stubEnv('CONCORDAT_BASE_URL', '')
    vi.stubEnv('VITEST_WORKER_ID', '1')
    const said = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => said.mockRestore())
    const pets = contract({ document: petDocument })
    for (const { run } of pets.operation('listPets'))
      await expect(run(context)).rejects.toThrow('not run, because CONCORDAT_BASE_URL is not set')
    expect(said.mock.calls).toEqual([
      [
        'The contract tests for "Pets" are skipped: CONCORDAT_BASE_URL is not set. To run them: npx concordat contract BASE_URL',
      ],
    ])
  })

  test('of several workers, the first one alone says that tests are skipped', async () => {
    vi.stubEnv('CONCORDAT_BASE_URL', '')
    vi.stubEnv('VITEST_WORKER_ID', '2')
    const said = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => said.mockRestore())
    const others = contract({ document: { ...petDocument, title: 'Others' } })
    await expect(ruleOf(others, 'listPets', 'conformance')(context)).rejects.toThrow('not run')
    expect(said).not.toHaveBeenCalled()
  })

  test('passes, fails with the findings, skips with the reason, and cleans up', async () => {
    const service = new PetService('status-203', 'toys-not-implemented')
    vi.stubEnv('CONCORDAT_BASE_URL', await listen(service))
    vi.stubEnv('CONCORDAT_KEY', PET_KEY)
    const pets = contract({ document: petDocument })
    await ruleOf(pets, 'listPets', 'conformance')(context)
    await expect(ruleOf(pets, 'readPet', 'conformance')(context)).rejects.toThrow(
      /conformance\/success \(documented\)\n {2}expected {2}status 200\n {2}received {2}status 203 .*\n {2}clause {4}#\/paths\/~1pets~1\{petId\}\/get\/responses\/200\n {2}repeat {4}.*curl -i .*# 203, as found/s,
    )
    await expect(ruleOf(pets, 'createToy', 'lifecycle')(context)).rejects.toThrow(
      new Skipped('not run, because createToy returned 501'),
    )
    expect(service.pets.size).toBeGreaterThan(0)
    await pets.cleanUp()
    expect(service.pets.size).toBe(0)
  })

  test('drops findings of other grades', async () => {
    vi.stubEnv('CONCORDAT_BASE_URL', await listen(new PetService('status-203')))
    vi.stubEnv('CONCORDAT_KEY', PET_KEY)
    vi.stubEnv('CONCORDAT_GRADES', 'derived, decided')
    const pets = contract({ document: petDocument })
    await ruleOf(pets, 'readPet', 'conformance')(context)
    await pets.cleanUp()
  })

  test('tells in the end of a server error that no test told', async () => {
    const service = new PetService()
    let creates = 0
    const answer = async (request: Request): Promise<Response> =>
      request.method === 'POST' && creates++ === 0
        ? new Response(null, { status: 500 })
        : service.answer(request)
    vi.stubEnv('CONCORDAT_BASE_URL', await listen({ answer }))
    vi.stubEnv('CONCORDAT_KEY', PET_KEY)
    const pets = contract({ document: petDocument })
    await ruleOf(pets, 'readPet', 'conformance')(context)
    await expect(pets.cleanUp()).rejects.toThrow(/received {2}status 500.*clause {4}#\/paths\/~1pets\/post/s)
    expect(service.pets.size).toBe(0)
    await pets.cleanUp()
  })

  test('names what it does not know', () => {
    expect(() => contract({ document: petDocument }).operation('eatPet')).toThrow(
      '"Pets" has no operation "eatPet"',
    )
  })

  test('has a test for each rule that applies to an operation', () => {
    const own = contract({ document: petDocument }).operation('deletePet')
    expect(own.map(({ name }) => name)).toEqual([
      'conformance: the response is the documented 204',
      'authentication: requests with no key, an unknown key or the wrong scheme are rejected',
      'scopes: a credential needs exactly pet:write',
      "tenancy: another tenant's ids get 403 or 404",
      'lifecycle: a deleted item can no longer be read and is not listed',
      'isolation: one item is removed, and no other item changes',
      'unknown-id: an unknown or malformed petId is refused with a documented 4xx',
    ])
  })
})

test('a signal ends a run at once; what was created is removed, and what was not reached is not run', async () => {
  const service = new PetService()
  const stop = new AbortController()
  const onProgress = ({ done }: { done: number }): void => {
    if (done === 10) stop.abort('somebody stopped it')
  }
  const { signal } = stop
  const report = await runContract({ document: petDocument, target: service.target(), onProgress, signal })
  const whole = await runContract({ document: petDocument, target: new PetService().target() })
  expect([report.ended, service.pets.size, report.leftBehind]).toEqual(['somebody stopped it', 0, []])
  expect(report.results.map(({ title, rule }) => `${rule} ${title}`)).toEqual(
    whole.results.map(({ title, rule }) => `${rule} ${title}`),
  )
  const ended = {
    status: 'not-run',
    reason: 'the run ended early: somebody stopped it',
    why: { kind: 'ended', why: 'somebody stopped it' },
  }
  const reached = report.results.flatMap(({ outcome }, at) => (isDeepStrictEqual(outcome, ended) ? [] : [at]))
  expect(reached).toHaveLength(10)
  for (const at of reached) expect(report.results[at]?.outcome.status).toBe(whole.results[at]?.outcome.status)
})

describe('path parameters that cannot be created', () => {
  const { resources } = petDocument
  const withoutCreate = {
    ...petDocument,
    operations: petDocument.operations.filter(({ operationId }) => operationId !== 'createPet'),
    resources: resources.map((resource) => {
      const { create: _, ...operations } = resource.operations
      return resource.name === 'pets' ? { ...resource, operations } : resource
    }),
  }
  const outcomes = async (service: PetService, pathParameters: Record<string, string> = {}) => {
    const report = await runContract({
      document: withoutCreate,
      target: { ...service.target(), pathParameters },
    })
    return Object.fromEntries(
      report.results.map(({ operationId, rule, outcome }) => [
        `${rule} ${operationId}`,
        outcome.status === 'not-run' ? outcome.reason : outcome.status,
      ]),
    )
  }
  const seeded = async (): Promise<{ service: PetService; id: string }> => {
    const service = new PetService()
    const headers = { authorization: `Bearer ${PET_KEY}`, 'content-type': 'application/json' }
    await service.answer(
      new Request('http://pets.test/api/pets', {
        method: 'POST',
        headers,
        body: '{"name":"Ada","kind":"cat"}',
      }),
    )
    return { service, id: [...service.pets.keys()][0] ?? '' }
  }

  const handOver =
    'no operation creates an item of "pets"; list existing items that the run may use up, as paths of the form "/pets/{petId}", in CONCORDAT_EXPENDABLE or in "expendable" in the configuration'

  test('are discovered by the list, and what is discovered is never changed', async () => {
    const { service, id } = await seeded()
    const before = structuredClone(service.pets.get(id))
    const results = await outcomes(service)
    expect(results).toMatchObject({
      'conformance readPet': 'passed',
      'conformance createToy': 'passed',
      'conformance updatePet': handOver,
      'lifecycle deletePet': handOver,
    })
    // The service still accepts the POST that is no longer in this document.
    expect(Object.keys(results).filter((name) => results[name] === 'failed')).toEqual(['methods listPets'])
    expect(service.pets.get(id)).toEqual(before)
    expect(
      service.log.filter((line) =>
        new RegExp(`^(PATCH|PUT|DELETE) /pets/${id}$`).test(line.split(' ', 2).join(' ')),
      ),
    ).toEqual([])
  })

  test('come from the configuration', async () => {
    const { service, id } = await seeded()
    expect(await outcomes(service, { petId: id, pets_id: id })).toMatchObject({
      'conformance readPet': 'passed',
    })
    expect(service.log.indexOf(`GET /pets/${id}`)).toBeGreaterThan(-1)
  })

  test('or are asked for by the line of configuration that would supply them', async () => {
    expect(await outcomes(new PetService())).toMatchObject({
      'conformance readPet':
        'no operation creates an item of "pets", and listPets lists no items; set CONCORDAT_PATH_PETID, or pathParameters["petId"], to an existing value',
    })
  })
})

describe('grades', () => {
  const gradesWith = async (
    fault: Fault,
    documents: { base?: DocumentDescriptor; decided?: readonly string[] },
  ): Promise<string[]> => {
    const report = await runContract({
      document: petDocument,
      ...documents,
      target: new PetService(fault).target(),
      select: { rules: ['conformance', 'unknown-id', 'methods'] },
    })
    return report.results.flatMap(({ outcome }) =>
      outcome.status === 'failed' ? outcome.findings.map(({ grade }) => grade) : [],
    )
  }
  const without = (status: string): DocumentDescriptor => ({
    ...petDocument,
    operations: petDocument.operations.map((operation) => ({
      ...operation,
      responses: Object.fromEntries(Object.entries(operation.responses).filter(([key]) => key !== status)),
    })),
  })

  test('a clause at or below a decided pointer is decided', async () => {
    expect(await gradesWith('status-203', { decided: ['/paths/~1pets~1{petId}/get/responses'] })).toEqual([
      'decided',
    ])
    expect(
      await gradesWith('status-203', { decided: ['#/paths/~1pets~1{petId}/get/responses/200/content'] }),
    ).toEqual(['documented'])
  })

  test('a schema that only an overlay sharpened is decided', async () => {
    const { Pet, ...definitions } = petDocument.definitions
    const loose = { ...petDocument, definitions: { ...definitions, Pet: true as const } }
    expect(Pet).toBeDefined()
    expect(await gradesWith('list-item-invalid', { base: loose })).toEqual(['decided'])
    expect(await gradesWith('list-item-invalid', { base: petDocument })).toEqual(['documented'])
  })

  test('a refusal that the document leaves open without its overlay is decided; a server error never is', async () => {
    const open = without('404')
    const base = {
      ...open,
      operations: open.operations.map((operation) => ({
        ...operation,
        responses: Object.fromEntries(
          Object.entries(operation.responses).filter(([key]) => !['400', '415'].includes(key)),
        ),
      })),
    }
    expect(new Set(await gradesWith('unknown-undocumented', { base }))).toEqual(new Set(['decided']))
    expect(new Set(await gradesWith('malformed-crashes', { base }))).toEqual(new Set(['derived']))
  })

  test('an operation that an overlay adds is decided as a whole', async () => {
    const base = {
      ...petDocument,
      operations: petDocument.operations.filter(({ operationId }) => operationId !== 'readPet'),
    }
    expect(await gradesWith('status-203', { base })).toEqual(['decided'])
  })

  test('a run can be limited to grades, rules and operations', async () => {
    const target = new PetService('status-203').target()
    const report = await runContract({
      document: petDocument,
      target,
      select: { operations: ['readPet'], rules: ['conformance'], grades: ['derived'] },
    })
    expect(
      report.results.map(({ operationId, rule, outcome }) => [operationId, rule, outcome.status]),
    ).toEqual([['readPet', 'conformance', 'passed']])
    await expect(
      runContract({ document: petDocument, target, select: { rules: ['beauty'] } }),
    ).rejects.toThrow('There is no rule "beauty"')
  })
})
