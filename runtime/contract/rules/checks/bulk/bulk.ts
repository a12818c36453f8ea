import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject, setAt, valueAt } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { isOwnValue, type PathBinding } from '../../../data/document/path-binding.ts'
import { resourceByName } from '../../../data/document/resource-lookup.ts'
import { type Answer, isRefusal, isSuccess } from '../../../data/exchange/answer.ts'
import { type Assertion, ruleFamily } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import {
  isCleanVerdict,
  nothingCompared,
  resultIfRun,
  type Verdict,
  verdictUntilFaulty,
} from '../../../data/outcome/not-run.ts'
import { counted } from '../../../lexicon/lexicon.ts'
import { absentItemReference } from '../../../world/items/identity/reference-to-nothing.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { isKeptValue } from '../../../world/values/same.ts'
import type { Check, CheckContext } from '../../check.ts'
import { Collection, type Walk } from '../../evidence/collection.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import { type Bulk, bulkOf } from './bulk-operation.ts'
import { entriesIn, objectsIn, outcomesIn } from './entries.ts'
import { checkNamedItems, namedItemsOf } from './named-items.ts'

const rules = ruleFamily(
  'bulk',
  { grade: 'derived', weight: 'lost data' },
  {
    all: 'The list shows each created item with its own values.',
    answer: 'The response has one entry for each item, in the same order.',
    partly: 'If one item is invalid, the server reports it, and stores either all the others or nothing.',
    refused: 'A rejected bulk request creates and changes nothing.',
    each: 'The list shows exactly the items that the response reports as created.',
  },
)

/** Several items in one request are created as if each had been sent separately. */
export const bulk: Check = {
  code: 'bulk',
  description:
    'A bulk create stores each item with its own values, and returns one entry per item in order. A rejected bulk request changes nothing.',
  assertions: Object.values(rules),
  example: '`POST /pets/bulk` with three pets stores the first one three times.',
  fix: 'Store all items in one transaction, and return them in order.',
  applies: (operation, document) =>
    bulkOf(operation, document) !== undefined || namedItemsOf(operation, document) !== undefined,
  title: () => 'a bulk request affects each item as a separate request would, or no item',
  async run(context, operation) {
    const named = namedItemsOf(operation, context.document)
    if (named !== undefined && context.asks(rules.refused))
      return checkNamedItems(context, operation, { named, breaks: rules.refused })
    const found = bulkOf(operation, context.document)
    if (found === undefined) return nothingCompared()
    const { binding } = await context.pool.fixture(operation)
    const resource = resourceByName(context.document, operation.resource?.name)
    // Items below one of the run's own items are removed with that item. Any others are removed only if a
    // create made them.
    const isRemoved = [...binding.values()].some(isOwnValue) || operation.resource?.role === 'create'
    if (resource === undefined || !isRemoved) return nothingCompared()
    const setting = { context, operation, binding, ...found }
    return verdictUntilFaulty([
      () => checkAll(setting),
      () => checkRefused(setting),
      () => checkPartly(setting),
    ])
  },
}

interface Setting extends Bulk {
  readonly context: CheckContext
  readonly operation: OperationDescriptor
  readonly binding: PathBinding
}

type Values = Readonly<Record<string, unknown>>

/** Items based on the item in the usual request, each with unique strings and with unique names in maps. */
function made({ context, operation, binding, path, item }: Setting, count: number): readonly Values[] {
  const { requests } = context.pool
  const usual = valueAt(requests.best(operation, binding).body?.value, path)
  const [base] = Array.isArray(usual) ? usual : []
  if (!isObject(base)) return []
  return Array.from({ length: count }, () => {
    const own = [...item.properties].flatMap(([name, schema]): [string, unknown][] => {
      const other = base[name]
      if (isText(schema) && typeof other === 'string')
        return [[name, requests.value(schema, { variant: 'full', hint: name, other })]]
      if (!isMap(schema) || !isObject(other)) return []
      const tag = requests.names.tag().replaceAll(/\W/g, '')
      const inner = requests.value(schema.additionalProperties, { variant: 'full', hint: name })
      return schema.allows({ [tag]: inner }) ? [[name, { [tag]: inner }]] : []
    })
    return { ...base, ...Object.fromEntries(own) }
  })
}

function isText({ values: { listed }, types, keywords }: Schema): boolean {
  const isFree = keywords.format === undefined && keywords.pattern === undefined
  return types.includes('string') && listed === undefined && isFree
}

function isMap({ types, properties, keywords }: Schema): boolean {
  return types.includes('object') && properties.size === 0 && keywords.additionalProperties !== false
}

async function send(setting: Setting, items: readonly unknown[]): Promise<Answer> {
  const { context, operation, binding, path } = setting
  const plan = context.pool.requests.best(operation, binding)
  const value = path.length === 0 ? items : setAt(plan.body?.value ?? {}, path, items)
  const sending = requestWithBody(plan, value)
  return (await context.attempt(operation, { expecting: 'either', at: { binding }, sending })).answer
}

