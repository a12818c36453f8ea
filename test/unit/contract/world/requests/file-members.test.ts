import { expect, test } from 'vitest'
import { answers, described } from '../../support/described.ts'
import { outcomes } from '../../support/small-service.ts'

const text = { type: 'string' }
const uri = { ...text, format: 'uri' }
const asset = {
  ...{ type: 'object', required: ['label', 'file'] },
  properties: { id: { ...text, readOnly: true }, label: text, file: uri },
}
const parameters = [{ name: 'id', in: 'path', required: true, schema: text }]
const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']

/** A service of assets, as Django REST framework describes one. */
function documentOf(offered: readonly string[]) {
  const content = Object.fromEntries(offered.map((type) => [type, { schema: asset }]))
  return described({
    '/assets': {
      get: { operationId: 'list', responses: answers({ type: 'array', items: asset }) },
      post: {
        operationId: 'add',
        requestBody: { required: true, content },
        responses: answers(asset, { status: 201 }),
      },
    },
    '/assets/{id}': {
      parameters,
      get: { operationId: 'read', responses: answers(asset) },
      put: { operationId: 'change', requestBody: { required: true, content }, responses: answers(asset) },
      delete: { operationId: 'drop', responses: { 204: { description: 'Gone.' } } },
    },
  })
}

function service(isPicture: boolean) {
  const assets = new Map<string, object>()
  let sent = 0
  const stored = async (request: Request, id: string): Promise<Response> => {
    const refuse = (message: string) => Response.json({ file: [message] }, { status: 400 })
    sent++
    if (!request.headers.get('content-type')?.startsWith('multipart/'))
      return refuse('The submitted data was not a file. Check the encoding type on the form.')
    const form = await request.formData()
    const file = form.get('file')
    if (!(file instanceof File)) return refuse('No file was submitted.')
    if (isPicture && file.type !== 'image/png')
      return refuse(
        'Upload a valid image. The file you uploaded was either not an image or a corrupted image.',
      )
    const item = { id, label: form.get('label'), file: `http://small.test/media/${file.name}` }
    assets.set(id, item)
    return Response.json(item, { status: request.method === 'POST' ? 201 : 200 })
  }
  const answer = (request: Request): Response | Promise<Response> => {
    const [, , id] = new URL(request.url).pathname.split('/')
    if (request.method === 'POST') return stored(request, `a${assets.size + sent}`)
    if (id === undefined) return Response.json([...assets.values()])
    const item = assets.get(id)
    if (item === undefined) return new Response(null, { status: 404 })
    if (request.method === 'PUT') return stored(request, id)
    if (request.method === 'DELETE') assets.delete(id)
    return request.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(item)
  }
  return { answer, count: () => sent }
}

const rules = ['conformance', 'round-trip', 'lifecycle', 'valid-values']

test.each([false, true])(
  'a file is sent in a form if a refusal asks for one (picture: %s)',
  async (isPicture) => {
    const lines = await outcomes(await documentOf(types), { rules, answer: service(isPicture).answer })
    expect(lines.filter((line) => line.startsWith('conformance'))).toEqual(
      ['list', 'add', 'read', 'change', 'drop'].map((name) => `conformance ${name}: passed`),
    )
    expect(lines.filter((line) => line.includes(' | '))).toEqual([])
  },
)

test('without a form, a create that wants a file is given up', async () => {
  const { answer, count } = service(false)
  const lines = await outcomes(await documentOf(types.slice(0, 1)), { rules: ['conformance'], answer })
  expect(lines).toContainEqual(
    expect.stringMatching(/^conformance add: status 201 . status 400 .* was not a file/),
  )
  expect(count()).toBeLessThan(8)
})
