import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { loadFolder, openapi } from './folder.ts'

/** A server that counts the requests it gets. */
async function serve(files: Readonly<Record<string, string>>) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const text = files[request.url ?? '']
    response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const referring = (url: string) => ({
  'openapi.yaml': openapi(`components: { schemas: { A: { $ref: '${url}/pet.yaml#/Pet' } } }`),
})

test('no request is made unless that is allowed', async () => {
  const { requests, url } = await serve({ '/pet.yaml': 'Pet: { type: object }' })
  const { document, warnings } = await loadFolder(referring(url))
  expect(warnings).toMatchObject([{ code: 'remote-reference', severity: 'warning' }])
  expect(document.components).toEqual({ schemas: { A: {} } })
  expect(requests).toEqual([])
})

test('allowed, a remote file may refer to others beside it', async () => {
  const { requests, url } = await serve({
    '/pet.yaml': 'Pet: { properties: { tag: { $ref: tag.yaml } } }',
    '/tag.yaml': 'type: string',
  })
  const { document, locate } = await loadFolder(referring(url), { allowRemote: true })
  expect(document['components']).toEqual({
    schemas: { A: { properties: { tag: { $ref: '#/components/schemas/tag' } } }, tag: { type: 'string' } },
  })
  expect(requests).toEqual(['/pet.yaml', '/tag.yaml'])
  expect(locate('#/components/schemas/tag/type').file).toBe(`${url}/tag.yaml`)
})

test('a remote file that is not there is an unresolvable reference', async () => {
  const { url } = await serve({})
  const { warnings } = await loadFolder(referring(url), { allowRemote: true })
  expect(warnings).toMatchObject([{ code: 'unresolvable-reference' }])
})
