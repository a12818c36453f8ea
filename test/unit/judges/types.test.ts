import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { JsonSchema } from '@concordat/runtime/schema'
import { expect, onTestFinished, test } from 'vitest'
import { prepareProject } from '../../../bench/corpus/project.ts'
import { compileSamples, type Sampled } from '../../../bench/judges/types/compile-samples.ts'
import { type Sample, Sampler } from '../../../bench/judges/types/samples.ts'
import { types } from '../../../bench/judges/types.ts'
import { generate } from '../../../generator/pipeline/generate.ts'

const root = resolve(import.meta.dirname, '../../..')
const { signal } = new AbortController()

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'concordat-judge-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Returns the requirements for a schema's type, one per value. */
async function demands(schema: JsonSchema, values: readonly unknown[]): Promise<readonly Sample['wanted'][]> {
  const document = join(scratch(), 'openapi.json')
  const components = { schemas: { Value: schema } }
  writeFileSync(
    document,
    JSON.stringify({ openapi: '3.1.1', info: { title: 'One', version: '1' }, paths: {}, components }),
  )
  const { model } = await generate({ document, output: scratch(), outputs: ['types'] })
  const [named] = model.schemas
  const samples = named === undefined ? [] : new Sampler(model, 'seed').samplesOf(named, values)
  return values.map((value) => {
    const sample = samples.find((each) => JSON.stringify(each.value) === JSON.stringify(value))
    return sample?.wanted ?? 'unsaid'
  })
}

const OBJECT = {
  type: 'object',
  properties: { id: { type: 'integer', minimum: 1 }, name: { type: 'string' } },
  required: ['id'],
} as const

test('a type is asked for what it can say of what the validator says', async () => {
  const values = [{ id: 1 }, { id: 0 }, { id: 'a' }, {}, { id: 1, other: 2 }, 'text']
  expect(await demands(OBJECT, values)).toEqual([
    'compiles',
    'unsaid',
    'refused',
    'refused',
    'undeclared',
    'likeObject',
  ])
  expect(await demands({ ...OBJECT, additionalProperties: false }, [{ id: 1, other: 2 }])).toEqual([
    'refused',
  ])
  expect(await demands({ properties: { id: { type: 'integer' } } }, [7])).toEqual(['implied'])
  expect(await demands({ oneOf: [{ type: 'integer' }, { type: 'number' }] }, [1, 'a'])).toEqual([
    'unsaid',
    'refused',
  ])
})

test('the compiler says of each sample whether it has the type, once', async () => {
  const project = join(scratch(), 'project')
  prepareProject(project, root)
  const sample = (value: unknown, wanted: Sample['wanted']): Sample => ({ schema: 'Pet', value, wanted })
  const samples = [sample('a\u2028b', 'compiles'), sample(7, 'refused'), sample({ id: 1 }, 'compiles')]
  const document: Sampled = {
    folder: 'pets',
    files: new Map([['types.ts', `export type Pet = string | { id: ${Date.now()} }\n`]]),
    samples,
  }
  const first = await compileSamples([document], { project, root, signal })
  expect([...(first.get(document)?.keys() ?? [])]).toEqual(samples.slice(1))
  // Nothing is compiled again: the second project does not exist.
  const again = await compileSamples([document], { project: join(project, 'nowhere'), root, signal })
  expect(again).toEqual(first)
})

test('types and validators of small documents agree', async () => {
  const folders = ['schema-tuples-and-arrays', 'schema-additional-properties', 'schema-nullable-of-3.0'].map(
    (name) => join(root, 'test/golden', name),
  )
  const verdict = await types.judge({ folders, signal, onStep: () => {} })
  expect(verdict).toMatchObject({ figure: 0, details: [expect.stringMatching(/^\d{2,} values; 0 differ/)] })
})