/** The list, and the response with its last page; `undefined` if the list cannot be read. */
async function look({ context, list, binding }: Setting): Promise<Walk | undefined> {
  return resultIfRun(async () =>
    new Collection(context, list, { binding: await context.pool.bindings.around(list, binding) }).walk(),
  )
}

/** The part of an item that the list shows, and can show as it was sent. */
function visible({ shared, shown }: Setting, item: Values): Values {
  const isShown = ([name, value]: [string, unknown]): boolean =>
    shared.includes(name) && shown.get(name)?.allows(value) !== false
  return Object.fromEntries(Object.entries(item).filter(isShown))
}

async function checkAll(setting: Setting): Promise<Verdict> {
  const items = made(setting, COUNT)
  if (items.length === 0) return nothingCompared()
  const answer = await send(setting, items)
  if (!isSuccess(answer)) return nothingCompared()
  if (answer.status === MULTI_STATUS) return checkEach(setting, { items, answer })
  const walk = await look(setting)
  if (walk?.isWhole !== true) return nothingCompared()
  const lost = items.find((item) => !walk.items.some((one) => isKeptValue(visible(setting, item), one)))
  if (lost !== undefined) {
    const closest = walk.items.find((one) =>
      Object.entries(visible(setting, lost)).some(
        ([name, value]) => isObject(one) && isTelling(value) && isKeptValue(value, one[name]),
      ),
    )
    return report(
      setting,
      walk.last.answer,
      rules.all,
      `an item with ${shownFieldText(visible(setting, lost))}`,
      closest === undefined ? 'no such item' : shownFieldText(closest),
      answer,
    )
  }
  return checkAnswer(setting, { items, answer })
}

/** Number of items in one request. */
const COUNT = 3
/** @see RFC 4918, 11.1 */
const MULTI_STATUS = 207

function isTelling(value: unknown): boolean {
  return typeof value === 'string' && value.length > 3
}

/**
 * Checks that the response has one entry for each item, and that the entries are in the items' order, as far
 * as they show the values that were sent or an index.
 */
function checkAnswer(
  setting: Setting,
  { items, answer }: { readonly items: readonly Values[]; readonly answer: Answer },
): Verdict {
  const entries = entriesIn(answer)
  if (entries === undefined) return []
  if (entries.length !== items.length)
    return report(
      setting,
      answer,
      rules.answer,
      `${items.length} entries, one for each item`,
      counted(entries.length, 'entry'),
    )
  for (const [index, item] of items.entries()) {
    const entry = entries[index]
    const own = objectsIn(entry)
    const isShown = (one: Values, other: Values): boolean => isKeptValue(visible(setting, one), other)
    const isOther = items.some((one, at) => at !== index && own.some((value) => isShown(one, value)))
    if (isOther && !own.some((value) => isShown(item, value)))
      return report(
        setting,
        answer,
        rules.answer,
        `entry ${index} about ${shownFieldText(visible(setting, item))}`,
        shownFieldText(entry),
      )
    const told = valueAt(entry, ['index'])
    if (typeof told === 'number' && told !== index && told !== index + 1)
      return report(
        setting,
        answer,
        rules.answer,
        `"index" ${index} or ${index + 1} in entry ${index}`,
        String(told),
      )
  }
  return []
}

/**
 * Sends an invalid item between two valid ones. If the request is rejected, the valid items must not be
 * stored.
 */
async function checkRefused(setting: Setting): Promise<Verdict> {
  const { context, item } = setting
  const [first, last] = made(setting, 2)
  const [name] = item.required
  if (first === undefined || last === undefined || name === undefined || !context.asks(rules.refused))
    return nothingCompared()
  const { [name]: _, ...lacking } = first
  const before = await look(setting)
  const answer = await send(setting, [first, lacking, last])
  if (!isRefusal(answer) || !before?.isWhole) return nothingCompared()
  const walk = await look(setting)
  if (walk === undefined) return nothingCompared()
  const times = (one: Values, { items }: Walk): number =>
    items.filter((shown) => isKeptValue(visible(setting, one), shown)).length
  const kept = [first, last].find((one) => times(one, walk) > times(one, before))
  return kept === undefined
    ? []
    : report(
        setting,
        walk.last.answer,
        rules.refused,
        `no items from a request that was rejected with ${answer.status}`,
        shownFieldText(visible(setting, kept)),
        answer,
      )
}

/**
 * Sends an item with a dangling reference, placed between two valid items. It matches the schema, so schema
 * validation does not reject it.
 */
