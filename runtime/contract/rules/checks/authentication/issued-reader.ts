import type { OperationDescriptor } from '@concordat/runtime/http'
import { memberOf } from '@concordat/runtime/json'
import { jsonBody } from '../../../data/document/json-body.ts'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { shownProperties } from '../../../data/document/shown.ts'
import { resultIfRun } from '../../../data/outcome/not-run.ts'
import { isSecretMember, readScopes, writeScopes } from '../../../lexicon/lexicon.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { AttemptCaller } from '../../attempt.ts'
import type { CheckContext } from '../../check.ts'
import { itemWith } from '../../evidence/own-item.ts'
import { issuedBy } from './issued.ts'

/** A caller that is only allowed to read. */
export interface ReadingCaller {
  readonly as: AttemptCaller
  /** True if the API issued the credential, so that it can be removed while the run continues. */
  readonly isIssued: boolean
}

/** The caller of the run, or `undefined` if there is none. */
const newReader = (): { found?: Promise<ReadingCaller | undefined> } => ({})

/**
 * Returns the configured read-only caller. If there is none, but the API issues credentials with a scope such
 * as "write", it issues one without that scope, once in a run.
 */
export function readingCaller(context: CheckContext): Promise<ReadingCaller | undefined> {
  if (context.hasReader) return Promise.resolve({ as: { kind: 'reader' }, isIssued: false })
  const known = context.state.of(newReader)
  known.found ??= issueReader(context)
  return known.found
}

async function issueReader(context: CheckContext): Promise<ReadingCaller | undefined> {
  for (const create of context.document.operations) {
    const scopes = scopesOf(context, create)
    const found = scopes && (await resultIfRun(() => issueWith(context, create, scopes)))
    if (found !== undefined) return found
  }
  return undefined
}

interface Scopes {
  readonly member: string
  /** The scopes that allow only reads. */
  readonly reading: readonly unknown[]
}

/** The property of a create that lists a new credential's scopes, one of which allows all writes. */
function scopesOf({ document }: CheckContext, create: OperationDescriptor): Scopes | undefined {
  const isIssued = [...shownProperties(create, document).keys()].some(isSecretMember)
  if (create.resource?.role !== 'create' || !isIssued) return undefined
  const { properties } = schemaIn(document, jsonBody(create)?.schema)
  for (const [member, schema] of properties) {
    const choices = schema.items.values.choices ?? []
    const isWrite = (choice: unknown): boolean => typeof choice === 'string' && writeScopes.has(choice)
    const reading = choices.filter((choice) => typeof choice === 'string' && readScopes.has(choice))
    if (choices.some(isWrite) && schema.allows(reading)) return { member, reading }
  }
  return undefined
}

/**
 * Issues a credential with only these scopes to a new owner. It is a reader if it cannot issue another one,
 * because servers can also ignore scopes altogether, or take none as all.
 */
async function issueWith(
  context: CheckContext,
  create: OperationDescriptor,
  { member, reading }: Scopes,
): Promise<ReadingCaller | undefined> {
  const { bindings, items, requests } = context.pool
  const owner = resourceByName(context.document, context.pool.resourceFor(create).parent?.name)
  const above = owner?.operations.create === undefined ? undefined : await items.create(owner)
  const binding = await (above === undefined
    ? bindings.find(create, 'read')
    : bindings.around(create, above.binding))
  const item = await itemWith(context, create, { binding, values: () => ({ [member]: reading }) })
  const issued = item && (await issuedBy(context, create, { value: item.value, item }))
  if (issued === undefined || !isSameAsKept(memberOf(item?.value, member), reading)) return undefined
  const credentials = { ...context.credentials, [issued.scheme]: issued.text }
  const as = { kind: 'credentials', credentials } as const
  const sending = requests.best(create, binding)
  const { answer } = await context.attempt(create, { expecting: 'either', as, at: { binding }, sending })
  return answer.status === 403 ? { as, isIssued: true } : undefined
}
