import type { OperationDescriptor } from '../../../http/operation.ts'
import { isSuccess } from '../../answer.ts'
import type { CheckContext } from '../../check.ts'
import type { Finding } from '../../finding.ts'
import type { Item } from '../../fixtures/fixtures.ts'
import { pathValues } from '../../fixtures/place.ts'
import { isObject } from '../../fixtures/shape.ts'
import { NotRun } from '../../not-run.ts'
import { isKept } from '../../same.ts'
import { type Field, jsonBody, lostFields, show, visibleFields } from './fields.ts'
import { observe } from './observe.ts'

/** Each writable field can be changed alone: the change is answered and persists, the other fields stay. */
export async function checkUpdate(context: CheckContext, operation: OperationDescriptor): Promise<Finding[]> {
  const resource = context.fixtures.resource(operation.resource?.name)
  const body = jsonBody(operation)
  if (resource === undefined || body === undefined)
    throw new NotRun(`${operation.operationId} takes no JSON body`)
  const item = await context.fixtures.create(resource)
  const first = await observe(context, item)
  const fields = visibleFields(context, operation, first.by)
  const refused: string[] = []
  const findings: Finding[] = []
  let before = first.value
  for (const field of fields) {
    const change = changeOf(context, field, before)
    if (change === undefined) continue
    const outcome = await patch(context, operation, {
      item,
      field,
      fields,
      change,
      before,
      mediaType: body.mediaType,
    })
    if (outcome.refusal !== undefined) refused.push(`"${field.name}" alone: ${outcome.refusal}`)
    findings.push(...outcome.findings)
    before = outcome.after
  }
  if (fields.length > 0 && refused.length === fields.length)
    throw new NotRun(`${operation.operationId} refused ${refused.join(', ')}`)
  return findings
}

/** A new valid value for one field; `undefined` when its schema has no other. */
function changeOf(
  context: CheckContext,
  { name, schema }: Field,
  before: unknown,
): Record<string, unknown> | undefined {
  const other = isObject(before) ? before[name] : undefined
  const value = context.fixtures.requests.value(schema, { variant: 'full', hint: name, other })
  return isKept(value, other) ? undefined : { [name]: value }
}

interface Patch {
  readonly item: Item
  readonly field: Field
  readonly fields: readonly Field[]
  readonly change: Readonly<Record<string, unknown>>
  readonly before: unknown
  readonly mediaType: string
}

interface PatchOutcome {
  readonly findings: readonly Finding[]
  readonly after: unknown
  /** The field cannot be changed alone, for a reason that the schema does not state. */
  readonly refusal?: string
}

async function patch(
  context: CheckContext,
  operation: OperationDescriptor,
  { item, field, fields, change, before, mediaType }: Patch,
): Promise<PatchOutcome> {
  const plan = context.fixtures.requests.plan(operation, pathValues(operation.path, item.place), 'empty')
  const answer = await context.send({ ...plan, body: { mediaType, value: change } })
  if (answer.status === 501) throw new NotRun(`${operation.operationId} answered 501`)
  if (answer.status >= 500) {
    const expected = `"${field.name}" to be changed or refused`
    return {
      after: before,
      findings: [
        context.finding({
          operation,
          answer,
          clause: field.clause,
          basis: 'derived',
          expected,
          received: `status ${answer.status}`,
        }),
      ],
    }
  }
  if (!isSuccess(answer)) return { after: before, findings: [], refusal: `status ${answer.status}` }
  const inAnswer = lostFields([field], { sent: change, received: answer.value, where: 'in the answer' })
  const fresh = await observe(context, item)
  const inFresh =
    inAnswer.length > 0
      ? []
      : lostFields([field], { sent: change, received: fresh.value, where: 'when read again' })
  return {
    after: fresh.value,
    findings: [
      ...inAnswer.map(({ name: _, ...violation }) =>
        context.finding({ operation, answer, basis: 'derived', ...violation }),
      ),
      ...inFresh.map(({ name: _, ...violation }) =>
        context.finding({ operation, answer: fresh.answer, basis: 'derived', ...violation }),
      ),
      ...disturbed(fields, { field, before, after: fresh.value }).map((violation) =>
        context.finding({ operation, answer, basis: 'derived', ...violation }),
      ),
    ],
  }
}

/** Fields that changed although another one was sent. */
function disturbed(
  fields: readonly Field[],
  { field, before, after }: { field: Field; before: unknown; after: unknown },
) {
  if (!isObject(before) || !isObject(after)) return []
  return fields
    .filter(
      ({ name }) =>
        name !== field.name && !(isKept(before[name], after[name]) && isKept(after[name], before[name])),
    )
    .map(({ name, clause }) => ({
      clause,
      expected: `"${name}" to stay ${show(before[name])} when "${field.name}" alone is changed`,
      received: show(after[name]),
    }))
}
