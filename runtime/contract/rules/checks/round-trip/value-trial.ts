import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject, memberOf } from '@concordat/runtime/json'
import { creatorOfItems } from '../../../data/document/resource-lookup.ts'
import { type Answer, isCrash, isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { asFixture, type Call, type Item, isFoundItem } from '../../../world/items/item.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import type { CheckContext } from '../../check.ts'
import { withoutFilledIn } from '../../evidence/client-members.ts'
import { type Field, lossesOf, shownFieldText, visibleFields } from '../../evidence/fields.ts'
import { halveToCause } from '../../evidence/halve.ts'
import { observeItem, readParts } from '../../evidence/observe.ts'
import { rules } from './rules.ts'

type Values = Readonly<Record<string, unknown>>

/** A finding about one property's value. */
export interface TrialLoss {
  readonly name: string
  readonly finding: Finding
}

/** Outcome of a request: the lost values, or the properties named in the server's error response. */
export type TrialSent =
  | { readonly lost: readonly TrialLoss[] }
  | { readonly refused: ReadonlySet<string>; readonly answer: Answer }

/** Sends property values, and compares them with the response and the stored item. */
export class ValueTrial {
  readonly context: CheckContext
  readonly operation: OperationDescriptor
  readonly fields: readonly Field[]
  readonly #item: Item
  /**
   * Values that the server last accepted in an update, keyed by property. One final read shows whether all of
   * them are stored.
   */
  readonly #accepted = new Map<string, unknown>()
  #hasReadParts = false

  constructor(
    context: CheckContext,
    operation: OperationDescriptor,
    { item, fields }: { readonly item: Item; readonly fields: readonly Field[] },
  ) {
    this.context = context
    this.operation = operation
    this.fields = fields
    this.#item = item
  }

  async write(values: Values): Promise<TrialSent> {
    const call = await this.#attempt(values)
    const { answer } = call
    if (isCrash(answer)) return { lost: [await this.#crashOf(values, answer)] }
    if (!isSuccess(answer)) return { refused: new Refusal(answer).blamedOf(Object.keys(values)), answer }
    return { lost: isFoundItem(call) ? [] : await this.#lossesAfter(values, call) }
  }

  /** Reads the item again, and compares it with the values accepted in updates. */
  async lookAgain(): Promise<readonly TrialLoss[]> {
    if (this.#accepted.size === 0) return []
    const { answer, value: received } = await observeItem(this.context, this.#item)
    const sent = Object.fromEntries(this.#accepted)
    return this.#losses(this.fields, { sent, received, where: 'when read again', answer })
  }

  get #isCreate(): boolean {
    return this.operation.resource?.role === 'create'
  }

  /** True if a body contains all properties, not only those that change. */
  get isWhole(): boolean {
    return this.#isCreate || this.operation.resource?.role === 'replace'
  }

  #attempt(values: Values): Promise<Call> {
    const plan = this.context.pool.requests.best(this.operation, this.#item.binding)
    const usual = this.isWhole && isObject(plan.body?.value) ? plan.body.value : {}
    const sending = requestWithBody(plan, { ...usual, ...values })
    return this.context.attempt(this.operation, { expecting: 'either', at: asFixture(this.#item), sending })
  }

  async #lossesAfter(values: Values, { answer, created }: Call): Promise<readonly TrialLoss[]> {
    const made = this.#isCreate ? created : this.#item
    // Reads the item at once if the body is whole, or if a property was emptied, because later updates would
    // fill that property again.
    const isLookedAt = this.isWhole || Object.values(values).some(holdsNothing)
    const fresh = isLookedAt && made !== undefined ? await observeItem(this.context, made) : undefined
    // Documents and tables that show the item must be able to contain special values too.
    if (made !== undefined && !this.#hasReadParts) await readParts(this.context, made)
    this.#hasReadParts = true
    const stored = this.#storedOf(
      values,
      (name) => memberOf(answer.value, name) ?? memberOf(fresh?.value, name),
    )
    const sent = this.fields.filter(({ name }) => Object.hasOwn(stored, name))
    if (!this.isWhole) this.#accept(values, sent, stored)
    // Compares the fields of this response's own schema, because a property can be a file in one response and
    // the file's content in another.
    const echoed = visibleFields(this.context, this.operation, this.operation).filter((field) =>
      sent.some(({ name }) => name === field.name),
    )
    const inAnswer = this.#losses(echoed, {
      ...{ sent: stored, received: answer.value, where: 'in the response', answer },
    })
    const known = new Set(inAnswer.map(({ name }) => name))
    const rest = sent.filter(({ name }) => !known.has(name))
    const inRead = this.#losses(rest, {
      ...{ sent: stored, received: fresh?.value, where: 'when read again', answer: fresh?.answer ?? answer },
    })
    return [...inAnswer, ...inRead]
  }

  /** Replaces the accepted values of all properties that were sent, even those that are not compared. */
  #accept(values: Values, compared: readonly Field[], stored: Values): void {
    for (const name of Object.keys(values)) this.#accepted.delete(name)
    for (const { name } of compared) this.#accepted.set(name, stored[name])
  }

  /** The values that an item should show, except those that the server is allowed to fill in. */
  #storedOf(values: Values, given: (name: string) => unknown): Values {
    return Object.fromEntries(
      Object.entries(values)
        .filter(([name, value]) => !(isEmpty(value) && this.#isServerMade(name)))
        .map(([name, value]) => {
          const mayFillIn = this.#isCreate || this.#isServerMade(name)
          return [name, mayFillIn ? withoutFilledIn(value, given(name)) : value] as const
        })
        .filter(([, value]) => value !== undefined),
    )
  }

  #losses(
    fields: readonly Field[],
    { answer, ...compared }: Parameters<typeof lossesOf>[1] & { readonly answer: Answer },
  ): readonly TrialLoss[] {
    const { context, operation } = this
    return lossesOf(fields, compared).map(({ name, ...violation }) => ({
      name,
      finding: context.finding({ operation, answer, breaks: rules.stored, ...violation }),
    }))
  }

  /**
   * True if the item has a value that its create request did not contain, so the server is allowed to treat
   * an empty value as absent.
   */
  #isServerMade(name: string): boolean {
    const { document, pool } = this.context
    const { resource, binding, value } = this.#item
    const creator = creatorOfItems(document, resource)
    const sent = creator && pool.requests.best(creator, binding).body?.value
    return isObject(sent) && !Object.hasOwn(sent, name) && !isEmpty(memberOf(value, name) ?? null)
  }

  /** Reports a crash, with the request reduced to the values that cause it. */
  async #crashOf(values: Values, first: Answer): Promise<TrialLoss> {
    const { context, operation, fields } = this
    const { left, found: answer = first } = await context.budget.makeSure(() =>
      halveToCause(Object.entries(values), async (some) => {
        const again = await this.#attempt(Object.fromEntries(some))
        // These attempts may have replaced the values that were accepted last, so those are not checked
        // again.
        for (const [name] of some) this.#accepted.delete(name)
        return isCrash(again.answer) ? again.answer : undefined
      }),
    )
    const [[name, value] = ['', undefined], ...others] = left
    const clause = fields.find((field) => field.name === name)?.clause ?? operation.pointer
    return {
      name,
      finding: context.finding({
        ...{ operation, answer, clause, breaks: rules.stored },
        fact: {
          ...{ kind: 'member crashes', member: name, sent: shownFieldText(value) },
          ...{ others: others.length, status: answer.status },
        },
        cause: { kind: 'odd value' },
      }),
    }
  }
}

function holdsNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === null
}
