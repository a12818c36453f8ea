import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const job = { type: 'object', properties: { id: text, kind: text } }
const body = { type: 'object', required: ['kind'], properties: { kind: text } }
const headers = { Location: { schema: text } }
const document = await described({
  '/jobs': {
    post: {
      operationId: 'addJob',
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
      responses: answers(job, { status: 202, headers }),
    },
  },
  '/jobs/{id}': {
    get: {
      operationId: 'readJob',
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      responses: { ...answers(job), 404: { description: 'Not there' } },
    },
  },
})

/** Returns the outcomes for jobs whose creation returns this Location. */
const told = async (locationOf: (id: string) => string) => {
  const jobs = new Map<string, object>()
  const lines = await outcomes(document, {
    rules: ['lifecycle'],
    answer(request, sent) {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/monitors/')) return Response.json({ state: 'running' })
      if (request.method === 'GET') {
        const known = jobs.get(pathname.replace('/jobs/', ''))
        return known === undefined ? new Response(null, { status: 404 }) : Response.json(known)
      }
      const made = { ...JSON.parse(sent), id: `job-${jobs.size + 1}-abcdefgh` }
      jobs.set(made.id, made)
      return Response.json(made, { status: 202, headers: { location: locationOf(made.id) } })
    },
  })
  return lines.filter((line) => line.includes('addJob'))
}

test('the Location of what was accepted leads to it, to a monitor or to another host', async () => {
  for (const base of ['/jobs/', '/monitors/', 'https://monitors.example/'])
    expect(await told((id) => `${base}${id}`)).toEqual(['lifecycle addJob: passed'])
})

test('and not to nothing', async () => {
  expect(await told((id) => `/job/${id}`)).toEqual([
    expect.stringMatching(
      /^lifecycle addJob: a "Location" header that leads to an existing resource .*returns 404$/,
    ),
  ])
})
