import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { generate } from '../../../generator/generate.ts'
import { withOutputsTable } from '../../../generator/options/print/outputs-table.ts'
import { OUTPUTS, outputsOf } from '../../../generator/outputs/outputs.ts'
import { folder, openapi } from '../load/folder.ts'

const root = resolve(import.meta.dirname, '../../..')
const date = { content: { 'application/json': { schema: { type: 'string', format: 'date-time' } } } }
const responses = { 200: { description: 'A date', ...date } }
const text = openapi(`paths: { /a: { get: { responses: ${JSON.stringify(responses)} } } }
webhooks: { b: { post: { requestBody: ${JSON.stringify(date)}, responses: ${JSON.stringify(responses)} } } }`)

test.each(OUTPUTS)('$name writes the files that its row and those that it needs name', async ({ name }) => {
  const own = await folder({ 'openapi.yaml': text })
  const { files } = await generate({
    document: join(own, 'openapi.yaml'),
    output: join(own, 'generated'),
    outputs: [name],
    formats: { 'date-time': 'Date' },
  })
  const named = outputsOf([name]).flatMap(({ writes }) => writes)
  const written = [...files.keys()].map(
    (path) => named.find((one) => path === one || (one.endsWith('/') && path.startsWith(one))) ?? path,
  )
  expect([...new Set(written)].sort()).toEqual([...named].sort())
})

test('docs/outputs.md has the table of outputs', () => {
  const page = readFileSync(join(root, 'docs/outputs.md'), 'utf8')
  expect(withOutputsTable(page)).toBe(page)
})
