import { formatFinding, runContract } from '@concordat/contract'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { expect, test } from 'vitest'
import { petDocument } from '../../pet/pet-document.ts'
import { findingsOf } from '../../pet/pet-run.ts'
import { PetService } from '../../pet/pet-service.ts'

/** A service that rejects the deletion of a pet whose name has changed since its creation. */
function refusing(service: PetService) {
  const names = new Map<string, unknown>()
  let refusals = 0
  const nameOf = async (response: Response): Promise<unknown> =>
    ((await response.json()) as { name: unknown }).name
  return {
    refusals: () => refusals,
    target: {
      ...service.target(),
      async fetch(request: Request): Promise<Response> {
        const { pathname } = new URL(request.url)
        const isPet = /\/pets\/[^/]+$/.test(pathname)
        if (request.method === 'DELETE' && isPet && names.has(pathname)) {
          const read = await service.answer(new Request(request.url, { headers: request.headers }))
          if (read.ok && (await nameOf(read)) !== names.get(pathname)) {
            refusals += 1
            return new Response('{"detail":"renamed"}', {
              status: 400,
              headers: { 'content-type': 'application/problem+json' },
            })
          }
        }
        const answer = await service.answer(request)
        const location = answer.headers.get('location')
        if (request.method === 'POST' && answer.status === 201 && location !== null) {
          names.set(new URL(location, request.url).pathname, await nameOf(answer.clone()))
        }
        return answer
      },
    },
  }
}

test('what a check left in an item does not keep it from being removed', async () => {
  const service = new PetService()
  const { target, refusals } = refusing(service)
  const report = await runContract({ document: petDocument, target })
  expect(refusals()).toBeGreaterThan(0)
  expect(report.leftBehind).toEqual([])
  expect(service.pets.size).toBe(0)
})

/** Every PATCH body can also be a JSON Patch, which the document lists first. */
const patchable: DocumentDescriptor = {
  ...petDocument,
  operations: petDocument.operations.map(({ requestBody, ...operation }) => {
    if (requestBody === undefined) return operation
    const { content } = requestBody
    const patch = { 'application/json-patch+json': { schema: { type: 'array', items: { type: 'object' } } } }
    return {
      ...operation,
      requestBody: {
        ...requestBody,
        content: operation.method === 'PATCH' ? { ...patch, ...content } : content,
      },
    }
  }),
}

test('an item is brought back by its members where JSON Patch is offered too', async () => {
  const service = new PetService()
  const { target, refusals } = refusing(service)
  const report = await runContract({ document: patchable, target })
  expect(refusals()).toBeGreaterThan(0)
  expect(report.leftBehind).toEqual([])
})

test('a server keeps its contract where the document offers JSON Patch too', async () => {
  const report = await runContract({ document: patchable, target: new PetService().target() })
  expect(findingsOf(report).map(formatFinding)).toEqual([])
  const notRun = report.results.flatMap(({ outcome }) =>
    outcome.status === 'not-run' ? [outcome.reason] : [],
  )
  expect(notRun.filter((reason) => reason.includes('updatePet'))).toEqual([])
})
