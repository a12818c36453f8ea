import type { OperationDescriptor } from '@concordat/runtime/http'
import { memberOf } from '@concordat/runtime/json'
import type { Schema } from '@concordat/runtime/schema'
import { jsonBody } from '../../../data/document/json-body.ts'
import { type Answer, isCrash, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import { type Finding, mergedFindings } from '../../../data/outcome/finding.ts'
import { NotRun, resultIfRun } from '../../../data/outcome/not-run.ts'
import { reserved } from '../../../lexicon/lexicon.ts'
import { absentItemReference } from '../../../world/items/identity/reference-to-nothing.ts'
import type { Call, Fixture, Item } from '../../../world/items/item.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { Check, CheckContext } from '../../check.ts'
import { withoutFilledIn } from '../../evidence/client-members.ts'
import { lossesOf, shownFieldText, visibleFields } from '../../evidence/fields.ts'
import { listAll, requestItem } from '../../evidence/observe.ts'
import { againstBaseline } from '../../evidence/valid-baseline.ts'
import { inspectResponse } from '../../response.ts'
import { edgeValuesForSlot, longTextsForSlot, maySlotBeNull } from './edge-values.ts'
import { rules } from './rules.ts'
import { memberSlots, parameterSlots, type Slot } from './slots.ts'

const WRITES = ['create', 'update', 'replace']

/** A value that the document allows causes no server error, and is stored unchanged. */
export const validValues: Check = {
  code: 'valid-values',
  description:
    'The server does not crash on values that the document allows but clients rarely send, such as each enum value and example of a parameter or property, 0 and -1, both ends of a range, empty values, long strings if no length is documented, and references to missing items. If a write accepts a number, a boolean, an enum value or a reference, its response shows the value unchanged. If an update accepts null or an empty list, its response no longer shows the earlier value.',
  assertions: Object.values(rules),
  example: '`GET /pets/weights?per=0` returns 500.',
  fix: 'Handle every allowed value, or exclude it in the schema.',
  reserve: { fraction: 0.03 },
  applies: (operation) =>
    operation.resource?.role !== 'delete' &&
    (jsonBody(operation) !== undefined ||
      (operation.parameters ?? []).some(({ in: location }) => location !== 'path')),
  title: () => 'values at the limits of the schema cause no server error',
  async run(context, operation) {
    const fixture = await context.pool.fixture(operation)
    const trial = new Trial(context, operation, fixture)
    const slots = [...parameterSlots(context, operation), ...memberSlots(context, operation)]
    const [rows, sparse] = [rowsFor(context, operation, slots), sparseRows(operation, slots)]
    if (rows.length + sparse.length === 0) throw new NotRun({ kind: 'no edge value' })
    await trial.runSparse(sparse)
    const findings = await trial.run(rows)
    const plan = context.pool.requests.best(operation, fixture.binding)
    return againstBaseline(context, operation, { findings: mergedFindings(findings), plan, fixture })
  },
}

interface Choice {
  readonly slot: Slot
  /** `undefined` if the property is omitted. */
  readonly value: unknown
  readonly breaks: Assertion
}

/** Values sent in one request. If the request succeeds, none of them caused an error. */
type Row = readonly Choice[]

/**
 * Puts one row of values at limits and one of long strings first, so that even a small budget covers some of
 * both.
 */
function rowsFor(
  context: CheckContext,
  operation: OperationDescriptor,
  slots: readonly Slot[],
): readonly Row[] {
  const isAction = operation.resource?.role === 'action'
  // Ids at the limits name nothing, so the server would reject the other values of the row with them.
  const plain = slots.filter(({ name, schema }) => absentItemReference(context, name, schema) === undefined)
  const [first = [], ...edges] = side(plain, rules.edges, ({ name, schema, in: location }) => {
    const isCostly = (isAction && location === 'body') || isReserving(name, schema)
    // A PUT stores its values, so a documented limit starts no work.
    const { minimum, maximum } = operation.method === 'PUT' ? schema.keywords : {}
    const isMeant = (value: unknown): boolean => !isFar(value) || value === minimum || value === maximum
    return edgeValuesForSlot(schema).filter((value) => !isCostly || isMeant(value))
  })
  const [long = [], ...longer] = side(slots, rules['long-texts'], ({ schema }) => longTextsForSlot(schema))
  const rows = [first, long, ...referencesToNothing(context, slots), ...edges, ...longer]
  return rows.filter(({ length }) => length > 0)
}

/**
 * Bodies with as few values as possible: null in all properties that allow it and, in a create, only required
 * properties. Bodies with an example otherwise have all of its values in the whole run.
 */
function sparseRows({ resource }: OperationDescriptor, slots: readonly Slot[]): readonly Row[] {
  const members = slots.filter((slot) => slot.in === 'body')
  const row = (some: readonly Slot[], value: unknown): Row =>
    some.map((slot) => ({ slot, value, breaks: rules.edges }))
  const optional = resource?.role === 'create' ? members.filter(({ isRequired }) => !isRequired) : []
  const empty = members.filter(({ schema }) => maySlotBeNull(schema))
  return [row(empty, null), row(optional, undefined)].filter(({ length }) => length > 0)
}

/**
 * True for a number below -1 or above 1. It can be a duration or an amount, so an action with such a valid
 * value might start years of work.
 */
function isFar(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) > 1
}

