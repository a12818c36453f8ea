import { randomUUID } from 'node:crypto'
import type { OperationDescriptor } from '@concordat/runtime/http'
import { document } from '../../../generated/operations.ts'
import { RequestFactory } from '../../../runtime/contract/world/requests/request-factory.ts'
import { namesOfRun } from '../../../runtime/contract/world/values/names.ts'

/** The parts of a request besides its path: the query values, and a body that is sent as JSON. */
export interface SampleRequest {
  readonly query: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const filter = [
  { key: 'note', value: 'text', operator: 'exact', type: 'person' },
  { key: 'note', value: '.', operator: 'regex', type: 'person' },
  { key: 'id', value: 1, type: 'cohort' },
]
const step = (id: string, order: number) => ({
  id,
  name: id,
  type: 'events',
  order,
  math: 'total',
  properties: [{ key: 'note', value: 'text', operator: 'exact', type: 'event' }],
})

/** Parameters of the person views. */
const view = {
  events: [step('seen', 0), step('left', 1)],
  properties: filter,
  date_from: '-7d',
  search: 'text',
  funnel_step: 1,
  entity_id: 'seen',
  entity_type: 'events',
  breakdown: 'note',
  breakdown_type: 'event',
  breakdown_value: 'text',
  funnel_correlation_person_entity: step('left', 1),
  path_start_key: '1_seen',
  target_entity: step('seen', 0),
  returning_entity: step('left', 0),
  key: 'note',
  value: 'text',
  $unset: 'text',
  distinct_id: 'text',
  person_id: '1',
  target_date: '2026-01-01',
  lifecycle_type: 'new',
}

const plugin = () => ({ name: 'A plugin', description: 'text', is_global: false })
const batchExport = () => ({
  name: 'An export',
  model: 'events',
  destination: { type: 'NoOp', config: {} },
  interval: 'hour',
  paused: true,
})

/** Bodies that cannot be derived from the document's schemas, by `operationId`. */
const bodies: Readonly<Record<string, () => unknown>> = {
  createBatchExport: batchExport,
  updateBatchExport: batchExport,
  backfillBatchExport: () => ({ start_at: '2024-07-01T00:00:00Z', end_at: '2024-07-01T01:00:00Z' }),
  createDomain: () => ({ domain: `${randomUUID()}.example.com` }),
  updateDomain: () => ({ saml_entity_id: 'text' }),
  createInvite: () => ({ target_email: `${randomUUID()}@example.com`, send_email: false, message: 'text' }),
  createInvites: () => [{ target_email: `${randomUUID()}@example.com`, send_email: false }],
  updatePerson: () => ({ properties: { note: 'text' } }),
  splitPerson: () => ({}),
  calculatePersonsFunnel: () => bodyOfView(),
  calculatePersonsFunnelCorrelation: () => bodyOfView(),
  calculatePersonsPath: () => bodyOfView(),
}

function bodyOfView() {
  const { events, date_from, search, funnel_step, path_start_key, breakdown } = view
  return { events, date_from, search, funnel_step, path_start_key, breakdown, properties: { note: 'text' } }
}

const factory = new RequestFactory(document, namesOfRun('samples'))

/** Returns a request that the operation accepts from an authorized caller. */
export function sampleRequest(operation: OperationDescriptor): SampleRequest {
  const query = Object.fromEntries(
    (operation.parameters ?? []).flatMap(({ in: location, name }) =>
      location === 'query' && name in view ? [[name, view[name as keyof typeof view]]] : [],
    ),
  )
  const body = bodyFor(operation)
  return { query, ...(body !== undefined && { body }) }
}

function bodyFor(operation: OperationDescriptor): unknown {
  const { operationId, requestBody } = operation
  if (requestBody === undefined) return undefined
  if (/^(create|update|upgrade)Pipeline\w+(?<!Source)$/.test(operationId)) return plugin()
  if (operationId.endsWith('Source')) return { 'index.js': 'export {}' }
  return bodies[operationId]?.() ?? factory.bodyMaker.make(operation, 'example')?.value
}

/** Returns a query as a string; values that are not strings are sent as JSON. */
export function queryText(query: SampleRequest['query']): string {
  const texts = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return texts.length === 0 ? '' : `?${new URLSearchParams(texts)}`
}

/** Returns the request in the form that `Api.send` accepts. */
export function initOf({ method }: OperationDescriptor, { body }: SampleRequest): RequestInit {
  if (body === undefined) return { method }
  return { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}
