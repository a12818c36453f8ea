import { runContract, type Target } from '@concordat/contract'
import { describe, expect, test } from 'vitest'
import { Pace } from '../../../../../runtime/contract/traffic/transport/pace.ts'
import { PET_KEY } from '../../pet/pet-caller.ts'
import { petDocument } from '../../pet/pet-document.ts'
import { PetService } from '../../pet/pet-service.ts'

async function seeded(): Promise<{ service: PetService; id: string }> {
  const service = new PetService()
  const headers = { authorization: `Bearer ${PET_KEY}`, 'content-type': 'application/json' }
  const body = '{"name":"Ada","kind":"cat"}'
  await service.answer(new Request('http://pets.test/api/pets', { method: 'POST', headers, body }))
  return { service, id: [...service.pets.keys()][0]! }
}

/** Returns the run's outcomes by rule and operation, and every request that it sent. */
async function runWith(service: PetService, limits: Partial<Target>) {
  const sent: string[] = []
  const target: Target = {
    ...service.target(),
    ...limits,
    fetch: (request) => {
      sent.push(`${request.method} ${new URL(request.url).pathname.replace('/api', '')}`)
      return service.answer(request)
    },
  }
  const report = await runContract({ document: petDocument, target })
  const outcomes = Object.fromEntries(
    report.results.map(({ rule, operationId, outcome }) => [
      `${rule} ${operationId}`,
      outcome.status === 'not-run' ? outcome.reason : outcome.status,
    ]),
  )
  return { sent, outcomes, report }
}

describe('a run that only reads', () => {
  test('sends nothing but GET, HEAD and OPTIONS, and says what it left out', async () => {
    const { service } = await seeded()
    const before = structuredClone([...service.pets])
    const { sent, outcomes } = await runWith(service, { readOnly: true })
    expect(sent.length).toBeGreaterThan(10)
    expect(sent.filter((line) => !/^(GET|HEAD|OPTIONS) /.test(line))).toEqual([])
    expect([...service.pets]).toEqual(before)
    expect(outcomes).toMatchObject({
      'conformance listPets': 'passed',
      'conformance readPet': 'passed',
      'conformance createPet': 'the check would send POST, but the run only reads',
      'conformance deletePet': expect.stringContaining('but the run only reads'),
      'methods listPets': expect.stringContaining('but the run only reads'),
    })
  })
})

describe('a number of requests', () => {
  test('goes to one operation of each role, and to the quick rules, before it goes to deeper checks', async () => {
    const { report } = await runWith(new PetService(), { maxRequests: 500 })
    const ran = report.results.filter(
      ({ outcome }) => outcome.status !== 'not-run' || !outcome.reason.includes('500 requests'),
    )
    // The family "listing" compares what all other families created, so it comes last.
    const first = report.results.filter(
      ({ rule, operationId }) =>
        ['conformance', 'unknown-id'].includes(rule) ||
        (['listPets', 'createPet'].includes(operationId) && rule !== 'listing'),
    )
    expect(first.length).toBeGreaterThan(30)
    expect(first.filter((result) => !ran.includes(result))).toEqual([])
    expect(ran.length).toBeLessThan(report.results.length)
  })

  test('has room for the lists before the run and after it', async () => {
    const service = new PetService()
    const sent: string[] = []
    const fetch = async (request: Request): Promise<Response> => {
      sent.push(request.method)
      return service.answer(request)
    }
    const target = { ...service.target(), maxRequests: 60, fetch }
    await runContract({ document: petDocument, target, inventory: true })
    const removing = sent.lastIndexOf('DELETE')
    const cleaning = sent.slice(0, removing).findLastIndex((method) => method !== 'DELETE')
    const again = sent.slice(removing + 1)
    expect(again.length).toBeGreaterThan(0)
    expect(again.every((method) => method === 'GET')).toBe(true)
    expect(cleaning + 1 + again.length).toBeLessThanOrEqual(60)
  })

  test('ends a run, whose clean-up comes on top', async () => {
    const service = new PetService()
    const { outcomes, report, sent } = await runWith(service, { maxRequests: 30 })
    expect(report.requests).toBeGreaterThan(30)
    expect(sent.slice(30).every((line) => line.startsWith('DELETE '))).toBe(true)
    expect(service.pets.size).toBe(0)
    expect(report.leftBehind).toEqual([])
    expect(outcomes['conformance listPets']).toBe('passed')
    expect(outcomes['methods deleteToy']).toBe(
      'the run used its maximum of 30 requests, or reserved the rest for reading the lists again',
    )
  })
})

