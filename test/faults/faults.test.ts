import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDocument } from '../../generator/pipeline/read-document.ts'
import { deal, SERVICES, SETS } from './fault.ts'
import { sealed } from './sealed.ts'
import { seen } from './seen.ts'
import { documentOf, services } from './service.ts'
import { operationsByTag } from './trial.ts'

const all = [...seen, ...sealed]

test.each(SERVICES)('the %s service has each of its faults, which are dealt into halves', async (service) => {
  const { folder, sources } = services[service]
  const files = readdirSync(folder).filter((name) => /\.(go|mod|py)$/.test(name))
  expect(sources.toSorted()).toEqual(files.toSorted())
  const text = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
  const faults = all.filter((fault) => fault.service === service)
  const names = faults.map(({ name }) => name)
  expect(new Set(names).size).toBe(40)
  expect(names.filter((name) => !text.includes(`"${name}"`))).toEqual([])
  for (const set of SETS) {
    const dealt = (set === 'seen' ? seen : sealed).filter((fault) => fault.service === service)
    expect(dealt.map(({ name }) => name).toSorted()).toEqual(deal(names, service)[set].toSorted())
  }
  const { model } = await readDocument({ document: documentOf(service), overlays: [] })
  const known = model.descriptor.operations.map(({ operationId }) => operationId)
  const byTag = operationsByTag(service)
  expect([...byTag.values()].flat().toSorted()).toEqual(known.toSorted())
  expect(faults.flatMap(({ tags }) => tags).filter((tag) => !byTag.has(tag))).toEqual([])
})

test('each fault is a bug that was reported somewhere', () => {
  const sources = all.map(({ source }) => source)
  expect(new Set(sources).size).toBe(80)
  expect(
    sources.filter((source) => !/^https:\/\/github\.com\/[^/]+\/[^/]+\/(issues|pull)\/\d+$/.test(source)),
  ).toEqual([])
})
