import { expect, test } from 'vitest'
import { answers, described } from './described.ts'
import { outcomes } from './small-service.ts'

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
const problem = (status: number) => ({ [status]: { description: 'Refused' } })
const refuse = (status: number) => () => Response.json({ message: 'No.' }, { status })

async function run(
  path: string,
  { refusals, status, query = [] }: { refusals: object; status: number; query?: readonly object[] },
): Promise<string> {
  const read = {
    operationId: 'readPart',
    parameters: [id, ...query],
    responses: { ...answers({ type: 'object' }), ...refusals },
  }
  const lines = await outcomes(await described({ [path]: { get: read } }), {
    rules: ['conformance'],
    answer: refuse(status),
    pathParameters: { id: 'seven' },
  })
  return lines.join()
}

test('a part of an item may be refused for what the item holds, where the document has the refusal', async () => {
  const reason =
    'conformance readPart: not run, because readPart answered 400, as documented, to a request with nothing but the name of an item'
  expect(await run('/charts/{id}/data', { refusals: problem(400), status: 400 })).toContain(reason)
  const finding = /^conformance readPart: status 200 \| status 400/
  expect(await run('/charts/{id}/data', { refusals: {}, status: 400 })).toMatch(finding)
  expect(await run('/charts/{id}', { refusals: problem(400), status: 400 })).toMatch(finding)
  const query = [{ name: 'kind', in: 'query', required: true, schema: { enum: ['a', 'b'] } }]
  expect(await run('/charts/{id}/data', { refusals: problem(400), status: 400, query })).toMatch(finding)
})

test('a name that a person gave for every operation may be unknown to one that documents 404', async () => {
  expect(await run('/columns/{id}', { refusals: problem(404), status: 404 })).toBe(
    'conformance readPart: not run, because readPart answered 404 to the given "seven", which other operations may have; give one that it has',
  )
  expect(await run('/columns/{id}', { refusals: {}, status: 404 })).toMatch(
    /^conformance readPart: status 200 \| status 404/,
  )
})
