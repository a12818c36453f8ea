import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { load } from '../../../generator/load/load.ts'
import { buildModel } from '../../../generator/model/build.ts'
import { referenceHtml } from '../../../generator/outputs/reference/html.ts'
import { proseHtml } from '../../../generator/outputs/reference/markdown.ts'
import { curlSnippet } from '../../../generator/outputs/reference/snippet.ts'

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

test('the line for a shell sends what the operation requires', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'concordat-'))
  const document = join(folder, 'openapi.json')
  const text = { type: 'string', example: "O'Neill & co" }
  const name = (location: string) => ({ name: 'name', in: location, required: true, schema: text })
  await writeFile(
    document,
    JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Boats', version: '1' },
      servers: [{ url: 'https://boats.test/v1' }],
      paths: {
        '/boats/{name}': {
          put: {
            operationId: 'putBoat',
            parameters: [name('path'), { ...name('query'), name: 'q' }, { ...name('header'), name: 'X-By' }],
            requestBody: {
              content: {
                'application/json': {
                  schema: { type: 'object', required: ['name'], properties: { name: text } },
                },
              },
            },
            responses: { 204: { description: 'Put' } },
          },
        },
      },
    }),
  )
  const { model } = buildModel(await load({ document, overlays: [] }))
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
  await rm(folder, { recursive: true })
})
