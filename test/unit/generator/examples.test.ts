import { expect, test } from 'vitest'
import { buildModel } from '../../../generator/model/build.ts'
import { loadFolder, openapi } from '../load/folder.ts'

/** Returns the descriptor of the only operation in a document. */
async function operationOf(text: string) {
  const [operation] = buildModel(await loadFolder({ 'openapi.yaml': text })).model.descriptor.operations
  return operation
}

test('the examples of a body are its values, wherever the document has them', async () => {
  const media = {
    schema: { type: 'object' },
    example: { of: 'example' },
    examples: {
      value: { value: { of: 'value' } },
      data: { dataValue: { of: 'dataValue' }, serializedValue: '{"of":"dataValue"}' },
      text: { serializedValue: '{"of":"serializedValue"}' },
      broken: { serializedValue: '{"of":' },
      elsewhere: { externalValue: 'https://example.com/note.json' },
      shared: { $ref: '#/components/examples/shared' },
    },
  }
  const operation = await operationOf(
    openapi(`
paths: { /notes: { post: ${JSON.stringify({ requestBody: { content: { 'application/json': media, 'text/plain': { examples: { one: { serializedValue: 'plain' } } } } }, responses: {} })} } }
components: { examples: { shared: { value: { of: 'component' } } } }`),
  )
  const { 'application/json': json, 'text/plain': plain } = operation?.requestBody?.content ?? {}
  expect(json?.examples?.map((value) => Object(value).of)).toEqual([
    ...['example', 'value', 'dataValue', 'serializedValue', 'component'],
  ])
  expect(plain?.examples).toEqual(['plain'])
})

test('the examples of a parameter are those of its schema, its own or of its content', async () => {
  const parameters = [
    {
      name: 'own',
      in: 'query',
      schema: { type: 'string' },
      examples: { a: { value: 'one' }, b: { value: 'two' } },
    },
    {
      name: 'json',
      in: 'query',
      content: { 'application/json': { schema: { type: 'object' }, example: { a: 1 } } },
    },
  ]
  const operation = await operationOf(
    openapi(`paths: { /notes: { get: ${JSON.stringify({ parameters, responses: {} })} } }`),
  )
  expect(operation?.parameters?.map(({ schema }) => Object(schema).examples)).toEqual([
    ['one', 'two'],
    [{ a: 1 }],
  ])
})

test('what responses show is left out: nothing is made from it', async () => {
  const responses = { 200: { description: 'A note', content: { 'application/json': { example: { a: 1 } } } } }
  const operation = await operationOf(openapi(`paths: { /notes: { get: ${JSON.stringify({ responses })} } }`))
  expect(operation?.responses['200']?.content).toEqual({ 'application/json': {} })
})

test('an example that is a string with JSON is that JSON, unless the body can be a string', async () => {
  const example = '{"of":"text"}'
  const of = async (schema: object) => {
    const content = { 'application/json': { schema, example } }
    const operation = await operationOf(
      openapi(`paths: { /notes: { post: ${JSON.stringify({ requestBody: { content }, responses: {} })} } }`),
    )
    return operation?.requestBody?.content['application/json']?.examples
  }
  expect(await of({ type: 'object' })).toEqual([{ of: 'text' }])
  expect(await of({ type: 'array' })).toEqual([{ of: 'text' }])
  expect(await of({ type: 'string' })).toEqual([example])
  expect(await of({})).toEqual([example])
})
