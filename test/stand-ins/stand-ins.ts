import { runContract } from '@concordat/contract'
import { buildModel } from '../../generator/model/build.ts'
import { loadFolder } from '../unit/load/folder.ts'
import type { Service } from './route.ts'
import { catalogue } from './services/catalogue.ts'
import { circles } from './services/circles.ts'
import { clinic } from './services/clinic.ts'
import { countries } from './services/countries.ts'
import { functions } from './services/functions.ts'
import { ledger } from './services/ledger.ts'
import { people } from './services/people.ts'
import { press } from './services/press.ts'
import { staff } from './services/staff.ts'

export interface StandIn {
  readonly name: string
  readonly document: object
  /** Paths of items that exist before a run. */
  readonly theirs: readonly string[]
  readonly start: () => Service
}

/** Small services with the conventions of those that Java frameworks describe. */
export const STAND_INS: readonly StandIn[] = [
  functions,
  countries,
  catalogue,
  staff,
  press,
  clinic,
  people,
  ledger,
  circles,
]

export interface Reach {
  readonly name: string
  readonly operations: readonly string[]
  /** Operations that returned a 2xx. */
  readonly reached: readonly string[]
  readonly requests: number
  readonly findings: readonly string[]
  readonly leftBehind: readonly string[]
  /** Paths of items that the run changed or removed. */
  readonly harmed: readonly string[]
}

/** Returns the part of a service that a run without configuration reaches. */
export async function reachOf({ name, document, theirs, start }: StandIn): Promise<Reach> {
  const { descriptor } = buildModel(await loadFolder({ 'openapi.yaml': JSON.stringify(document) })).model
  const serve = start()
  const look = async (path: string) => (await serve(new Request(`http://stand-in.test${path}`))).text()
  const before = await Promise.all(theirs.map(look))
  const reached = new Set<string>()
  const report = await runContract({
    document: descriptor,
    target: { baseUrl: 'http://stand-in.test', fetch: serve },
    onExchange: ({ operation, method = operation.method }, { status }) => {
      if (method === operation.method && status >= 200 && status < 300) reached.add(operation.operationId)
    },
  })
  const findings = report.results.flatMap(({ rule, operationId, outcome }) =>
    outcome.status === 'failed'
      ? outcome.findings.map(({ expected, received }) => `${rule} ${operationId}: ${expected} | ${received}`)
      : [],
  )
  const after = await Promise.all(theirs.map(look))
  const { leftBehind, requests } = report
  return {
    ...{ name, requests, findings, leftBehind },
    operations: descriptor.operations.map(({ operationId }) => operationId),
    reached: [...reached],
    harmed: theirs.filter((_, index) => after[index] !== before[index]),
  }
}
