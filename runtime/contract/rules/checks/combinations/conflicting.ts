import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { jsonBody } from '../../../data/document/json-body.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { nothingCompared, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import type { Call, Item } from '../../../world/items/item.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { isKeptValue } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { shownFieldText } from '../../evidence/fields.ts'
import type { Conflict } from '../../evidence/log/run-log.ts'
import { observeItem } from '../../evidence/observe.ts'
import { changeItem, changeOfCreated } from './change.ts'
import { rules } from './rules.ts'

type Values = Readonly<Record<string, unknown>>

/** Maximum number of optional properties among which two are searched. */
const MOST_OPTIONAL = 4

/**
 * Checks that a change cannot give an item two values that a create rejects together, although it accepts
 * each of them alone.
 */
export async function checkConflicting(
  context: CheckContext,
  operation: OperationDescriptor,
  conflicts: readonly Conflict[],
): Promise<Verdict> {
  const change = changeOfCreated(operation, context.document)
  if (change === undefined || !context.asks(rules.together)) return nothingCompared()
  const tried = new Set<string>()
  for (const { plan } of conflicts) {
    const values = optionalValues(context, { operation, change }, plan.body?.value)
    const names = Object.keys(values)
    const key = names.toSorted().join()
    if (names.length < 2 || names.length > MOST_OPTIONAL || tried.has(key)) continue
    tried.add(key)
    const verdict = await resultIfRun(() =>
      new Conflicting({ context, operation, change, values }).check(names),
    )
    if (verdict !== undefined) return verdict
  }
  return nothingCompared()
}

/** The optional properties of a rejected body that a change can set too. */
function optionalValues(
  { document }: CheckContext,
  { operation, change }: Readonly<Record<'operation' | 'change', OperationDescriptor>>,
  body: unknown,
): Values {
  const { required } = schemaIn(document, jsonBody(operation)?.schema)
  const { properties } = schemaIn(document, jsonBody(change)?.schema)
  return Object.fromEntries(
    Object.entries(isObject(body) ? body : {}).filter(
      ([name, value]) => !required.has(name) && properties.has(name) && value !== null,
    ),
  )
}

interface Setting {
  readonly context: CheckContext
  /** The create. */
  readonly operation: OperationDescriptor
  readonly change: OperationDescriptor
  /** Values that a create rejected together. */
  readonly values: Values
}

class Conflicting {
  readonly #setting: Setting

  constructor(setting: Setting) {
    this.#setting = setting
  }

  /** @returns `undefined` if these values are not rejected, or not because of two of them. */
  async check(names: readonly string[]): Promise<Verdict | undefined> {
    if (!this.#isRefused(await this.#create(names))) return undefined
    let left = names
    /** Items with all values but one, by the name of that one. */
    const without = new Map<string, Item>()
    for (const name of names) {
      const others = left.filter((other) => other !== name)
      const call = await this.#create(others)
      if (this.#isRefused(call)) left = others
      else if (call.created !== undefined) without.set(name, call.created)
    }
    const [first = '', second = '', ...more] = left
    const item = without.get(first)
    if (more.length > 0 || item === undefined || !without.has(second)) return undefined
    return this.#changeTo(item, { first, second })
  }

  /** Adds the first value to an item that has the second. */
  async #changeTo(
    item: Item,
    { first, second }: Readonly<Record<'first' | 'second', string>>,
  ): Promise<readonly Finding[]> {
    const { context, operation, change, values } = this.#setting
    const { [first]: one, [second]: other } = values
    const all = { [first]: one, [second]: other }
    const answer = await changeItem(context, { change, item, all, names: [first] })
    if (!isSuccess(answer)) return []
    const { answer: seen, value } = await observeItem(context, item)
    const isShown = (name: string): boolean => isObject(value) && isKeptValue(values[name], value[name])
    if (!isShown(first) || !isShown(second)) return []
    // The create might have been rejected because of something that exists no more.
    if (!this.#isRefused(await this.#create([first, second]))) return []
    return [
      context.finding({
        ...{ operation: change, answer, beside: [seen], breaks: rules.together, expecting: 'refusal' },
        clause: pointerBelow(change.pointer, 'responses'),
        fact: {
          ...{ kind: 'combination taken', operation: operation.operationId },
          values: shownFieldText({ [first]: one, [second]: other }),
        },
      }),
    ]
  }

  /** Sends a create with these of the values and, apart from them, only required properties. */
  async #create(names: readonly string[]): Promise<Call> {
    const { context, operation, values } = this.#setting
    const binding = await context.pool.bindings.find(operation, 'read')
    const plan = context.pool.requests.plan(operation, binding, 'required')
    const some = Object.fromEntries(names.map((name) => [name, values[name]]))
    const sending = requestWithBody(plan, { ...Object(plan.body?.value), ...some })
    return context.attempt(operation, { expecting: 'either', at: { binding }, sending })
  }

  #isRefused({ answer }: Call): boolean {
    return new Refusal(answer, this.#setting.operation).isAbout('conflict')
  }
}
