import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const PHASES = ['sown', 'ripe', 'reaped']
const field = {
  type: 'object',
  required: ['id', 'name', 'phase'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', minLength: 1 },
    phase: { type: 'string', enum: PHASES, readOnly: true },
  },
}

const fields = () =>
  described({
    '/fields': {
      get: {
        operationId: 'listFields',
        parameters: [
          { name: 'phase', in: 'query', schema: { type: 'array', items: { type: 'string', enum: PHASES } } },
        ],
        responses: answers({ type: 'array', items: field }),
      },
      post: {
        operationId: 'addField',
        requestBody: { required: true, content: { 'application/json': { schema: field } } },
        responses: answers(field, { status: 201 }),
      },
    },
    '/fields/{field_id}': {
      parameters: [{ name: 'field_id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getField', responses: answers(field) },
    },
  })

/** All fields are sown, because nothing moves them on. @param read the phases that the filter reads. */
function farm(read: (phases: readonly string[]) => readonly string[]) {
  const all: { readonly id: number; readonly phase: string }[] = []
  return ({ method, url }: Request, text: string): Response => {
    const { pathname, searchParams } = new URL(url)
    if (method === 'POST') {
      all.push({ ...JSON.parse(text), id: all.length + 1, phase: 'sown' })
      return Response.json(all.at(-1), { status: 201 })
    }
    const [, , id] = pathname.split('/')
    if (id !== undefined) return Response.json(all[Number(id) - 1])
    const phases = read(searchParams.getAll('phase'))
    return Response.json(all.filter(({ phase }) => phases.length === 0 || phases.includes(phase)))
  }
}

const told = async (read: (phases: readonly string[]) => readonly string[]) =>
  (await outcomes(await fields(), { answer: farm(read), rules: ['list-protocol'] })).filter((line) =>
    line.includes('phase'),
  )

test('a filter that reads all of its values breaks nothing', async () => {
  expect(await told((phases) => phases)).toEqual([])
})

test('a filter that reads only its first value is found, although all items have the same', async () => {
  expect(await told((phases) => phases.slice(0, 1))).toEqual([
    expect.stringMatching(/every item that matches phase=\["\w+","sown"\]: .* \| no items/),
  ])
})
