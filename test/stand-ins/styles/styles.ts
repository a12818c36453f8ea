import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runContract } from '@concordat/contract'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { load } from '../../../generator/load/load.ts'
import { buildModel } from '../../../generator/model/build.ts'
import { capitals } from './capitals.ts'
import { conditional } from './conditional.ts'
import { eventual } from './eventual.ts'
import { forge } from './forge.ts'
import { gateway } from './gateway.ts'
import { hal } from './hal.ts'
import { hrefs } from './hrefs.ts'
import { jsonApi } from './json-api.ts'
import { kinds } from './kinds.ts'
import { linkedData } from './linked-data.ts'
import { normalising } from './normalising.ts'
import { resourceNames } from './resource-names.ts'
import { seeOther } from './see-other.ts'
import { settings } from './settings.ts'
import { softDelete } from './soft-delete.ts'
import { KEYS, type Style, serve } from './style.ts'
import { tree } from './tree.ts'
import { urns } from './urns.ts'
import { versions } from './versions.ts'
import { workflow } from './workflow.ts'

/** Correct services in different styles. */
export const STYLES: readonly Style[] = [
  hal,
  jsonApi,
  softDelete,
  conditional,
  normalising,
  eventual,
  settings,
  workflow,
  seeOther,
  urns,
  hrefs,
  tree,
  versions,
  gateway,
  forge,
  capitals,
  linkedData,
  kinds,
  resourceNames,
]

/** The outcome of a run on a service. */
export interface Told {
  readonly operations: number
  readonly requests: number
  /** Operations that returned a 2xx or a 303. */
  readonly reached: readonly string[]
  readonly findings: readonly string[]
  readonly notRun: readonly string[]
  readonly defects: readonly string[]
  readonly leftBehind: readonly string[]
  /** Names of others' items that writes reached. */
  readonly touched: readonly string[]
}

/** Runs every rule, with the keys of two tenants. */
export async function tell({ document, start }: Style, seed: string): Promise<Told> {
  const descriptor = await descriptorOf(document)
  const reached = new Set<string>()
  const habits = start()
  const report = await runContract({
    document: descriptor,
    seed,
    target: {
      baseUrl: 'http://style.test',
      credentials: { key: KEYS.ada },
      otherCredentials: { key: KEYS.eve },
      fetch: serve(descriptor, habits),
    },
    onExchange: ({ operation, method = operation.method }, { status }) => {
      if (method === operation.method && ((status >= 200 && status < 300) || status === 303))
        reached.add(operation.operationId)
    },
  })
  const { results, requests, leftBehind } = report
  const lines = (status: string) =>
    results.flatMap(({ rule, operationId, outcome }) => {
      if (outcome.status !== status) return []
      if (outcome.status === 'failed')
        return outcome.findings.map(
          ({ expected, received }) => `${rule} ${operationId}: ${expected} | ${received}`,
        )
      if (outcome.status === 'not-run') return [`${rule} ${operationId}: ${outcome.reason}`]
      return outcome.status === 'defect' ? [`${rule} ${operationId}: ${outcome.stack}`] : []
    })
  return {
    ...{ operations: descriptor.operations.length, requests, leftBehind, reached: [...reached] },
    touched: habits.touched ?? [],
    ...{ findings: lines('failed'), notRun: lines('not-run'), defects: lines('defect') },
  }
}

export async function descriptorOf(document: object): Promise<DocumentDescriptor> {
  const folder = await mkdtemp(join(tmpdir(), 'style-'))
  try {
    const file = join(folder, 'openapi.json')
    await writeFile(file, JSON.stringify(document))
    return buildModel(await load({ document: file, overlays: [], areHrefsNames: true })).model.descriptor
  } finally {
    await rm(folder, { recursive: true })
  }
}
