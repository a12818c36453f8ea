import { schemaIn } from '@concordat/contract/document'
import { expect, test } from 'vitest'
import { type Field, lossesOf, visibleFields } from '../../../../../runtime/contract/rules/evidence/fields.ts'
import { answers, described } from '../../support/described.ts'

const field = (name: string): Field => ({
  ...{
    name,
    schema: schemaIn({ definitions: {} }, { type: 'string' }),
    clause: `#/${name}`,
    isOptional: false,
  },
  visible: (value) => value,
  canBeShown: () => true,
  isDeprecated: false,
  mayBecome: () => false,
  isWritable: () => true,
})

test('a text without the spaces around it is a habit of the server, any other change a matter of the member', () => {
  const sent = { name: ' Bo ', kind: ' cat', note: 'kept ' }
  const received = { name: 'Bo', kind: 'dog', note: 'kept ' }
  const lost = lossesOf(Object.keys(sent).map(field), { sent, received, where: 'in the response' })
  expect(lost.map(({ name, cause }) => [name, cause])).toEqual([
    ['name', { kind: 'form', what: 'without spaces around it' }],
    ['kind', { kind: 'member', name: 'kind' }],
  ])
})

test('what was sent with nothing in it may be left out where the answer may leave it out, whatever its type', () => {
  const hollow = { fields: {}, words: [] }
  const sent = { list: [], object: {}, hollow, text: '', nothing: null, zero: 0, no: false, full: { a: 1 } }
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
    lossesOf([{ ...field('no'), isOptional }], {
      sent: { no: false },
      received,
      where: 'in the response',
    }).map(({ cause }) => cause?.kind)
  expect(causesOf(true, { id: 1 })).toEqual(['form'])
  expect(causesOf(false, { id: 1 })).toEqual(['member'])
  expect(causesOf(true, { no: true })).toEqual(['member'])
})

test('times that a server writes over those it is sent are its habit', () => {
  const sent = { created: '2031-03-05T23:30:00-11:00', due: '2031-03-05T23:30:00-11:00', at: 'noon' }
  const now = new Date().toISOString()
  const received = { created: now, due: '2031-03-05T12:30:00Z', at: now }
  const lost = lossesOf(Object.keys(sent).map(field), { sent, received, where: 'in the response' })
  expect(lost.map(({ name, cause }) => [name, cause])).toEqual([
    ['created', { kind: 'form', what: 'as the time of the request' }],
    ['due', { kind: 'member', name: 'due' }],
    ['at', { kind: 'member', name: 'at' }],
  ])
})

test('what a document says to have no effect, and the mask of a secret, are no losses', async () => {
  const text = { type: 'string' }
  const members = {
    ...{ password: text, port: { type: 'integer' }, name: text },
    ends: {
      type: 'integer',
      description: 'Ends At\n\nThe field is currently not supported and its value is always 0.',
    },
    sign: { ...text, description: 'Negative numbers are not supported.' },
  }
  const schema = { type: 'object', properties: members }
  const body = { requestBody: { content: { 'application/json': { schema } } } }
  const document = await described({
    '/cats': { post: { operationId: 'addCat', ...body, responses: answers(schema, { status: 201 }) } },
  })
  const [create] = document.operations
  if (create === undefined) throw new TypeError()
  const sent = { password: 'hush', port: 5, name: 'Bo', ends: 7, sign: '-1' }
  const received = { password: '***', port: '***', name: '**', ends: 0, sign: '1' }
  const where = 'in the response'
  const lost = lossesOf(visibleFields({ document }, create, create), { sent, received, where })
  expect(lost.map(({ name }) => name).toSorted()).toEqual(['name', 'port', 'sign'])
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

test('what was added to a list is in it beside what was there before', async () => {
  const schema = {
    type: 'object',
    properties: { members: { type: 'array', items: { type: 'string' } }, name: { type: 'string' } },
  }
  const body = { requestBody: { content: { 'application/json': { schema } } } }
  const document = await described({
    '/crews/{id}/add_members': { post: { operationId: 'add', ...body, responses: answers(schema) } },
    '/crews/{id}/set_members': { post: { operationId: 'set', ...body, responses: answers(schema) } },
  })
  const sent = { members: ['Bo'], name: 'n' }
  const lostOf = (operationId: string, received: object): readonly string[] => {
    const operation = document.operations.find((one) => one.operationId === operationId)
    if (operation === undefined) throw new Error(operationId)
    const fields = visibleFields({ document }, operation, operation)
    return lossesOf(fields, { sent, received, where: 'in the response' }).map(({ name }) => name)
  }
  const received = { members: ['Al', 'Bo'], name: 'n' }
  expect(lostOf('add', received)).toEqual([])
  expect(lostOf('set', received)).toEqual(['members'])
  expect(lostOf('add', { members: ['Al'], name: 'n' })).toEqual(['members'])
})

test('a name may come back as the ID that the response describes', async () => {
  const kilnWith = (description: string) => ({
    type: 'object',
    properties: { clay: { type: 'string', description } },
  })
  const lost = async (shown: string) => {
    const document = await described({
      '/kilns': {
        post: {
          operationId: 'light',
          requestBody: { content: answers(kilnWith('The name of the clay.'))[200]?.content },
          responses: answers(kilnWith(shown)),
        },
      },
    })
    const [light] = document.operations
    const fields = light === undefined ? [] : visibleFields({ document }, light, light)
    return lossesOf(fields, { sent: { clay: 'red' }, received: { clay: 'c7' }, where: 'in the response' })
  }
  expect(await lost('The ID of the clay.')).toEqual([])
  expect(await lost('The name of the clay.')).toHaveLength(1)
})