test('a pace spaces requests, those that wait at once too', async () => {
  const pace = new Pace(50)
  const start = performance.now()
  await Promise.all([pace.turn(), pace.turn(), pace.turn(), pace.turn()])
  expect(performance.now() - start).toBeGreaterThan(50)
})

describe('what the run did not create', () => {
  const { resources } = petDocument
  const document = {
    ...petDocument,
    operations: petDocument.operations.filter(({ operationId }) => operationId !== 'createPet'),
    resources: resources.map((resource) => {
      const { create: _, ...operations } = resource.operations
      return resource.name === 'pets' ? { ...resource, operations } : resource
    }),
  }
  const writesTo = (service: PetService, id: string): string[] =>
    service.log.filter((line) => new RegExp(`^(PATCH|PUT|DELETE|POST) /pets/${id}( |$|/re)`).test(line))
  const run = async (service: PetService, limits: Partial<Target>) => {
    const report = await runContract({ document, target: { ...service.target(), ...limits } })
    return Object.fromEntries(
      report.results.map(({ rule, operationId, outcome }) => [
        `${rule} ${operationId}`,
        outcome.status === 'not-run' ? outcome.reason : outcome.status,
      ]),
    )
  }

  test.each(['discovered', 'configured'])('is never written to, also when it is %s', async (how) => {
    const { service, id } = await seeded()
    const before = structuredClone(service.pets.get(id))
    await run(service, how === 'configured' ? { pathParameters: { petId: id, id } } : {})
    expect(writesTo(service, id)).toEqual([])
    expect({ ...service.pets.get(id), toys: [] }).toEqual({ ...before, toys: [] })
  })

  test('takes no undocumented methods either: they are tried on what does not exist', async () => {
    const { service, id } = await seeded()
    const before = structuredClone([...service.pets])
    const operations = document.operations.filter(({ operationId }) => operationId !== 'updatePet')
    const report = await runContract({
      document: { ...document, operations },
      target: service.target(),
      select: { rules: ['methods'], operations: ['readPet'] },
    })
    expect(report.results[0]?.outcome).toEqual({ status: 'passed' })
    expect(writesTo(service, id)).toEqual([])
    expect([...service.pets]).toEqual(before)
  })

  test.each([
    ['the first that is listed', false],
    ['the configured one', true],
  ])('is changed where that is allowed: %s', async (_, isConfigured) => {
    const { service, id } = await seeded()
    const outcomes = await run(service, {
      changeExisting: true,
      ...(isConfigured && { pathParameters: { petId: id } }),
    })
    expect(outcomes).toMatchObject({
      'conformance updatePet': 'passed',
      'lifecycle replacePet': 'passed',
      'isolation updatePet': 'passed',
      'isolation replacePet': 'passed',
      'transition retirePet': 'passed',
    })
    expect(writesTo(service, id).length).toBeGreaterThan(3)
  })

  test('is never deleted', async () => {
    const { service, id } = await seeded()
    const outcomes = await run(service, { changeExisting: true })
    expect(outcomes['lifecycle deletePet']).toBe(
      'DELETE /pets/{petId} might delete items that the run did not create',
    )
    expect(
      service.log.filter((line) => line.startsWith(`DELETE /pets/${id}`) && !line.includes('/toys')),
    ).toEqual([])
    expect(service.pets.has(id)).toBe(true)
  })

  test('is also what a path without an id names', async () => {
    const [, , read, update] = petDocument.operations
    const settings = { ...update!, operationId: 'changeSettings', path: '/settings', parameters: [] }
    const { resource: _, ...unowned } = settings
    const one = { ...petDocument, operations: [read!, unowned], resources: [] }
    const sent: string[] = []
    const target = (changeExisting: boolean): Target => ({
      baseUrl: 'http://pets.test',
      credentials: { PetKey: PET_KEY },
      changeExisting,
      fetch: async ({ method, url }) => {
        sent.push(`${method} ${new URL(url).pathname}`)
        return Response.json({ detail: 'No.' }, { status: 403 })
      },
    })
    const select = { operations: ['changeSettings'], rules: ['conformance'] }
    const report = await runContract({ document: one, target: target(false), select })
    expect(report.results[0]?.outcome).toMatchObject({
      reason:
        'PATCH /settings might change items that the run did not create; allow it with --change-existing',
    })
    expect(sent).toEqual([])
    await runContract({ document: one, target: target(true), select })
    expect(sent).toContain('PATCH /settings')
  })
})
