export const DONE = { 200: { description: 'Done' } }

export const bodyOf = (schema: object, required = true): object => ({
  requestBody: { required, content: { 'application/json': { schema } } },
  responses: DONE,
})

export const withText = (keywords: object, more: object = {}): object =>
  bodyOf({ type: 'object', properties: { text: { type: 'string', ...keywords } }, ...more })

export const inQuery = (schema: object): object => ({
  parameters: [{ name: 'limit', in: 'query', schema }],
  responses: DONE,
})

export const answerOf = (schema: object): object => ({
  responses: { 200: { description: 'Done', content: { 'application/json': { schema } } } },
})
