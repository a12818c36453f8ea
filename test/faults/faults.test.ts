import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDocument } from '../../generator/pipeline/read-document.ts'
import { deal, type RealFault, SERVICES, SETS } from './fault.ts'
import { opened } from './opened.ts'
import { openedFifthGo } from './opened-fifth-go.ts'
import { openedFifthPython } from './opened-fifth-python.ts'
import { openedFourthGo } from './opened-fourth-go.ts'
import { openedFourthPython } from './opened-fourth-python.ts'
import { openedSecond } from './opened-second.ts'
import { openedSixthGo } from './opened-sixth-go.ts'
import { openedSixthPython } from './opened-sixth-python.ts'
import { openedThird } from './opened-third.ts'
import { seen } from './seen.ts'
import { documentOf, services } from './service.ts'
import { FAULTS } from './sets.ts'
import { operationsByTag } from './trial.ts'

const all = SETS.flatMap((set) => FAULTS[set])
/** The faults of each service that are sealed. */
const SEALED = { go: 20, python: 20 }

test.each(SERVICES)('the %s service has each of its faults', async (service) => {
  const { folder, sources } = services[service]
  const files = readdirSync(folder).filter((name) => /\.(go|mod|py)$/.test(name))
  expect(sources.toSorted()).toEqual(files.toSorted())
  const text = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
  const faults = all.filter((fault) => fault.service === service)
  const names = faults.map(({ name }) => name)
  expect(new Set(names).size).toBe(160 + 30)
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
    const dealt = deal([...namesOf(seen), ...namesOf(opened)], service)
    expect(namesOf(seen).toSorted()).toEqual(dealt.seen.toSorted())
    expect(namesOf(opened).toSorted()).toEqual(dealt.opened.toSorted())
    expect(namesOf(openedSecond)).toHaveLength(20)
    expect(namesOf(openedThird)).toHaveLength(20)
    expect(namesOf([...openedFourthGo, ...openedFourthPython])).toHaveLength(20)
    expect(namesOf([...openedFifthGo, ...openedFifthPython])).toHaveLength(20)
    expect(namesOf([...openedSixthGo, ...openedSixthPython])).toHaveLength(20)
    expect(namesOf(FAULTS.sealed)).toHaveLength(SEALED[service])
  },
)

test('each fault is a bug that was reported somewhere, or breaks a principle', () => {
  const sources = all.filter((fault) => !FAULTS.principles.includes(fault)).map(({ source }) => source)
  expect(new Set(sources).size).toBe(320)
  const tracked =
    /^https:\/\/(github\.com\/[^/]+\/[^/]+\/(issues|pull)\/\d+|nvd\.nist\.gov\/vuln\/detail\/CVE-\d{4}-\d+)$/
  expect(sources.filter((source) => !tracked.test(source))).toEqual([])
  const ground = /\b(RFC \d+|OpenAPI 3|JSON Schema|OWASP API Security 2023|the document)\b/
  const principles = FAULTS.principles.map(({ source }) => source)
  expect(new Set(principles).size).toBe(principles.length)
  expect(principles.filter((source) => !ground.test(source))).toEqual([])
})
