import { createMock } from '@concordat/mock'
import { expect, test } from 'vitest'
import { CleanUp } from '../../../../../runtime/contract/world/items/clean-up/clean-up.ts'
import { CreatedItems } from '../../../../../runtime/contract/world/items/clean-up/created-items.ts'
import { Refusal } from '../../../../../runtime/contract/world/refusal/refusal.ts'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const pet = {
  type: 'object',
  required: ['id', 'size'],
  properties: { id: { type: 'string' }, size: { enum: ['S', 'L'] } },
}
const content = { 'application/json': { schema: pet } }
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]

/** Returns a document of pets whose error responses have these descriptions. */
function pets(create: Readonly<Record<string, string>>, others: Readonly<Record<string, string>> = {}) {
  const refused = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([status, description]) => [status, { description }]))
  return described({
    '/pets': {
      post: {
        ...{ operationId: 'createPet', requestBody: { required: true, content } },
        responses: { ...answers(pet, { status: 201 }), ...refused(create) },
      },
    },
    '/pets/{id}': {
      parameters,
      get: { operationId: 'getPet', responses: { ...answers(pet), ...refused(others) } },
      delete: {
        operationId: 'removePet',
        responses: { 204: { description: 'Gone' }, ...refused(others) },
      },
    },
  })
}

test('descriptions of refusals are read where they say more than the status', async () => {
  const { operations } = await pets(
    { 400: 'Invalid input', 409: 'The name is taken.', 422: 'The quota is used up.' },
    { 400: 'No such pet', 404: 'Not found' },
  )
  expect(operations.map(({ operationId, refusals }) => [operationId, refusals])).toEqual([
    ['createPet', { 422: ['state'] }],
    ['getPet', { 400: ['absence'] }],
    ['removePet', { 400: ['absence'] }],
  ])
})

test.each([
  ['Quota exceeded', {}, 'stated'],
  ['Invalid input, or quota exceeded', {}, 'likely'],
  ['Refused', {}, undefined],
  ['Refused', { detail: 'The account is suspended.' }, 'stated'],
])('a 422 described as "%s" is about the state: %j is %s', async (description, value, certainty) => {
  const { operations } = await pets({ 422: description })
  const refusal = new Refusal({ status: 422, value, text: JSON.stringify(value) }, operations[0])
  expect(refusal.certaintyOf('state')).toBe(certainty)
  expect(refusal.certaintyOf('content')).toBe('known')
})

test.each([
  [
    'The quota is used up.',
    "not run, because createPet returned 422 for a valid request, perhaps because of the server's state or data: {}",
  ],
  ['Refused', 'not run, because createPet returned 422 for every generated body: {}'],
])('a valid request may be refused for a state that the document names: %s', async (description, outcome) => {
  const document = await pets({ 422: description })
  const answer = () => Response.json({}, { status: 422 })
  expect((await outcomes(document, { answer, rules: ['conformance'] }))[0]).toBe(
    `conformance createPet: ${outcome}`,
  )
})

test.each([
  ['No such pet', []],
  ['Refused', ['/pets/7 was created and may still be there: removePet returned 400.']],
])('an item is gone where the document says so of the status: %s', async (description, left) => {
  const binding = new Map([['/pets/{}', { text: '7', origin: 'created' as const }]])
  const document = await pets({}, { 400: description })
  const item = { item: '/pets/{id}', address: '/pets/7', binding, value: {} }
  const cleanUp = new CleanUp({
    ...{ document, made: new CreatedItems({ document, made: [item] }) },
    send: async () =>
      ({ status: 400, headers: new Headers(), text: '', value: undefined }) as unknown as never,
  })
  expect(await cleanUp.run()).toEqual(left)
})

test.each([
  ['The name is taken.', 422],
  ['Refused', 201],
])(
  'the mock refuses what is there already with the status that is described so: %s',
  async (text, status) => {
    const mock = createMock(await pets({ 400: 'Invalid input', 422: text }))
    const create = () =>
      mock(
        new Request('http://mock.test/pets', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ id: 'Rex', size: 'S' }),
        }),
      )
    expect((await create()).status).toBe(201)
    expect((await create()).status).toBe(status)
  },
)
