import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { generate } from '../../../generator/generate.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'concordat-formats-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/**
 * Returns a schema that describes its last property only after "a". To follow the property, every combination
 * of the schemas that can apply together has to be distinguished, and there are 2ⁿ of them.
 */
function doubling(levels: number): string {
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const onward = (name: string) => ({
    type: 'object',
    properties: { a: reference(name), b: reference(name) },
  })
  const steps = Array.from({ length: levels }, (_, level): [string, unknown] => [
    `Step${level}`,
    level + 1 < levels ? onward(`Step${level + 1}`) : { type: 'string', format: 'date-time' },
  ])
  const start = {
    type: 'object',
    properties: { a: { anyOf: [reference('Start'), reference('Step0')] }, b: reference('Start') },
  }
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Doubling', version: '1' },
    paths: {},
    components: { schemas: { Start: start, ...Object.fromEntries(steps) } },
  })
}

function generateFrom(levels: number) {
  const document = join(folder, 'openapi.json')
  writeFileSync(document, doubling(levels))
  return generate({ document, output: folder, importExtension: '.ts', formats: { 'date-time': 'Date' } })
}

test('formats behind alternatives that double with each level are converted, up to a bound', async () => {
  const { files } = await generateFrom(6)
  expect(files.get('types.ts')).toContain('Date')
  await expect(generateFrom(40)).rejects.toThrow(
    /openapi\.json:1:\d+ bound-exceeded\n {2}The alternatives here and in .* combine in more than 100000 ways/,
  )
})
