import { runContract } from '@concordat/contract'
import { describe, expect, test } from 'vitest'
import { petDocument } from '../../pet/pet-document.ts'
import type { Fault } from '../../pet/pet-fault.ts'
import { findingsOf } from '../../pet/pet-run.ts'
import { PetService } from '../../pet/pet-service.ts'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const select = { rules: ['generated'], operations: ['createPet'] }

async function run(fault: Fault, budget: number) {
  const service = new PetService(fault)
  const report = await runContract({ document: petDocument, target: service.target(), select, budget })
  return { service, findings: findingsOf(report) }
}

describe('generated', () => {
  test('finds a crash at a valid request, and shrinks it to the smallest', async () => {
    const { findings } = await run('long-name-crashes', 200)
    expect(findings.map(({ expected, received }) => `${expected} | ${received}`)).toEqual([
      'a documented success or rejection for a valid request | status 500 {"detail":"No."}',
    ])
    const { name, ...others } = JSON.parse(findings[0]?.exchange.request.body ?? '{}')
    expect(name).toHaveLength(12)
    expect(Object.keys(others)).toEqual(['kind'])
  })

  test('finds a text that is not stored as it was sent', async () => {
    const { findings } = await run('text-is-ascii', 600)
    expect(findings.map(({ expected }) => expected)).toEqual([
      expect.stringMatching(/^"name" as sent, in the response: /),
    ])
  })

  test('finds an invalid value that is accepted', async () => {
    const { findings } = await run('max-length-ignored', 3000)
    expect(findings.map(({ expected }) => expected)).toEqual([
      'a documented 4xx response to an invalid request',
    ])
  })

  test('sends 7 % of the budget, and nothing without one', async () => {
    const { service } = await run('count-of-page', 100)
    expect(service.log.filter((line) => line.startsWith('POST'))).toHaveLength(7)
    expect((await run('count-of-page', 0)).service.log).toEqual([])
  })

  test('sends one write at a time', async () => {
    const target = new PetService().target()
    let busy = 0
    let crashed = 0
    const fetch = async (request: Request): Promise<Response> => {
      const isCreation = request.method === 'POST'
      if (isCreation && busy > 0) {
        crashed++
        return Response.json({ detail: 'The table is locked.' }, { status: 500 })
      }
      if (isCreation) busy++
      await new Promise((resolve) => setTimeout(resolve, 5))
      const answer = await (target.fetch ?? globalThis.fetch)(request)
      if (isCreation) busy--
      return answer
    }
    const report = await runContract({
      document: petDocument,
      target: { ...target, fetch },
      select,
      budget: 100,
    })
    expect(crashed).toBe(0)
    expect(findingsOf(report)).toEqual([])
  })

  test('lets a server make the name of what is sent with an empty one, and of nothing else', async () => {
    const serving = (isKept: (name: string) => boolean) => async (_: Request, text: string) => {
      const { name } = Object(JSON.parse(text))
      if (typeof name !== 'string' || [...name].length > 1) return Response.json({}, { status: 400 })
      return Response.json({ name: isKept(name) ? name : 'm' }, { status: 201 })
    }
    const document = await tags()
    const rules = ['generated']
    expect(await outcomes(document, { rules, answer: serving((name) => name !== '') })).toEqual([
      'generated addTag: passed',
    ])
    expect(await outcomes(document, { rules, answer: serving(() => false) })).toEqual([
      expect.stringMatching(/^generated addTag: "name" as sent, in the response: ".+" \| "m"$/),
    ])
  })
})

/** Tags that paths identify by client-chosen names. */
function tags() {
  const tag = { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 1 } } }
  return described({
    '/tags': {
      post: {
        operationId: 'addTag',
        requestBody: { required: true, content: { 'application/json': { schema: tag } } },
        responses: { ...answers(tag, { status: 201 }), 400: { description: 'Wrong' } },
      },
    },
    '/tags/{name}': {
      delete: {
        operationId: 'removeTag',
        parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 204: { description: 'Gone' } },
      },
    },
  })
}
