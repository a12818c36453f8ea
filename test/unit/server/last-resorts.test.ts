import { randomUUID } from 'node:crypto'
import { type Finding, runContract } from '@concordat/contract'
import { createApp, HttpProblem, type ProblemKind } from '@concordat/runtime/server'
import { describe, expect, test } from 'vitest'
import { described } from '../contract/support/described.ts'

interface Thing {
  readonly id: string
  readonly owner: string
  title: string
}

const schema = {
  type: 'object',
  required: ['id', 'title'],
  properties: {
    id: { type: 'string', format: 'uuid', readOnly: true },
    title: { type: 'string', maxLength: 20 },
  },
}
const json = { 'application/json': { schema } }

/** Returns a document of things that need a key, in which each operation has these failures. */
async function documentWith(failures: readonly string[]) {
  const refused = Object.fromEntries(failures.map((status) => [status, { description: 'Refused' }]))
  const answers = (status: string, more: object = {}) => ({
    [status]: { description: 'Done', ...more },
    ...refused,
  })
  const needs = (scope: string) => ({ security: [{ key: [scope] }] })
  const requestBody = { required: true, content: json }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }
  const list = { 'application/json': { schema: { type: 'array', items: schema } } }
  return described(
    {
      '/things': {
        get: { operationId: 'listThings', ...needs('read'), responses: answers('200', { content: list }) },
        post: {
          ...{ operationId: 'createThing', ...needs('write'), requestBody },
          responses: answers('201', { content: json }),
        },
      },
      '/things/{id}': {
        parameters: [id],
        get: { operationId: 'getThing', ...needs('read'), responses: answers('200', { content: json }) },
        patch: {
          ...{ operationId: 'updateThing', ...needs('write'), requestBody },
          responses: answers('200', { content: json }),
        },
        delete: { operationId: 'deleteThing', ...needs('write'), responses: answers('204') },
      },
    },
    { components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } } },
  )
}

/** @param foreign how access to another user's things is rejected. */
async function findingsWith(failures: readonly string[], foreign: ProblemKind): Promise<string[]> {
  const document = await documentWith(failures)
  const things = new Map<string, Thing>()
  const own = (id: string, principal: string): Thing => {
    const thing = things.get(id)
    if (thing === undefined) throw new HttpProblem({ kind: 'not-found' })
    if (thing.owner !== principal) throw new HttpProblem({ kind: foreign })
    return thing
  }
  const shown = ({ id, title }: Thing) => ({ id, title })
  const app = createApp<object, string>(document, {
    authenticate: async ({ credential }) => {
      const [name = '', scopes = 'read,write'] = credential.split('~')
      return ['ann', 'bob'].includes(name) ? { principal: name, scopes: scopes.split(',') } : undefined
    },
    onError: () => undefined,
    handlers: {
      listThings: (_: unknown, { principal }: { principal: string }) => ({
        status: 200,
        body: [...things.values()].filter(({ owner }) => owner === principal).map(shown),
      }),
      createThing({ body: { title } }: { body: Thing }, { principal }: { principal: string }) {
        const thing = { id: randomUUID(), owner: principal, title }
        things.set(thing.id, thing)
        return { status: 201, body: shown(thing) }
      },
      getThing: ({ path }: { path: Thing }, { principal }: { principal: string }) => ({
        status: 200,
        body: shown(own(path.id, principal)),
      }),
      updateThing({ path, body }: { path: Thing; body: Thing }, { principal }: { principal: string }) {
        const thing = own(path.id, principal)
        thing.title = body.title
        return { status: 200, body: shown(thing) }
      },
      deleteThing({ path }: { path: Thing }, { principal }: { principal: string }) {
        things.delete(own(path.id, principal).id)
        return { status: 204 }
      },
    },
  })
  const { results } = await runContract({
    document,
    select: { rules: ['authentication', 'scopes', 'methods', 'negative', 'unknown-id', 'tenancy'] },
    target: {
      baseUrl: 'http://small.test',
      fetch: app,
      credentials: { key: 'ann' },
      otherCredentials: { key: 'bob' },
      makeCredential: async (_, scopes) => `ann~${scopes.join()}`,
    },
  })
  expect(results.filter(({ outcome }) => outcome.status === 'passed').length).toBeGreaterThan(0)
  const findings = results.flatMap(({ outcome }): readonly Finding[] =>
    outcome.status === 'failed' ? outcome.findings : [],
  )
  return findings.map(
    (finding) => `${finding.rule} ${finding.operationId}: ${finding.expected} | ${finding.received}`,
  )
}

describe('a refusal of the kit keeps the rules of the contract suite', () => {
  const documented = [[], ['400'], ['401'], ['403'], ['404'], ['422'], ['400', '401'], ['400', '404']]
  const all = [...documented, ['401', '403', '404', '405'], ['4XX'], ['default']]

  test.each(all.map((failures) => [failures.join(' and ') || 'no failure', failures] as const))(
    'where %s is documented',
    async (_, failures) => {
      for (const foreign of ['forbidden', 'not-found'] as const)
        expect(await findingsWith(failures, foreign)).toEqual([])
    },
  )

  test('where 400 and 403 are documented, and things of others are forbidden', async () => {
    expect(await findingsWith(['400', '403'], 'forbidden')).toEqual([])
  })
})
