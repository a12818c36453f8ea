import {
  isJson,
  isXml,
  mediaTypeEssence,
  type OperationDescriptor,
  streamFormat,
  successContents,
} from '@concordat/runtime/http'
import { isObject, memberOf } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import type { Schema } from '@concordat/runtime/schema'
import { responseClause } from '../../../data/document/clause.ts'
import { jsonBody } from '../../../data/document/json-body.ts'
import type { PathBinding } from '../../../data/document/path-binding.ts'
import { creatorOfItems, resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { shownProperties } from '../../../data/document/shown.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import { isComparableValue } from '../../../data/exchange/item-values.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import {
  allVerdicts,
  isCleanVerdict,
  nothingCompared,
  resultIfRun,
  resultOrNotRun,
  type Verdict,
} from '../../../data/outcome/not-run.ts'
import { counted, files, plainName, timeOfText } from '../../../lexicon/lexicon.ts'
import { csvRowsOffered } from '../../body-formats/csv.ts'
import { readXml, type XmlElement } from '../../body-formats/xml.ts'
import type { CheckContext } from '../../check.ts'
import { Collection } from '../../evidence/collection.ts'
import { itemWith } from '../../evidence/own-item.ts'
import { isListFilterOfMember } from '../list-protocol/filter.ts'
import { lostInLines } from './lines.ts'
import { queryOfFormat } from './offered.ts'
import { rules } from './rules.ts'

/** Text that must be quoted in CSV and escaped in XML. */
const HARD = 'a, "b"; c\r\n<d> & é'
const CSV = 'text/csv'

/** A format other than JSON in which an operation responds. */
interface Other {
  readonly mediaType: string
  readonly key: string
}

/** The CSV, XML and JSON Lines formats of an operation's success responses. */
function othersOf(operation: OperationDescriptor): readonly Other[] {
  return successContents(operation)
    .filter(({ type }) => mediaTypeEssence(type) === CSV || isXml(type) || isLines(type))
    .map(({ type, key }) => ({ mediaType: type, key }))
}

/** True for JSON Lines. */
function isLines(mediaType: string): boolean {
  return streamFormat(mediaType) === 'lines'
}

/**
 * The operation that returns the same content as JSON: the operation itself, or a list whose path is the same
 * without "/export" or ".csv".
 */
export function offeredJsonOperation(
  operation: OperationDescriptor,
  { operations }: Pick<CheckContext['document'], 'operations'>,
): OperationDescriptor | undefined {
  if (operation.method !== 'GET' || othersOf(operation).length === 0) return undefined
  if (successContents(operation).some(({ type }) => isJson(type))) return operation
  const [, before, last = ''] = /^(.*)\/([\w.-]+)$/.exec(operation.path) ?? []
  const list = files.exports.has(last) ? before : operation.path.replace(/\.\w+$/, '')
  return operations.find(
    ({ path, method, list: pages }) => path === list && method === 'GET' && pages !== undefined,
  )
}

/**
 * Checks that the representations of one resource are equivalent: a table has a row and JSON Lines a line for
 * each item, and XML contains all strings and numbers.
 * @see RFC 9110, 3.2
 */
export async function checkRepresentations(
  context: CheckContext,
  operation: OperationDescriptor,
  { plan, binding }: { readonly plan: RequestPlan; readonly binding: PathBinding },
): Promise<Verdict> {
  const like = offeredJsonOperation(operation, context.document)
  if (like === undefined || !context.asks(rules.representation)) return nothingCompared()
  if (like.list !== undefined) await makeHard(context, like, binding)
  const verdicts: Verdict[] = []
  for (const other of othersOf(operation))
    verdicts.push(
      await resultOrNotRun(() =>
        compareAll(context, operation, { plan, binding, like, query: {}, ...other }),
      ),
    )
  return allVerdicts(verdicts)
}

/** Creates an item whose strings need quoting. */
async function makeHard(
  context: CheckContext,
  list: OperationDescriptor,
  binding: PathBinding,
): Promise<void> {
  const { document } = context
  const create = creatorOfItems(document, resourceByName(document, list.resource?.name))
  const schema = create && jsonBody(create)?.schema
  if (create === undefined || schema === undefined) return
  const texts = [...schemaIn(document, schema).properties].filter(
    ([, own]) => isFree(own) && own.allows(hardText(own)),
  )
  const values = (sent: object): object =>
    Object.fromEntries(texts.flatMap(([name, own]) => (name in sent ? [[name, hardText(own)]] : [])))
  await itemWith(context, create, { binding, values })
}

function hardText({ keywords }: Schema): string {
  return HARD.slice(0, keywords.maxLength ?? HARD.length)
}

function isFree({ types, keywords }: Schema): boolean {
  const { format, pattern, enum: choices } = keywords
  return (
    types.includes('string') &&
    [format, pattern, choices, keywords['const']].every((one) => one === undefined)
  )
}

interface Comparison extends Other {
  readonly plan: RequestPlan
  readonly binding: PathBinding
  readonly like: OperationDescriptor
  /** Filters of both requests. */
  readonly query: Query
}

type Query = Readonly<Record<string, unknown>>

/**
 * Compares the whole list and then, unless the format is XML, the items that a filter selects, if both
 * operations accept that filter.
 */
async function compareAll(
  context: CheckContext,
  operation: OperationDescriptor,
  comparison: Comparison,
): Promise<Verdict> {
  const whole = await compare(context, operation, comparison)
  if (!isCleanVerdict(whole) || isXml(comparison.mediaType) || !context.asks(rules.filtered)) return whole
  const query = await narrowingQuery(context, operation, comparison)
  return query === undefined
    ? whole
    : allVerdicts([whole, await compare(context, operation, { ...comparison, query })])
}

/** Returns a filter that hides some items of the list and that both operations accept. */
async function narrowingQuery(
  context: CheckContext,
  operation: OperationDescriptor,
  { like, binding }: Comparison,
): Promise<Query | undefined> {
  if (like.list === undefined) return undefined
  const collection = new Collection(context, like, { binding })
  const asJson = queryOfFormat(like, context.document, isJson)
  const { items } = await collection.page(asJson)
  const members = [...shownProperties(like, context.document).keys()]
  const own = new Set(operation.parameters?.map(({ name }) => name))
  for (const parameter of like.parameters ?? []) {
    const member = members.find((name) => isListFilterOfMember(parameter, name))
    if (member === undefined || !own.has(parameter.name) || parameter.widens === true) continue
    const schema = schemaIn(context.document, parameter.schema)
    const values = new Set(
      items.map((item) => memberOf(item, member)).filter((value) => schema.allows(value)),
    )
    for (const value of [...values].slice(0, MOST_VALUES)) {
      const query = { [parameter.name]: value }
      const page = await resultIfRun(() => collection.page({ ...asJson, ...query }))
      if (page !== undefined && page.items.length > 0 && page.items.length < items.length) return query
    }
  }
  return undefined
}

/** Maximum number of values to try for one filter: a bound at the first item may hide nothing. */
const MOST_VALUES = 2

async function compare(
  context: CheckContext,
  operation: OperationDescriptor,
  { plan, binding, like, mediaType, key, query }: Comparison,
): Promise<Verdict> {
  const asJson = queryOfFormat(like, context.document, isJson)
  const walk =
    like.list === undefined
      ? undefined
      : await new Collection(context, like, { binding }).walk({ ...asJson, ...query })
  const best = context.pool.requests.best(like, binding)
  const whole =
    walk === undefined ? await context.read({ ...best, query: { ...best.query, ...asJson } }) : undefined
  const format = queryOfFormat(operation, context.document, (type) => type === mediaType)
  const answer = await context.read({
    ...{ ...plan, accept: mediaType },
    query: { ...plan.query, ...format, ...query },
  })
  if (!isSuccess(answer) || !isOfType(answer, mediaType)) return nothingCompared()
  const shown = whole ?? walk?.pages[0]?.answer
  const found = isXml(mediaType)
    ? await lostForGood(answer, walk === undefined ? [whole?.value] : (walk.pages[0]?.items ?? []), () =>
        context.read(context.pool.requests.best(like, binding)),
      )
    : walk === undefined
      ? undefined
      : lostInRows(answer, {
          ...{ ...walk, mediaType, first: walk.pages[0]?.items.length ?? 0 },
          members: shownProperties(like, context.document),
        })
  return found === undefined || shown === undefined
    ? []
    : [
        context.finding({
          ...{ operation, answer, beside: [shown] },
          breaks: Object.keys(query).length > 0 ? rules.filtered : rules.representation,
          clause: pointerBelow(responseClause(operation, key), 'content', mediaType),
          fact: {
            ...{ kind: 'written otherwise', mediaType: mediaTypeEssence(mediaType), ...found },
            what: [found.what, ...Object.keys(query).map((name) => `with ${name}=${query[name]}`)].join(' '),
          },
        }),
      ]
}

function isOfType(answer: Answer, mediaType: string): boolean {
  return answer.mediaType === mediaTypeEssence(mediaType) || (isXml(mediaType) && isXml(answer.mediaType))
}

type Lost = Pick<Fact<'written otherwise'>, 'what' | 'sent' | 'received'>

/**
 * Returns a lost value that the next response in JSON shows again. An identifier of the response itself
 * differs each time.
 */
async function lostForGood(
  answer: Answer,
  values: readonly unknown[],
  again: () => Promise<Answer>,
): Promise<Lost | undefined> {
  if (lostInXml(answer, leavesIn(values)) === undefined) return undefined
  const shown = new Set(leavesIn((await again()).value).map(([, leaf]) => leaf))
  return lostInXml(
    answer,
    leavesIn(values).filter(([, leaf]) => shown.has(leaf)),
  )
}

/** The first of these strings and numbers that is missing from an XML response. */
function lostInXml({ text }: Answer, leaves: ReturnType<typeof leavesIn>): Lost | undefined {
  const { root } = readXml(text)
  if (root === undefined) return undefined
  const written = new Set(textsIn(root).map(folded))
  const lost = leaves.find(([, leaf]) => !written.has(folded(String(leaf))) && !isNumberIn(leaf, written))
  return lost && { what: `"${lost[0]}"`, sent: JSON.stringify(lost[1]), received: 'no such value' }
}

function isNumberIn(leaf: unknown, written: ReadonlySet<string>): boolean {
  return typeof leaf === 'number' && [...written].some((text) => text !== '' && Number(text) === leaf)
}

/** The texts of an element, and its name, because the name can be the kind of the value. */
function textsIn({ name, text, attributes, children }: XmlElement): readonly string[] {
  return [name, text, ...attributes.values(), ...children.flatMap(textsIn)]
}

/**
 * Line breaks are normalized to one character, and spaces around text are insignificant. @see XML 1.0, 2.11
 */
function folded(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/**
 * Strings and numbers in a value, with the names of their properties. Times are excluded, because they have
 * several forms, and so is markup, which XML can contain as elements.
 */
function leavesIn(value: unknown, name = 'value'): readonly (readonly [name: string, leaf: unknown])[] {
  if (Array.isArray(value)) return value.flatMap((item) => leavesIn(item, name))
  if (isObject(value)) return Object.entries(value).flatMap(([own, inner]) => leavesIn(inner, own))
  const isTelling =
    typeof value === 'string'
      ? value.trim() !== '' && !/^\s*<.*>\s*$/s.test(value) && timeOfText(value) === undefined
      : typeof value === 'number'
  return isTelling ? [[name, value]] : []
}

interface Listed {
  readonly items: readonly unknown[]
  readonly isWhole: boolean
  /** Number of items on the first page. */
  readonly first: number
  readonly members: ReadonlyMap<string, Schema>
}

function lostInRows(answer: Answer, listed: Listed & { readonly mediaType: string }): Lost | undefined {
  return isLines(listed.mediaType) ? lostInLines(answer.text, listed) : lostInTable(answer, listed)
}

/**
 * A part of a list's items that is missing in a table: a row, or a cell in a column that is named after a
 * property.
 */
function lostInTable({ text }: Answer, { items, isWhole, first, members }: Listed): Lost | undefined {
  const [head = [], ...rows] = csvRowsOffered(text)
  const names = new Set([
    ...members.keys(),
    ...items.flatMap((item) => Object.keys(isObject(item) ? item : {})),
  ])
  const columns = head.map((cell) => [...names].find((name) => plainName(name) === plainName(cell)))
  // A table that mostly has other columns, such as a bill with its taxes, is about something else.
  const own = columns.filter((name) => name !== undefined)
  if (own.length === 0 || own.length * 2 < columns.length || !isWhole) return undefined
  const ragged = rows.find((row) => row.length !== head.length)
  if (ragged !== undefined)
    return {
      what: 'a row',
      sent: `${counted(head.length, 'cell')}, as in the first line`,
      received: counted(ragged.length, 'cell'),
    }
  if (![items.length, first].includes(rows.length))
    return {
      what: 'the table',
      sent: `${counted(items.length, 'row')}, one for each item`,
      received: counted(rows.length, 'row'),
    }
  for (const [at, name] of columns.entries()) {
    if (name === undefined) continue
    const cells = new Set(rows.map((row) => row[at] ?? ''))
    const shown = items.slice(0, rows.length).map((item) => (isObject(item) ? item[name] : undefined))
    const lost = shown.find((value) => isTold(value) && ![...cells].some((cell) => isWritten(value, cell)))
    if (lost !== undefined)
      return {
        what: `"${name}"`,
        sent: JSON.stringify(lost),
        received: [...cells].map((cell) => JSON.stringify(cell)).join(', '),
      }
  }
  return undefined
}

function isTold(value: unknown): boolean {
  return isComparableValue(value) && typeof value !== 'boolean' && timeOfText(value) === undefined
}

/**
 * True if a cell contains the value. An apostrophe can precede a string, so that a spreadsheet does not
 * evaluate it as a formula.
 */
function isWritten(value: unknown, cell: string): boolean {
  if (typeof value === 'number') return cell.trim() !== '' && Number(cell) === value
  const [wanted, written] = [String(value), cell].map((text) => text.replaceAll(/\r\n?/g, '\n'))
  return written === wanted || written === `'${wanted}`
}
