import { runContract, type Target } from '@concordat/contract'
import { describe, expect, test } from 'vitest'
import { document } from '../../../../../generated/operations.ts'
import { partOfRun } from '../../../../../runtime/contract/run/plan/parts.ts'
import { petDocument } from '../../pet/pet-document.ts'
import { findingsOf } from '../../pet/pet-run.ts'
import { PetService } from '../../pet/pet-service.ts'

const target: Target = { baseUrl: 'http://a.test' }

function partsOf(given: Target): Record<string, string[]> {
  const groups = Map.groupBy(document.operations, (operation) =>
    partOfRun(operation, { document, target: given }),
  )
  return Object.fromEntries(
    [...groups].map(([part, operations]) => [part, operations.map(({ operationId }) => operationId)]),
  )
}

describe('an operation is of the part', () => {
  test('of its collection, below an item that a run makes for itself', () => {
    const { '': alone, ...parts } = partsOf(target)
    const organization = '/api/organizations/{organization_id}'
    expect(Object.keys(parts).toSorted()).toEqual(
      [
        ...['batch_exports', 'domains', 'invites', 'members'],
        ...['pipeline_destinations', 'pipeline_frontend_apps', 'pipeline_import_apps'],
      ].map((name) => `${organization}/${name}`),
    )
    expect(parts[`${organization}/batch_exports`]).toContain('listBatchExportLogs')
    expect(alone).toEqual(
      expect.arrayContaining(['createOrganization', 'getOrganization', 'listPersons', 'listProjects']),
    )
  })

  test('of all others where that item is configured: they would share it', () => {
    const parts = partsOf({ ...target, pathParameters: { organization_id: '7' } })
    expect(Object.keys(parts)).toEqual(['', '/api/organizations/{organization_id}/batch_exports/{id}/logs'])
  })
})

describe('parts side by side', () => {
  const run = async (service: PetService, jobs: number) => {
    const report = await runContract({ document: petDocument, target: service.target(), jobs })
    return {
      report,
      outcomes: report.results.map(({ title, rule, outcome }) => [title, rule, outcome.status]),
    }
  }

  test('come to the same outcomes in the same order, and leave nothing behind', async () => {
    const service = new PetService()
    const { report, outcomes } = await run(service, 3)
    expect(outcomes).toEqual((await run(new PetService(), 1)).outcomes)
    expect(report.leftBehind).toEqual([])
    expect(report.requests).toBe(service.log.length)
  })

  test.each(['challenge-missing', 'count-of-page', 'allow-missing'] as const)('find %s', async (fault) => {
    const found = async (jobs: number) =>
      findingsOf((await run(new PetService(fault), jobs)).report).map(
        ({ rule, operationId }) => `${rule} ${operationId}`,
      )
    const findings = await found(2)
    expect(findings).not.toEqual([])
    expect(new Set(findings)).toEqual(new Set(await found(1)))
  })

  test('end together when the server goes away, after what was under way', async () => {
    const service = new PetService()
    let requests = 0
    const { fetch: answer, ...rest } = service.target()
    const dying: Target = {
      ...rest,
      fetch: async (request) => {
        requests++
        if (requests > 150) throw new TypeError('fetch failed')
        return (await answer?.(request)) ?? Response.error()
      },
    }
    const { ended, results, leftBehind } = await runContract({
      document: petDocument,
      target: dying,
      jobs: 2,
    })
    expect(requests).toBeLessThan(250)
    expect(ended).toMatch(/^http:\/\/pets\.test\/api\/ no longer responds: fetch failed \(/)
    expect(new Set(results.map(({ outcome }) => outcome.status))).toEqual(
      new Set(['passed', 'failed', 'not-run']),
    )
    expect(leftBehind.length).toBeGreaterThan(0)
    expect(leftBehind).toContainEqual(expect.stringContaining('the server no longer responds'))
  })

  test('an error in the run itself is told, and keeps no other check from being run', async () => {
    const service = new PetService()
    const onExchange = ({ operation }: { operation: { operationId: string } }): void => {
      if (operation.operationId === 'readPet') throw new TypeError('no such thing')
    }
    const { results } = await runContract({ document: petDocument, target: service.target(), onExchange })
    const statusOf = (operationId: string) =>
      new Set(
        results.flatMap((result) => (result.operationId === operationId ? [result.outcome.status] : [])),
      )
    expect(statusOf('readPet')).toContain('defect')
    expect(statusOf('listPets')).toContain('passed')
    const { outcome } = results.find(({ outcome: { status } }) => status === 'defect') ?? {}
    expect(outcome).toMatchObject({
      message: 'TypeError: no such thing',
      stack: expect.stringContaining('parts.test.ts'),
    })
    expect(service.pets.size).toBe(0)
  })

  test('share the limit of requests', async () => {
    const service = new PetService()
    const report = await runContract({
      document: petDocument,
      target: { ...service.target(), maxRequests: 120 },
      jobs: 2,
    })
    const cleanUp = service.log.filter((line) => line.startsWith('DELETE')).length
    expect(service.log.length).toBeLessThanOrEqual(120 + cleanUp)
    expect(report.results.at(-1)?.outcome).toMatchObject({ status: 'not-run' })
  })
})
