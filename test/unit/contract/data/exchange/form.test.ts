import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { runContract } from '@concordat/contract'
import { describe, expect, test } from 'vitest'
import { buildModel } from '../../../../../generator/model/build.ts'
import { curlLine } from '../../../../../runtime/contract/data/exchange/exchange.ts'
import { writeForm } from '../../../../../runtime/contract/data/exchange/forms/form-body.ts'
import { type WireRequest, writeRequest } from '../../../../../runtime/contract/data/exchange/request.ts'
import { loadFolder, openapi } from '../../../load/folder.ts'

const UPLOADS = openapi(`paths:
  /uploads:
    post:
      operationId: upload
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: { $ref: '#/components/schemas/Upload' }
            encoding: { picture: { contentType: 'image/*' } }
      responses:
        '201': { description: Stored., content: { application/json: { schema: { type: object, properties: { bytes: { type: integer } }, required: [bytes] } } } }
        4XX: { description: Refused. }
components:
  schemas:
    Upload:
      type: object
      required: [file, picture, several, note, meta]
      properties:
        file: { $ref: '#/components/schemas/Scan' }
        picture: {}
        several: { type: array, minItems: 2, items: { type: string, format: binary } }
        note: { type: string }
        meta: { type: object, required: [pages], properties: { pages: { type: integer } } }
    Scan: { type: string, contentMediaType: application/pdf }`)

async function uploads() {
  return buildModel(await loadFolder({ 'openapi.yaml': UPLOADS })).model.descriptor
}

/**
 * Accepts an upload as strictly as frameworks do: files need names and the document's media types, and other
 * fields must have neither.
 */
async function take(request: Request): Promise<Response> {
  if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } })
  const form = await request.formData().catch(() => undefined)
  if (form === undefined) return new Response(null, { status: 400 })
  const [file, picture, note] = ['file', 'picture', 'note'].map((name) => form.get(name))
  const several = form.getAll('several')
  const isTaken =
    file instanceof File &&
    file.type === 'application/pdf' &&
    file.name.endsWith('.pdf') &&
    picture instanceof File &&
    picture.type.startsWith('image/') &&
    several.length > 1 &&
    several.every((each) => each instanceof File && each.name !== '') &&
    typeof note === 'string' &&
    form.has('meta')
  return isTaken ? Response.json({ bytes: file.size }, { status: 201 }) : new Response(null, { status: 422 })
}

const VALUE = {
  file: 'abc',
  picture: 'a cat',
  several: ['@not "a" file; type=text/plain', 'two'],
  note: 'Grüße,\nzwei Zeilen',
  meta: { pages: 3 },
}

async function wireOf(value: unknown): Promise<WireRequest> {
  const document = await uploads()
  const [operation] = document.operations
  if (operation === undefined) throw new Error('no operation')
  return writeRequest(
    { operation, body: { mediaType: 'multipart/form-data', value } },
    'http://uploads.test',
    document,
  )
}

test('texts that stand for octets are files, with the media type that the document gives them', async () => {
  const { url, method, headers, body = '' } = await wireOf(VALUE)
  const form = await new Request(url, { method, headers, body }).formData()
  const seen = [...form].map(([name, part]) => [
    name,
    ...(part instanceof File ? [part.name, part.type] : [part]),
  ])
  expect(seen).toEqual([
    ['file', 'file.pdf', 'application/pdf'],
    ['picture', 'picture.png', 'image/png'],
    ['several', 'several.bin', 'application/octet-stream'],
    ['several', 'several.bin', 'application/octet-stream'],
    ['note', 'Grüße,\nzwei Zeilen'],
    ['meta', '{"pages":3}'],
  ])
})

test.each([
  ['/users/{id}/avatar', 'file', true],
  ['/users/{id}/uploads', 'profile_picture', true],
  ['/users/{id}/uploads', 'file', false],
])('%s takes a picture as "%s": %s', async (path, name, isPicture) => {
  const octets = { type: 'string', format: 'binary' } as const
  const { body } = writeForm(
    { [name]: 'file-1' },
    { schema: { type: 'object', properties: { [name]: octets } } },
    { document: { definitions: {} }, about: path.split('/').at(-1) ?? '' },
  )
  const text = Buffer.from(body).toString('latin1')
  expect(text.includes('\x89PNG') && text.includes('Comment\0file-1')).toBe(isPicture)
  expect(text.includes(`filename="${name}${isPicture ? '.png' : '.bin'}`)).toBe(true)
})

describe('a server with a strict multipart parser', () => {
  test('takes what a run sends', async () => {
    const statuses: number[] = []
    const report = await runContract({
      document: await uploads(),
      target: { baseUrl: 'http://uploads.test', fetch: take, disposable: true },
      onExchange: (_, { status }) => statuses.push(status),
    })
    const findings = report.results.flatMap(({ outcome }) =>
      outcome.status === 'failed' ? outcome.findings : [],
    )
    expect(findings.map(({ rule, expected, received }) => `${rule}: ${expected} | ${received}`)).toEqual([])
    expect(statuses).toContain(201)
  })

  test('gets the same from the line that sends it again', async () => {
    const bodies: (readonly [string, string | readonly string[]])[][] = []
    const server = createServer(async (message, response) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of message) chunks.push(chunk)
      const form = await new Response(Buffer.concat(chunks), {
        headers: { 'content-type': message.headers['content-type'] ?? '' },
      }).formData()
      const parts = [...form].map(async ([name, part]) =>
        part instanceof File
          ? ([name, [part.name, part.type, await part.text()]] as const)
          : ([name, part] as const),
      )
      bodies.push(await Promise.all(parts))
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { picture: _, ...texts } = VALUE
    const { method, headers, body = '' } = await wireOf(texts)
    const url = `http://127.0.0.1:${port}/uploads`
    const line = curlLine({ method, url, headers: Object.fromEntries(headers), body: String(body) })
    expect(line).toContain(`-F 'file=abc;filename=file.pdf;type=application/pdf'`)
    await fetch(url, { method, headers, body })
    await promisify(execFile)('sh', ['-c', line])
    await new Promise((resolve) => server.close(resolve))
    expect(bodies).toHaveLength(2)
    expect(bodies[1]).toEqual(bodies[0])
  })
})
