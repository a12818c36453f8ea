import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { valueAt } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { exercise, type Walk } from './exercise.ts'
import { behaviourOf, type Fault, isUnseen, RULES, type ServiceName } from './fault.ts'
import { referenceFaults, storeFaults } from './faults/faults.ts'
import { startProxy } from './proxy.ts'
import { startReference } from './reference-service.ts'
import { referenceWalks } from './reference-walks.ts'
import { startStoreService } from './store-subject.ts'
import { storeWalks } from './store-walks.ts'
import type { CorrectService, Subject } from './subject.ts'

interface Case {
  readonly name: ServiceName
  readonly faults: readonly Fault[]
  readonly start: () => Promise<CorrectService>
  readonly document: unknown
  readonly walks: (subject: Subject, operations: readonly string[]) => readonly (readonly Walk[])[]
}

/** Number of faults tested at the same time. */
const WORKERS = 3

const root = join(import.meta.dirname, '../..')

const cases: readonly Case[] = [
  {
    name: 'reference',
    faults: referenceFaults,
    start: startReference,
    document: JSON.parse(readFileSync(join(root, 'generated/openapi.json'), 'utf8')),
    walks: referenceWalks,
  },
  {
    name: 'store',
    faults: storeFaults,
    start: startStoreService,
    document: parse(readFileSync(join(import.meta.dirname, 'store.openapi.yaml'), 'utf8')),
    walks: (_subject, operations) => storeWalks(operations),
  },
]

describe.each(cases)('the faults of the $name service', ({ name, faults, start, document, walks }) => {
  let service: CorrectService
  beforeAll(async () => {
    service = await start()
  })
  afterAll(() => service?.stop())

  test('have ids of their own', () => {
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length)
  })

  test('break clauses that the document or a standard has', () => {
    const pointers = new Map(
      service.documents.document.operations.map(({ operationId, pointer }) => [operationId, pointer]),
    )
    const broken = faults.filter(({ clause }) => !isClause(clause, { document, pointers }))
    expect(broken.map(({ id, clause }) => `${id}: ${clause}`)).toEqual([])
  })

  test('name operations of the document', () => {
    const known = new Set(service.documents.document.operations.map(({ operationId }) => operationId))
    const unknown = faults.flatMap(({ operations, watches = [] }) =>
      [...operations, ...watches].filter((operationId) => !known.has(operationId)),
    )
    expect(unknown).toEqual([])
  })

  test('are parted as their ids say', () => {
    const folder = join(import.meta.dirname, 'faults')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    for (const path of files.filter((name) => name.endsWith('.ts'))) {
      const file = basename(path)
      const text = readFileSync(join(folder, path), 'utf8')
      const ids = [...text.matchAll(/^ {4}id: ['"](.+)['"],$/gm)].map((match) => match[1] ?? '')
      const own = ids.filter(
        (id) => faults.some((fault) => fault.id === id) && file.includes('store') === (name === 'store'),
      )
      expect(
        own.filter((id) => isUnseen(name, id) !== file.startsWith('unseen-')),
        file,
      ).toEqual([])
    }
  })

  test.each(RULES.filter((rule) => faults.some((fault) => fault.rule === rule)))(
    'change an exchange: %s',
    async (rule) => {
      const idle: string[] = []
      const waiting = faults.filter((fault) => fault.rule === rule).values()
      const work = async (): Promise<void> => {
        const subject = await service.makeSubject()
        for (const fault of waiting)
          if (!(await changesSomething(service, { fault, subject, walks: walks(subject, fault.operations) })))
            idle.push(fault.id)
      }
      await Promise.all(Array.from({ length: WORKERS }, work))
      expect(idle).toEqual([])
    },
  )
})

/** Runs the walks until the fault has changed a response. */
async function changesSomething(
  service: CorrectService,
  { fault, subject, walks }: { fault: Fault; subject: Subject; walks: readonly (readonly Walk[])[] },
): Promise<boolean> {
  const proxy = await startProxy({
    upstream: service.url,
    operations: service.documents.document.operations,
    behaviour: behaviourOf(fault, subject.world),
  })
  try {
    const isEnough = () => proxy.changed() > 0
    for (const chain of walks)
      if (!isEnough()) await exercise({ baseUrl: proxy.url, subject, isEnough }, chain)
    expect(proxy.problems(), fault.id).toEqual([])
    return isEnough()
  } finally {
    await proxy.close()
  }
}

/**
 * True for a section of a standard, a JSON Pointer, or a location within an operation, such as
 * "getPet/responses/404".
 */
function isClause(
  clause: string,
  { document, pointers }: { document: unknown; pointers: ReadonlyMap<string, string> },
): boolean {
  if (/^RFC \d+, \d+(\.\d+)*$/.test(clause)) return true
  const [operationId = '', ...rest] = clause.split('/')
  const pointer = clause.startsWith('#') ? clause : [pointers.get(operationId), ...rest].join('/')
  const names = stepsOf(pointer)
  return names.length > 0 && valueAt(document, names) !== undefined
}