async function checkPartly(setting: Setting): Promise<Verdict> {
  const { context, item } = setting
  const [first, second, last] = made(setting, COUNT)
  const broken = brokenReference(setting)
  if (first === undefined || second === undefined || last === undefined || broken === undefined)
    return nothingCompared()
  if (!context.asks(rules.partly)) return nothingCompared()
  const wrong = { ...second, ...broken }
  if (!item.allows(wrong)) return nothingCompared()
  const answer = await send(setting, [first, wrong, last])
  if (isRefusal(answer) && answer.status !== MULTI_STATUS) return judgeRefused(setting, answer, [first, last])
  if (!isSuccess(answer)) return nothingCompared()
  const each = await checkEach(setting, { items: [first, wrong, last], answer })
  return isCleanVerdict(each) ? judgePartly(setting, answer, wrong) : each
}

/**
 * For each entry with a status, checks that the list shows the entry's item if the status is a success, and
 * does not show it otherwise.
 */
async function checkEach(
  setting: Setting,
  { items, answer }: { readonly items: readonly Values[]; readonly answer: Answer },
): Promise<Verdict> {
  const entries = entriesIn(answer) ?? []
  const told = outcomesIn(entries, setting)
  if (!setting.context.asks(rules.each) || told.every((entry) => entry === undefined))
    return nothingCompared()
  if (entries.length !== items.length) return checkAnswer(setting, { items, answer })
  const walk = await look(setting)
  if (walk?.isWhole !== true) return nothingCompared()
  for (const [index, item] of items.entries()) {
    const entry = told[index]
    if (entry === undefined) continue
    const { isRefused, why } = entry
    // A refused item must not be stored in part either, so its own text alone must not be listed.
    const wanted = (isRefused && ownTexts(setting, item, items)) || visible(setting, item)
    const isShown = walk.items.some((one) => isKeptValue(wanted, one))
    if (isShown !== isRefused) continue
    const which = isShown ? 'no item' : 'an item'
    const expected = `${which} with ${shownFieldText(wanted)}, because its entry in the create response has ${why}`
    return report(
      setting,
      walk.last.answer,
      rules.each,
      expected,
      isShown ? 'such an item' : 'no such item',
      answer,
    )
  }
  return checkAnswer(setting, { items, answer })
}

/** The strings that only this item has among those of the request; `undefined` if it has none. */
function ownTexts(setting: Setting, item: Values, items: readonly Values[]): Values | undefined {
  const isOwn = ([name, value]: [string, unknown]): boolean =>
    isTelling(value) && items.every((other) => other === item || other[name] !== value)
  const own = Object.entries(visible(setting, item)).filter(isOwn)
  return own.length === 0 ? undefined : Object.fromEntries(own)
}

/** Checks that a request that is rejected as a whole stores nothing. */
async function judgeRefused(setting: Setting, answer: Answer, right: readonly Values[]): Promise<Verdict> {
  const kept = await firstKept(setting, right)
  if (kept === undefined) return []
  const expected = `no items from a request that was rejected with ${answer.status}`
  return report(setting, kept.answer, rules.partly, expected, kept.shown, answer)
}

/**
 * Checks the response to a request that the server accepts despite one wrong item: it must have an entry for
 * each item, and status 207 if that is documented and the list does not show the wrong item.
 */
async function judgePartly(setting: Setting, answer: Answer, wrong: Values): Promise<Verdict> {
  const entries = entriesIn(answer)
  if (entries !== undefined && entries.length < COUNT) {
    const expected = `${COUNT} entries, one for each item, including rejected ones`
    return report(setting, answer, rules.partly, expected, counted(entries.length, 'entry'))
  }
  const isTold = setting.operation.responses[String(MULTI_STATUS)] !== undefined
  if (!isTold || answer.status === MULTI_STATUS) return []
  const walk = await look(setting)
  const wanted = visible(setting, wrong)
  if (!walk?.isWhole || walk.items.some((one) => isKeptValue(wanted, one))) return []
  const expected = `status ${MULTI_STATUS}, because the list does not show one of the items as it was sent`
  return report(setting, answer, rules.partly, expected, `status ${answer.status}`)
}

function brokenReference({ context, item }: Setting): Values | undefined {
  for (const [name, schema] of item.properties) {
    const value = absentItemReference(context, name, schema)
    if (value !== undefined) return { [name]: value }
  }
  return undefined
}

/** The first of the given items that is in the list. */
async function firstKept(
  setting: Setting,
  items: readonly Values[],
): Promise<{ readonly answer: Answer; readonly shown: string } | undefined> {
  const walk = await look(setting)
  const kept = items.find((one) => walk?.items.some((shown) => isKeptValue(visible(setting, one), shown)))
  return walk && kept && { answer: walk.last.answer, shown: shownFieldText(visible(setting, kept)) }
}

function report(
  { context, operation }: Setting,
  answer: Answer,
  breaks: Assertion,
  ...[wanted, received, beside]: readonly [wanted: string, received: string, beside?: Answer]
): Finding[] {
  return [
    context.finding({
      ...{ operation, answer, breaks, clause: operation.pointer },
      ...(beside !== undefined && { beside: [beside] }),
      fact: { kind: 'bulk answered otherwise', wanted, received },
    }),
  ]
}
