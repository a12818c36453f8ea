import type { DocumentDescriptor, OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { parameterClause } from '../../../data/document/clause.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import type { Answer } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { type Assertion, ruleFamily } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import {
  allVerdicts,
  NotRun,
  nothingCompared,
  resultOrNotRun,
  type Verdict,
} from '../../../data/outcome/not-run.ts'
import { asFixture, type Fixture, type Item } from '../../../world/items/item.ts'
import { headerParameter } from '../../../world/requests/header-parameters.ts'
import { isKeptValue } from '../../../world/values/same.ts'
import type { Check, CheckContext } from '../../check.ts'
import { memberChange } from '../../evidence/changes/changed-member.ts'
import { lossesOf, showsAnyField, visibleFields } from '../../evidence/fields.ts'
import { type Observation, readItem } from '../../evidence/observe.ts'
import { ownItem } from '../../evidence/own-item.ts'
import { itemsOfInspectedHeader } from '../../shown/header-value.ts'

const rules = ruleFamily(
  'preference',
  { grade: 'derived', weight: 'lost data' },
  {
    effect: 'Writes with `return=minimal` store the sent values.',
    form: {
      weight: 'shape',
      asserts: 'An applied `return=minimal` omits the item, and `return=representation` shows it.',
    },
    applied: {
      weight: 'header',
      asserts: 'The `Preference-Applied` header names only requested preferences.',
    },
  },
)

const MINIMAL = 'return=minimal'
const WHOLE = 'return=representation'

/**
 * Maximum number of requests: a look at the item before a change, a write with a read, and a second write.
 * The name of a new item in an empty response is looked up instead of the second write.
 */
const MOST = 4

const WRITES = ['create', 'update', 'replace']

/** A documented `Prefer: return=…` affects only the response. @see RFC 7240, 3 and 4.2 */
export const preference: Check = {
  code: 'preference',
  description:
    'If `Prefer` is documented, a write with `return=minimal` has the same effect as without it. A response contains what its `Preference-Applied` says, and that header names only requested preferences.',
  assertions: Object.values(rules),
  example: '`POST /pets` with `Prefer: return=minimal` does not store the name.',
  fix: 'Apply `Prefer` to responses only.',
  applies: (operation, document) => documentedReturns(operation, document).length > 0,
  title: () => 'a preference changes only the response',
  async run(context, operation) {
    const header = headerParameter(operation, 'prefer')
    if (header === undefined) return nothingCompared()
    context.budget.expect(MOST)
    return check({ context, operation, header })
  },
}

/** Returns the documented ones of the two preferences, as values of the header parameter. */
function documentedReturns(
  operation: OperationDescriptor,
  document: DocumentDescriptor,
): readonly Documented[] {
  const header = headerParameter(operation, 'prefer')
  if (header === undefined || !WRITES.includes(operation.resource?.role ?? '')) return []
  const schema = schemaIn(document, header.schema)
  return [MINIMAL, WHOLE].flatMap((text) => {
    const value = [text, [text]].find((one) => schema.allows(one))
    return value === undefined ? [] : [{ text, value }]
  })
}

interface Documented {
  readonly text: string
  readonly value: string | readonly string[]
}

interface Setting {
  readonly context: CheckContext
  readonly operation: OperationDescriptor
  readonly header: ParameterDescriptor
}

async function check(setting: Setting): Promise<Verdict> {
  const { context, operation } = setting
  const returns = documentedReturns(operation, context.document)
  const [minimal, whole] = [MINIMAL, WHOLE].map((text) => returns.find((one) => one.text === text))
  const { item, seen } = isCreate(operation) ? {} : await ownItem(context, operation)
  const wanted = { item, before: seen?.value }
  if (minimal === undefined) return checkWhole(setting, { ...wanted, preference: whole })
  const made = await write(setting, { ...wanted, preference: minimal })
  const shown = made.item && (await readItem(context, made.item))
  const faults = await judgeMinimal(setting, made, shown)
  if (faults.length > 0) return faults
  const verdict =
    shown === undefined
      ? new NotRun({ kind: 'nothing shows', resource: context.pool.resourceFor(operation).name })
      : []
  const again = { item, before: shown?.value, preference: whole }
  return whole !== undefined && mayWriteAgain(setting, made)
    ? allVerdicts([verdict, await resultOrNotRun(() => checkWhole(setting, again))])
    : verdict
}

function isCreate({ resource }: OperationDescriptor): boolean {
  return resource?.role === 'create'
}

/**
 * True if the server applies preferences. After a create with an empty response, the item's name has already
 * cost the requests of a second write.
 */
function mayWriteAgain({ operation }: Setting, { answer, applied }: Write): boolean {
  const isNamed = !isCreate(operation) || answer.text !== '' || answer.headers.has('location')
  return isNamed && applied.length > 0
}

/** A write with a preference or, without one, as usual. */
interface Write {
  readonly sent: unknown
  readonly answer: Answer
  readonly asked: string
  /** The preferences that the server applied, in lower case and without quotation marks. */
  readonly applied: readonly string[]
  /** The written item; absent if a response does not tell which one it is. */
  readonly item: Item | undefined
}

interface Wanted {
  /** The item to change; absent for a creation. */
  readonly item: Item | undefined
  /** The item's state, from which a change must differ. */
  readonly before: unknown
  readonly preference: Documented | undefined
}

