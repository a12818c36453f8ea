import { createApp } from '@concordat/runtime/server'
import { expect, test } from 'vitest'
import { answers, described } from '../contract/support/described.ts'

const inPath = (name: string, schema: object) => ({ name, in: 'path', required: true, schema })
const responses = { ...answers({ type: 'string' }), 404: { description: 'None' } }
const streamed = answers({ type: 'string' }, { type: 'text/event-stream' })

/** Serves a response that identifies the operation that a request reached. @param paths each with a GET. */
async function serve(paths: Readonly<Record<string, object>>) {
  const document = await described(
    Object.fromEntries(
      Object.entries(paths).map(([path, rest]) => [path, { get: { operationId: path, responses, ...rest } }]),
    ),
  )
  const handlers = Object.fromEntries(
    document.operations.map(({ name = '', path }) => [
      name,
      () => {
        const [mediaType = ''] = Object.keys(
          document.operations.find((own) => own.path === path)?.responses['200']?.content ?? {},
        )
        return mediaType === 'application/json'
          ? { status: 200, body: path }
          : { status: 200, mediaType, body: [{ data: path }] }
      },
    ]),
  )
  const app = createApp(document, { handlers })
  return async (path: string, accept = '*/*') =>
    (await app(new Request(`http://files.test${path}`, { headers: { accept } }))).text()
}

test('of paths that differ in the names of their templates the one that takes the value counts', async () => {
  const ask = await serve({
    '/files/{id}': { parameters: [inPath('id', { type: 'string', format: 'uuid' })] },
    '/files/{name}': { parameters: [inPath('name', { type: 'string', minLength: 3 })] },
  })
  expect(await ask('/files/7d9bb1d5-5b10-4c9c-9d0e-0d6f6a9e4a11')).toContain('/files/{id}')
  expect(await ask('/files/notes.txt')).toContain('/files/{name}')
  expect(await ask('/files/x')).toContain('path.id must be')
})

test('of paths that differ in their fragment the one that answers what is accepted counts', async () => {
  const ask = await serve({ '/news': {}, '/news#stream': { responses: streamed } })
  expect(await ask('/news')).toBe('"/news"')
  expect(await ask('/news', 'application/json, */*;q=0.5')).toBe('"/news"')
  expect(await ask('/news', 'text/event-stream, */*;q=0.5')).toContain('data: /news#stream')
  expect(await ask('/news', 'text/*;q=0.1, text/event-stream;q=0, */*;q=0.2')).toBe('"/news"')
})
