import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const owner = { type: 'object', properties: { login: text } }
const cabinet = { type: 'object', properties: { name: text, note: text, owner } }
const body = { type: 'object', required: ['name'], properties: { name: text, note: text } }
const requestBody = { required: true, content: { 'application/json': { schema: body } } }
const inPath = (...names: string[]) =>
  names.map((name) => ({ in: 'path', name, required: true, schema: text }))

interface Cabinet {
  readonly name: string
  readonly owner: { readonly login: string }
}

/** Returns the findings about a server of cabinets whose list leaves some out. */
async function told(isListed: (cabinet: Cabinet) => boolean): Promise<string[]> {
  const made = answers(cabinet, { status: 201 })
  const document = await described({
    '/user/cabinets': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: cabinet }) },
      post: { operationId: 'make', requestBody, responses: made },
    },
    '/teams': {
      get: { operationId: 'teams', responses: answers({ type: 'array', items: owner }) },
    },
    '/teams/{login}/cabinets': {
      parameters: inPath('login'),
      post: { operationId: 'makeForTeam', requestBody, responses: made },
    },
    '/cabinets/{owner}/{cabinet}': {
      parameters: inPath('owner', 'cabinet'),
      get: { operationId: 'read', responses: { ...answers(cabinet), 404: { description: 'None.' } } },
      delete: { operationId: 'remove', responses: { 204: { description: 'Gone.' } } },
    },
  })
  const cabinets = new Map<string, Cabinet>()
  const lines = await outcomes(document, {
    rules: ['lifecycle'],
    answer: ({ method, url }, sent) => {
      const [, kind, login = '', name = ''] = new URL(url).pathname.split('/').map(decodeURIComponent)
      if (kind === 'teams' && login === '') return Response.json([{ login: 'red' }])
      if (kind !== 'cabinets' && method === 'GET')
        return Response.json([...cabinets.values()].filter(isListed))
      if (kind !== 'cabinets') {
        const own = { ...JSON.parse(sent), owner: { login: kind === 'user' ? 'me' : login } }
        cabinets.set(`${own.owner.login}/${own.name}`, own)
        return Response.json(own, { status: 201 })
      }
      const found = cabinets.get(`${login}/${name}`)
      if (found === undefined) return new Response(null, { status: 404 })
      if (method === 'DELETE') cabinets.delete(`${login}/${name}`)
      return method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(found)
    },
  })
  return lines.filter((line) => line.includes('in the list from'))
}

test('a list of own items need not show those that are made under the name of a team', async () => {
  expect(await told((each) => each.owner.login === 'me')).toEqual([])
  expect(await told(() => false)).toEqual([expect.stringMatching(/^lifecycle make: /)])
})