/** @throws NotRun if the write is rejected. */
async function write(
  { context, operation, header }: Setting,
  { item, before, preference: preferred }: Wanted,
): Promise<Write> {
  const at: Fixture =
    item === undefined ? { binding: await context.pool.bindings.find(operation, 'read') } : asFixture(item)
  const plan: RequestPlan =
    item === undefined
      ? context.pool.requests.best(operation, at.binding)
      : memberChange(context, operation, { item, before })
  const sending =
    preferred === undefined ? plan : { ...plan, header: { ...plan.header, [header.name]: preferred.value } }
  const { answer, created } = await context.attempt(operation, { expecting: 'success', at, sending })
  const applied = itemsOfInspectedHeader(answer.headers.get('preference-applied') ?? '')
  return {
    ...{ sent: plan.body?.value, answer, asked: preferred?.text ?? '', item: item ?? created },
    applied: applied.map((text) => text.toLowerCase().replaceAll(/[\s"]/g, '')).filter((text) => text !== ''),
  }
}

/** Judges a write with `return=minimal` by its response and a fresh read. */
async function judgeMinimal(
  setting: Setting,
  made: Write,
  shown: Observation | undefined,
): Promise<readonly Finding[]> {
  const { context, operation } = setting
  const { sent, answer, applied } = made
  const named = judgeApplied(setting, made)
  if (shown === undefined) return named
  const fields = visibleFields(context, operation, shown.by)
  const isWhole =
    showsAnyField(fields, { sent, received: answer.value }) && isKeptValue(shown.value, answer.value)
  const must = `must not be "${MINIMAL}", because the response shows the item`
  return [
    ...(await lostByPreference(setting, made, shown)),
    ...named,
    ...(isWhole && applied.includes(MINIMAL) ? [headerFinding(setting, made, rules.form, must)] : []),
  ]
}

/**
 * Returns what a fresh read lacks after `return=minimal`, and not after a write without it. A value that is
 * lost in both cases is a fault of every write, which other rules report.
 */
async function lostByPreference(
  setting: Setting,
  { sent, item }: Write,
  shown: Observation,
): Promise<readonly Finding[]> {
  const { context, operation } = setting
  const lost = lossesAfter(setting, sent, shown)
  if (lost.length === 0) return []
  const usual = await context.budget.makeSure(async () => {
    const wanted = {
      item: isCreate(operation) ? undefined : item,
      before: shown.value,
      preference: undefined,
    }
    const made = await write(setting, wanted)
    const seen = made.item && (await readItem(context, made.item))
    return seen === undefined ? lost : lossesAfter(setting, made.sent, seen)
  })
  const always = new Set(usual.map(({ name }) => name))
  return lost.flatMap(({ name, ...violation }) =>
    always.has(name)
      ? []
      : [context.finding({ operation, answer: shown.answer, ...violation, breaks: rules.effect })],
  )
}

interface Lost {
  /** Empty for the whole item. */
  readonly name: string
  readonly clause: string
  readonly fact: Fact
}

function lossesAfter(
  { context, operation, header }: Setting,
  sent: unknown,
  { by, answer, value }: Observation,
): readonly Lost[] {
  const where = 'when read again'
  if (value !== undefined)
    return lossesOf(visibleFields(context, operation, by), { sent, received: value, where })
  const told = { where, by: by.operationId, status: answer.status } as const
  return [
    {
      ...{ name: '', clause: parameterClause(operation, header) },
      fact: { kind: 'not found', operation: operation.operationId, ...told },
    },
  ]
}

/** Checks the response to `return=representation`, if a selected rule needs it. */
async function checkWhole(setting: Setting, wanted: Wanted): Promise<Verdict> {
  if (!setting.context.asks(rules.form, rules.applied)) return nothingCompared()
  const made = await write(setting, wanted)
  const named = judgeApplied(setting, made)
  if (named.length > 0) return named
  return made.applied.includes(WHOLE) ? judgeWhole(setting, made) : nothingCompared()
}

/**
 * Finds a response without content, or without sent values that a fresh read shows. The read is sent only if
 * the response lacks a sent value.
 */
async function judgeWhole(setting: Setting, made: Write): Promise<readonly Finding[]> {
  const { context, operation } = setting
  const { sent, answer, item } = made
  if (answer.text === '' && answer.octets === undefined)
    return [headerFinding(setting, made, rules.form, `must not be "${WHOLE}", because the response is empty`)]
  const shown = { sent, received: answer.value, where: 'in the response' } as const
  const lost = lossesOf(visibleFields(context, operation, operation), shown)
  const seen = lost.length > 0 && item !== undefined ? await readItem(context, item) : undefined
  const { value } = seen ?? {}
  if (!isObject(value)) return []
  return lost.flatMap(({ name, ...violation }) =>
    isObject(sent) && isKeptValue(sent[name], value[name])
      ? [context.finding({ operation, answer, ...violation, breaks: rules.form })]
      : [],
  )
}

/** Compares applied preferences with the requested one. A server may omit their values. */
function judgeApplied(setting: Setting, made: Write): readonly Finding[] {
  const { asked, applied } = made
  const [name = ''] = asked.split('=')
  const isAsked = applied.every((text) => text === asked || text === name)
  const must = `must name only preferences that the request has, such as "${asked}"`
  return isAsked ? [] : [headerFinding(setting, made, rules.applied, must)]
}

function headerFinding(
  { context, operation, header }: Setting,
  { answer }: Write,
  breaks: Assertion,
  must: string,
): Finding {
  const name = 'Preference-Applied'
  const received = answer.headers.get(name) ?? ''
  return context.finding({
    ...{ operation, answer, breaks, clause: parameterClause(operation, header) },
    fact: { kind: 'header broken', header: name, must, received },
  })
}
