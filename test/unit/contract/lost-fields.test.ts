import { expect, test } from 'vitest'
import { type Field, lossesOf, visibleFields } from '../../../runtime/contract/evidence/fields.ts'
import { answers, described } from './described.ts'

const field = (name: string): Field => ({
  ...{ name, schema: { type: 'string' }, clause: `#/${name}`, isOptional: false },
  visible: (value) => value,
  canBeShown: () => true,
  isDeprecated: false,
  mayBecome: () => false,
  isWritable: () => true,
})

test('a text without the spaces around it is a habit of the server, any other change a matter of the member', () => {
  const sent = { name: ' Bo ', kind: ' cat', note: 'kept ' }
  const received = { name: 'Bo', kind: 'dog', note: 'kept ' }
  const lost = lossesOf(Object.keys(sent).map(field), { sent, received, where: 'in the answer' })
  expect(lost.map(({ name, cause }) => [name, cause])).toEqual([
    ['name', { kind: 'form', what: 'without spaces around it' }],
    ['kind', { kind: 'member', name: 'kind' }],
  ])
})

test('what was sent with nothing in it may be left out where the answer may leave it out, whatever its type', () => {
  const sent = { list: [], object: {}, text: '', nothing: null, zero: 0, no: false, full: { a: 1 } }
  const lostOf = (isOptional: boolean, received: object) =>
    lossesOf(
      Object.keys(sent).map((name) => ({ ...field(name), isOptional })),
      { sent, received: { id: 1, ...received }, where: 'when read again' },
    ).map(({ name }) => name)
  expect(lostOf(true, {})).toEqual(['zero', 'no', 'full'])
  expect(lostOf(false, {})).toEqual(Object.keys(sent))
  const stale = { ...sent, list: [1], object: 'old', text: 'old', nothing: 1 }
  expect(lostOf(true, stale)).toEqual(['list', 'object', 'text', 'nothing'])
})

test('to leave out what is false or 0 is a habit of the server where answers may, else a matter of the member', () => {
  const causesOf = (isOptional: boolean, received: object) =>
    lossesOf([{ ...field('no'), isOptional }], { sent: { no: false }, received, where: 'in the answer' }).map(
      ({ cause }) => cause?.kind,
    )
  expect(causesOf(true, { id: 1 })).toEqual(['form'])
  expect(causesOf(false, { id: 1 })).toEqual(['member'])
  expect(causesOf(true, { no: true })).toEqual(['member'])
})

test('a member without a name is held against what is read, as any other is', async () => {
  const schema = { type: 'object', properties: { '': { type: 'string' }, name: { type: 'string' } } }
  const body = { requestBody: { content: { 'application/json': { schema } } } }
  const document = await described({
    '/cats': { post: { operationId: 'addCat', ...body, responses: answers(schema, { status: 201 }) } },
  })
  const [create] = document.operations
  expect(create && visibleFields({ document }, create, create).map(({ name }) => name)).toEqual(['', 'name'])
})
