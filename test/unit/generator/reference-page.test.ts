import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { load } from '../../../generator/load/load.ts'
import { buildModel } from '../../../generator/model/build.ts'
import type { Model } from '../../../generator/model/model.ts'
import { referenceHtml } from '../../../generator/outputs/reference/html.ts'
import { proseHtml } from '../../../generator/outputs/reference/markdown.ts'
import { emitReference } from '../../../generator/outputs/reference/page.ts'
import { callSnippet, curlSnippet } from '../../../generator/outputs/reference/snippet.ts'

test.each([
  ['quotations in one another', '> '.repeat(1000)],
  ['lists in one another', '- '.repeat(1000)],
  [
    'lists by indentation',
    Array.from({ length: 500 }, (_, level) => `${' '.repeat(2 * level)}- a`).join('\n'),
  ],
  ['emphasis in emphasis', `${'*a **a '.repeat(1000)}b${' a** a*'.repeat(1000)}`],
  ['a line of marks', '!'.repeat(100_000)],
])('%s, too many to be read in time, are shown as they were written', (_, text) => {
  expect(proseHtml(text).toString()).toBe(
    `<div class="prose"><pre>${referenceHtml`${text.trim()}`.toString()}</pre></div>`,
  )
})

test('the prose of a document is shown as CommonMark, and its markup as text', () => {
  expect(
    proseHtml('# Boats\n\n**All** of [them](https://boats.test/a?b=1&c=2).\n\n- one\n- two').toString(),
  ).toBe(
    '<div class="prose"><h5>Boats</h5><p><strong>All</strong> of <a href="https://boats.test/a?b=1&#38;c=2" rel="noreferrer">them</a>.</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n</div>',
  )
  const hostile = proseHtml(
    '<img src=x onerror=alert(1)> [x](javascript:alert(1)) ![p](https://boats.test/p.png) `a<b`',
  )
  expect(hostile.toString()).not.toMatch(/<img|<script|javascript:|<a /)
  expect(hostile.toString()).toContain('<code>a&lt;b</code>')
})

/** The model of a document with these paths. */
async function modelOf(paths: object): Promise<Model> {
  const folder = await mkdtemp(join(tmpdir(), 'concordat-'))
  const document = join(folder, 'openapi.json')
  const info = { title: 'Boats', version: '1' }
  const servers = [{ url: 'https://boats.test/v1' }]
  await writeFile(document, JSON.stringify({ openapi: '3.0.3', info, servers, paths }))
  const { model } = buildModel(await load({ document, overlays: [] }))
  await rm(folder, { recursive: true })
  return model
}

/** The page's text, with single spaces. */
async function pageText(paths: object): Promise<string> {
  const page = emitReference(await modelOf(paths), '// generated')
  return page.replaceAll(/<[^>]*>|\s+/g, ' ').replaceAll(/ +/g, ' ')
}

test('the line for a shell sends what the operation requires', async () => {
  const text = { type: 'string', example: "O'Neill & co" }
  const name = (location: string) => ({ name: 'name', in: location, required: true, schema: text })
  const schema = { type: 'object', required: ['name'], properties: { name: text } }
  const model = await modelOf({
    '/boats/{name}': {
      put: {
        operationId: 'putBoat',
        parameters: [name('path'), { ...name('query'), name: 'q' }, { ...name('header'), name: 'X-By' }],
        requestBody: { content: { 'application/json': { schema } } },
        responses: { 204: { description: 'Put' } },
      },
    },
  })
  const [operation] = model.operations
  if (operation === undefined) throw new Error('no operation')
  const line = curlSnippet(operation, model).replace(/^curl/, "printf '%s\\n'")
  expect(execFileSync('sh', ['-c', line], { encoding: 'utf8' }).split('\n')).toEqual([
    '-X',
    'PUT',
    "https://boats.test/v1/boats/O'Neill%20%26%20co?q=O%27Neill+%26+co",
    '-H',
    "X-By: O'Neill & co",
    '-H',
    'Content-Type: application/json',
    '--data-raw',
    '{"name":"O\'Neill & co"}',
    '',
  ])
})

const FILE = { type: 'string', format: 'binary' }

test.each<[string, object, call: string, curl: string]>([
  [
    'a form',
    {
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['photos', 'name'],
          properties: { name: { type: 'string', example: 'Rex' }, photos: { type: 'array', items: FILE } },
        },
      },
    },
    `{ body: { photos: [ new Blob(['…']) ], name: "Rex" } }`,
    "-F 'photos=@FILE' -F 'name=Rex'",
  ],
  [
    'a picture',
    { 'image/png': {} },
    `{ body: new Blob(['…']) }`,
    "-H 'Content-Type: image/png' --data-binary @FILE",
  ],
  [
    'a text',
    { 'text/plain': { schema: { type: 'string', example: 'Rex' } } },
    '{ body: "Rex" }',
    "-H 'Content-Type: text/plain' --data-raw 'Rex'",
  ],
])('the samples of %s send files as files', async (_, content, call, curl) => {
  const responses = { 204: { description: 'Added' } }
  const requestBody = { required: true, content }
  const model = await modelOf({ '/boats': { post: { operationId: 'addBoat', requestBody, responses } } })
  const [operation] = model.operations
  if (operation === undefined) throw new Error('no operation')
  expect(callSnippet(operation, model).replaceAll(/\s+/g, ' ')).toBe(
    `const answer = await api.addBoat(${call})`,
  )
  expect(curlSnippet(operation, model).replaceAll(/\s*\\?\n\s*/g, ' ')).toBe(
    `curl -X POST 'https://boats.test/v1/boats' ${curl}`,
  )
})

test('the page shows the headers of responses, and the bounds of items', async () => {
  const items = { type: 'string', maxLength: 9 }
  const responses = {
    200: {
      description: 'All boats',
      headers: { 'X-Total': { description: 'How many there are', schema: { type: 'integer' } } },
      content: { 'application/json': { schema: { type: 'array', maxItems: 5, items } } },
    },
  }
  const text = await pageText({ '/boats': { get: { operationId: 'listBoats', responses } } })
  expect(text).toContain('Headers X-Total integer How many there are application/json')
  expect(text).toContain('list of string (maxLength 9) maxItems 5')
})

test('the contents mark deprecated operations', async () => {
  const responses = { 204: { description: 'Done' } }
  const page = emitReference(
    await modelOf({ '/boats': { get: { operationId: 'listBoats', deprecated: true, responses } } }),
    '// generated',
  )
  expect(page).toContain('<a class="old" title="deprecated" href="#operation-listBoats">')
})

test('the page shows callbacks, without a call of the client', async () => {
  const responses = { 204: { description: 'Done' } }
  const hook = { post: { responses } }
  const operation = {
    operationId: 'subscribe',
    responses,
    callbacks: { onSail: { '{$request.query.url}': hook } },
  }
  const text = await pageText({ '/boats': { post: operation } })
  expect(text).toContain('Webhooks POST subscribe.onSail Schemas')
  expect(text).toContain('POST {$request.query.url} subscribe.onSail Responses 204 Done Schemas')
})