/** True for a number without a documented maximum, for which a server could reserve all of its memory. */
function isReserving(name: string, { keywords }: Schema): boolean {
  return reserved.has(name) && keywords.maximum === undefined && keywords.exclusiveMaximum === undefined
}

/**
 * Combines the first values of all slots in one request, the second values in the next, and so on. The slot
 * with the most values determines the number of requests.
 */
function side(
  slots: readonly Slot[],
  breaks: Assertion,
  valuesOf: (slot: Slot) => readonly unknown[],
): readonly Row[] {
  const values = slots.map((slot) => ({ slot, all: valuesOf(slot) }))
  const most = Math.max(0, ...values.map(({ all }) => all.length))
  return Array.from({ length: most }, (_, index) =>
    values.flatMap(({ slot, all }) => (index < all.length ? [{ slot, value: all[index], breaks }] : [])),
  )
}

function referencesToNothing(context: CheckContext, slots: readonly Slot[]): readonly Row[] {
  return slots.flatMap((slot): readonly Row[] => {
    const value = absentItemReference(context, slot.name, slot.schema)
    return value === undefined ? [] : [[{ slot, value, breaks: rules.references }]]
  })
}

/** Sends rows of values until its share of the budget is used up. */
class Trial {
  readonly #context: CheckContext
  readonly #operation: OperationDescriptor
  readonly #fixture: Fixture
  readonly #findings: Finding[] = []
  #sent = 0

  constructor(context: CheckContext, operation: OperationDescriptor, fixture: Fixture) {
    this.#context = context
    this.#operation = operation
    this.#fixture = fixture
  }

