import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runContract } from '@concordat/contract'
import { valueAt } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { load } from '../../../../../generator/load/load.ts'
import { buildModel } from '../../../../../generator/model/build.ts'
import type { Model } from '../../../../../generator/model/model.ts'
import { clausePlace } from '../../../../../runtime/contract/data/document/clause.ts'
import type { Fault } from '../../pet/pet-fault.ts'
import { petOpenApi } from '../../pet/pet-openapi.ts'
import { findingsOf } from '../../pet/pet-run.ts'
import { PetService } from '../../pet/pet-service.ts'

/** All faults of the pet service, including those with tests elsewhere. */
const FAULTS = [
  ...readFileSync(join(import.meta.dirname, '../../pet/pet-fault.ts'), 'utf8').matchAll(
    /^ {2}\| '([^']+)'/gm,
  ),
].map((match) => match[1] as Fault)

let folder: string
let model: Model
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'concordat-clauses-'))
  const document = join(folder, 'pets.json')
  await writeFile(document, JSON.stringify(petOpenApi()))
  model = buildModel(await load({ document, overlays: [] })).model
})
afterAll(() => rm(folder, { recursive: true }))

/** The request budget of a short run: enough for each rule to reach what it tests. */
const budget = process.env['TEST_LONG'] === '1' ? {} : { budget: 20 }

test('every clause that a broken service brings up is a place in the document', async () => {
  expect(FAULTS.length).toBeGreaterThan(60)
  // Runs are concurrent because most of their time is spent waiting for effects that a server can have after
  // its response.
  const reports = await Promise.all(
    FAULTS.map(async (fault) => ({
      fault,
      report: await runContract({
        ...{ document: model.descriptor, ...budget },
        target: new PetService(fault).target(),
      }),
    })),
  )
  const told = reports.flatMap(({ fault, report }) =>
    findingsOf(report).map((finding) => ({ fault, ...finding })),
  )
  expect(told.length).toBeGreaterThan(FAULTS.length)
  const nowhere = told
    .filter(({ clause }) => valueAt(model.document, stepsOf(clause)) === undefined)
    .map(({ fault, rule, operationId, clause }) => `${fault}: ${rule} ${operationId} ${clause}`)
  expect(nowhere).toEqual([])
})

test('what several operations share is one clause', async () => {
  const report = await runContract({
    document: model.descriptor,
    target: new PetService('problem-without-detail').target(),
    select: { rules: ['authentication'] },
  })
  expect(findingsOf(report).length).toBe(model.operations.length)
  expect(new Set(findingsOf(report).map(({ clause }) => clause))).toEqual(
    new Set(['#/components/schemas/Problem/required']),
  )
})

test.each([
  [
    'a view',
    '#/components/schemas/PetDraftWrite/properties/name/minLength',
    '#/components/schemas/PetDraft/properties/name/minLength',
  ],
  [
    'a part that the view does not have',
    '#/components/schemas/PetDraftWrite/properties/id/type',
    '#/components/schemas/PetDraft/properties',
  ],
  [
    'a parameter of the path',
    '#/paths/~1pets~1{id}~1toys/get/parameters/0/schema',
    '#/paths/~1pets~1{id}~1toys/parameters/0/schema',
  ],
  [
    'a parameter behind it',
    '#/paths/~1pets~1{id}~1toys/get/parameters/1',
    '#/paths/~1pets~1{id}~1toys/get/parameters/0',
  ],
  [
    'a shared response',
    '#/paths/~1pets/get/responses/401/content/application~1json/schema/required',
    '#/components/schemas/Problem/required',
  ],
  ['a shared header', '#/paths/~1pets/post/responses/201/headers/Location', '#/components/headers/Place'],
  [
    'a shared requestBody',
    '#/paths/~1pets/post/requestBody/required',
    '#/components/requestBodies/Draft/required',
  ],
  ['security of the whole document', '#/paths/~1pets/get/security', '#/security'],
  ['security of its own', '#/paths/~1pets/post/security', '#/paths/~1pets/post/security'],
  ['a response that is not there', '#/paths/~1pets/get/responses/418', '#/paths/~1pets/get/responses'],
  [
    'an effect',
    '#/paths/~1pets~1{petId}~1retire/post/x-effect/set/retired',
    '#/paths/~1pets~1{petId}~1retire/post/x-effect/set/retired',
  ],
])('the place of %s', (_, clause, place) => {
  expect(clausePlace(model.descriptor, clause)).toBe(place)
  expect(valueAt(model.document, stepsOf(place))).toBeDefined()
})
