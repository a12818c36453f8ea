import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDocument } from '../../generator/pipeline/read-document.ts'
import { deal, type RealFault, SERVICES, SETS } from './fault.ts'
import { documentOf, services } from './service.ts'
import { firstOpened } from './sets/first-opened.ts'
import { FAULTS, WHOLE_SETS } from './sets.ts'
import { operationsByTag } from './trial.ts'

/** Reported bugs of each service, in sets of twenty after the first forty; the last set has ten. */
const DRAWN = { go: 230, python: 210 }
const LAST = 10
/** Bugs that were drawn for both services, by two people apart. */
const SHARED = 1
const all = SETS.flatMap((set) => FAULTS[set])

test.each(SERVICES)('the %s service has each of its faults', async (service) => {
  const { folder, sources } = services[service]
  const files = readdirSync(folder).filter((name) => /\.(go|mod|py)$/.test(name))
  expect(sources.toSorted()).toEqual(files.toSorted())
  const text = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
  const faults = all.filter((fault) => fault.service === service)
  const names = faults.map(({ name }) => name)
  expect(new Set(names).size).toBe(DRAWN[service] + 30)
  expect(names.filter((name) => !text.includes(`"${name}"`))).toEqual([])
  const { model } = await readDocument({ document: documentOf(service), overlays: [] })
  const known = model.descriptor.operations.map(({ operationId }) => operationId)
  const byTag = operationsByTag(service)
  expect([...byTag.values()].flat().toSorted()).toEqual(known.toSorted())
  expect(faults.flatMap(({ tags }) => tags).filter((tag) => !byTag.has(tag))).toEqual([])
})

test.each(SERVICES)(
  'the first faults of %s were dealt into halves by lot, and later sets were sealed as a whole',
  (service) => {
    const namesOf = (faults: readonly RealFault[]) =>
      faults.filter((fault) => fault.service === service).map(({ name }) => name)
    const dealt = deal([...namesOf(FAULTS.seen), ...namesOf(firstOpened)], service)
    expect(namesOf(FAULTS.seen).toSorted()).toEqual(dealt.seen.toSorted())
    expect(namesOf(firstOpened).toSorted()).toEqual(dealt.opened.toSorted())
    const sizes = Object.values(WHOLE_SETS).map((faults) => namesOf(faults).length)
    const whole = (DRAWN[service] - LAST) / 20 - 2
    expect(sizes.filter((size) => size > 0)).toEqual([...Array.from({ length: whole }, () => 20), LAST])
  },
)

test('each fault is a bug that was reported somewhere, or breaks a principle', () => {
  const sources = all.filter((fault) => !FAULTS.principles.includes(fault)).map(({ source }) => source)
  expect(new Set(sources).size).toBe(DRAWN.go + DRAWN.python - SHARED)
  const tracked =
    /^https:\/\/(github\.com\/[^/]+\/[^/]+\/(issues|pull)\/\d+|nvd\.nist\.gov\/vuln\/detail\/CVE-\d{4}-\d+)$/
  expect(sources.filter((source) => !tracked.test(source))).toEqual([])
  const ground = /\b(RFC \d+|OpenAPI 3|JSON Schema|OWASP API Security 2023|the document)\b/
  const principles = FAULTS.principles.map(({ source }) => source)
  expect(new Set(principles).size).toBe(principles.length)
  expect(principles.filter((source) => !ground.test(source))).toEqual([])
})