  /** Sends each row once, and reads and lists the items that are created. */
  async runSparse(rows: readonly Row[]): Promise<void> {
    for (const row of rows) {
      if (this.#context.budget.shareOf('valid values') === 0) return
      this.#sent++
      const { answer, created } = await this.#send(row)
      if (isCrash(answer)) await this.#context.budget.makeSure(() => this.#blame(row, answer))
      else if (isSuccess(answer)) await this.#judge(row, answer)
      if (created !== undefined) await this.#look(created)
    }
  }

  async run(rows: readonly Row[]): Promise<readonly Finding[]> {
    const { budget } = this.#context
    const hasMore = budget.rationOf('valid values')
    const waiting = [...rows]
    for (let row = waiting.shift(); row !== undefined && hasMore(); row = waiting.shift()) {
      this.#sent++
      const { answer } = await this.#send(row)
      if (isCrash(answer)) await budget.makeSure(() => this.#blame(row, answer))
      else if (isSuccess(answer)) await this.#judge(row, answer)
      else if (row.length === 1) await this.#judgeRefused(row[0], answer)
      // One of the values may have caused the rejection, which hides the effect of the others, so each value
      // is sent alone later.
      else waiting.push(...row.map((choice) => [choice]))
    }
    if (this.#sent === 0) throw new NotRun({ kind: 'budget used', whole: budget.whole })
    budget.chose({ sent: this.#sent, of: this.#sent + waiting.length })
    return this.#findings
  }

  /** Sends the usual request with these values; the body of an update has only these values. */
  async #send(row: Row): Promise<Call> {
    const { pool } = this.#context
    const { binding } = this.#fixture
    const isUpdate = this.#operation.resource?.role === 'update'
    const fresh = isUpdate
      ? pool.requests.plan(this.#operation, binding, 'empty')
      : pool.requests.best(this.#operation, binding)
    const sending = row.reduce<RequestPlan>((plan, { slot, value }) => slot.give(plan, value), fresh)
    const attempt = { expecting: 'either', at: this.#fixture, sending } as const
    return this.#context.attempt(this.#operation, attempt)
  }

  /** Reads and lists a new item, and compares the responses with the document. */
  async #look(item: Item): Promise<void> {
    const read = await resultIfRun(() => requestItem(this.#context, item))
    const listing = await resultIfRun(() => listAll(this.#context, item))
    const looks = [read, ...(listing?.pages ?? []).map(({ answer }) => listing && { by: listing.by, answer })]
    for (const look of looks)
      if (look !== undefined) this.#findings.push(...inspectResponse(this.#context, look.by, look.answer))
  }

  /**
   * Reports the first value that crashes the server by itself, or all of them if only the combination does.
   * No value is to blame if the request also crashes the server without them.
   */
  async #blame(row: Row, together: Answer): Promise<void> {
    if (isCrash((await this.#send([])).answer)) return
    for (const choice of row) {
      const { answer } = await this.#send([choice])
      if (isCrash(answer)) return this.#reportCrash([choice], answer)
    }
    if (row.length > 1 && isCrash((await this.#send(row)).answer)) this.#reportCrash(row, together)
  }

  #reportCrash(row: Row, answer: Answer): void {
    const [first] = row
    if (first === undefined) return
    const { slot, value, breaks } = first
    this.#findings.push(
      this.#context.finding({
        ...{ operation: this.#operation, answer, clause: slot.clause, breaks, expecting: 'success' },
        fact: {
          ...{ kind: 'valid value crashes', in: slot.in, member: slot.name },
          ...(value !== undefined && { sent: shownFieldText(value) }),
          ...{ others: row.length - 1, status: answer.status },
        },
      }),
    )
  }

  /** Checks a successful response against the document and, for a write, against the sent values. */
  async #judge(row: Row, answer: Answer): Promise<void> {
    this.#findings.push(...inspectResponse(this.#context, this.#operation, answer))
    for (const choice of row.filter((each) => isPlain(each) && this.#isLost(each, answer))) {
      const { answer: alone } = await this.#context.budget.makeSure(() => this.#send([choice]))
      if (isSuccess(alone)) this.#findings.push(...this.#lossOf(choice, alone))
    }
    for (const choice of row.filter((each) => isEmptying(each) && this.#isLost(each, answer)))
      this.#findings.push(...(await this.#context.budget.makeSure(() => this.#emptied(choice))))
  }

  /**
   * Sets a property and then empties it. A value that is neither the old one nor empty can be a default,
   * which a server is allowed to use.
   */
  async #emptied({ slot, ...choice }: Choice): Promise<readonly Finding[]> {
    const { resource } = this.#operation
    if (resource?.role !== 'update' && resource?.role !== 'replace') return []
    const value = this.#context.pool.requests.value(slot.schema, { variant: 'full', hint: slot.name })
    const { answer: full } = await this.#send([{ ...choice, slot, value }])
    const { answer: empty } = await this.#send([{ ...choice, slot }])
    const [old, now] = [full, empty].map((answer) => memberOf(answer.value, slot.name))
    const isIgnored = isSuccess(full) && isSuccess(empty) && isSameAsKept(old, now)
    return isIgnored ? this.#lossOf({ ...choice, slot }, empty) : []
  }

  /** Reports a limit of a part's number that the server rejects, although it accepts the number beside it. */
  async #judgeRefused(choice: Choice | undefined, answer: Answer): Promise<void> {
    const { budget } = this.#context
    const limit = choice && limitOf(this.#operation, choice)
    const refusal = new Refusal(answer)
    if (choice === undefined || limit === undefined || !refusal.mayBeAbout('content')) return
    if (refusal.objectsTo('not unique', 'reference missing')) return
    const { slot, value } = choice
    const beside = { ...choice, value: limit.beside }
    if (!isSuccess((await budget.makeSure(() => this.#send([beside]))).answer)) return
    const { answer: again } = await budget.makeSure(() => this.#send([choice]))
    if (isSuccess(again)) return
    this.#findings.push(
      this.#context.finding({
        ...{ operation: this.#operation, answer: again, clause: slot.clause, breaks: rules.limits },
        expecting: 'success',
        fact: { kind: 'edge refused', member: slot.name, sent: shownFieldText(value), bound: limit.bound },
      }),
    )
  }

  #isLost(choice: Choice, answer: Answer): boolean {
    return this.#lossOf(choice, answer).length > 0
  }

  #lossOf({ slot, value }: Choice, answer: Answer): readonly Finding[] {
    const operation = this.#operation
    if (slot.in !== 'body' || !WRITES.includes(operation.resource?.role ?? '')) return []
    const fields = visibleFields(this.#context, operation, operation)
    const sent = withoutFilledIn({ [slot.name]: value }, answer.value)
    return lossesOf(fields, { sent, received: answer.value, where: 'in the response' }).map(
      ({ name: _, ...violation }) =>
        this.#context.finding({ operation, answer, breaks: rules.stored, ...violation }),
    )
  }
}

/**
 * True for a flag, a number, a listed value or a reference. It must be stored exactly, whereas a server is
 * allowed to treat an empty value as absent.
 */
function isPlain({ value, breaks, slot: { schema } }: Choice): boolean {
  if (breaks === rules.references) return true
  if (breaks !== rules.edges || value === null || value === undefined) return false
  return typeof value === 'boolean' || typeof value === 'number' || schema.values.listed !== undefined
}

/** True for null and for an empty list in a body. */
function isEmptying({ value, slot }: Choice): boolean {
  return slot.in === 'body' && (value === null || (Array.isArray(value) && value.length === 0))
}

/**
 * The documented limit that a number reaches in a PUT of a part of an item, and the number beside it. Other
 * writes are tried by the family `round-trip`.
 */
function limitOf(
  { method, resource }: OperationDescriptor,
  { slot, value }: Choice,
): { readonly bound: string; readonly beside: number } | undefined {
  if (method !== 'PUT' || resource?.role !== 'action' || slot.in !== 'body') return undefined
  const { minimum, maximum } = slot.schema.keywords
  if (!slot.schema.types.includes('integer') || typeof value !== 'number') return undefined
  if (value === minimum) return { bound: 'minimum', beside: value + 1 }
  return value === maximum ? { bound: 'maximum', beside: value - 1 } : undefined
}
