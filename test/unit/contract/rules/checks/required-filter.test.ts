import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const pet = {
  type: 'object',
  required: ['id', 'owner'],
  properties: { id: { type: 'string', readOnly: true }, owner: { type: 'string' } },
}
const refusal = { 400: { description: 'Wrong.' } }

const document = described({
  '/pets': {
    get: {
      operationId: 'listPets',
      parameters: [{ name: 'owner', in: 'query', schema: { type: 'string' } }],
      responses: { ...answers({ type: 'array', items: pet }), ...refusal },
    },
    post: {
      operationId: 'addPet',
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object', required: ['owner'], properties: { owner: { type: 'string' } } },
          },
        },
      },
      responses: answers(pet, { status: 201 }),
    },
  },
})

/** @param message The error of a list without a filter; absent if the filter is optional. */
function service(message?: string) {
  const pets: { readonly id: string; readonly owner: string }[] = []
  return ({ method, url }: Request, sent: string): Response => {
    const owner = new URL(url).searchParams.get('owner')
    if (method === 'POST') {
      const made = { id: `p${pets.length + 1}`, owner: JSON.parse(sent).owner }
      pets.push(made)
      return Response.json(made, { status: 201 })
    }
    if (owner === null && message !== undefined) return Response.json({ message }, { status: 400 })
    return Response.json(pets.filter((one) => owner === null || one.owner === owner))
  }
}

const told = async (message?: string): Promise<readonly string[]> => {
  const lines = await outcomes(await document, { answer: service(message), rules: ['conformance'] })
  return lines.filter((line) => line.includes('listPets'))
}

test('a list that needs a filter, which the document makes optional, is told', async () => {
  expect(await told('The parameter "owner" is required.')).toEqual([
    expect.stringMatching(/^conformance listPets: status 200 .*\| status 400/),
  ])
})

test('a list that needs none is not', async () => {
  expect(await told()).toEqual(['conformance listPets: passed'])
})
