import { isJsonPatch, type OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { creatorOfItems, resourceByName } from '../../../data/document/resource-lookup.ts'
import { type Answer, isCrash, isSuccess } from '../../../data/exchange/answer.ts'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { NotRun, nothingCompared, resultOrNotRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { isKeptValue, isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext } from '../../check.ts'
import { isSameToClients } from '../../evidence/client-members.ts'
import { type Field, isMapField, shownFieldText, visibleFields } from '../../evidence/fields.ts'
import { type Observation, observeItem } from '../../evidence/observe.ts'
import { ownItem } from '../../evidence/own-item.ts'
import { type PatchStep, patchedValue } from './patched.ts'
import { rules } from './rules.ts'

/** The map key "a/b~c" as escaped in a pointer. @see RFC 6901, 4 */
const ESCAPED = 'a~1b~0c'
/** Path of a property that no item has. */
const NOWHERE = '/zq-nothing/zq'

/**
 * Checks that a JSON Patch has the effect of its operations, and that the whole patch has no effect if one of
 * them fails.
 * @see RFC 6902, 4.1 to 4.6 and 5; RFC 5789, 2
 */
export async function checkJsonPatch(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Verdict> {
  const mediaType = Object.keys(operation.requestBody?.content ?? {}).find(isJsonPatch)
  if (operation.method !== 'PATCH' || mediaType === undefined) return nothingCompared()
  if (!context.asks(rules.operations, rules.whole)) return nothingCompared()
  return resultOrNotRun(async () => {
    const { item, seen } = await ownItem(context, operation)
    const creator = creatorOfItems(
      context.document,
      resourceByName(context.document, operation.resource?.name),
    )
    const fields = creator === undefined ? [] : visibleFields(context, creator, seen.by)
    if (fields.length === 0 || !isObject(seen.value))
      throw new NotRun({ kind: 'nothing shown to change', operation: operation.operationId })
    return new PatchRun({ context, operation, mediaType, item, fields }, seen).check()
  })
}

interface Setting {
  readonly context: CheckContext
  readonly operation: OperationDescriptor
  readonly mediaType: string
  readonly item: Item
  /** Properties that clients write, as shown in the item. */
  readonly fields: readonly Field[]
}

class PatchRun {
  readonly #setting: Setting
  #seen: Observation

  constructor(setting: Setting, seen: Observation) {
    this.#setting = setting
    this.#seen = seen
  }

  async check(): Promise<Verdict> {
    const done = [...this.#doable()]
    if (done.length === 0)
      return new NotRun({ kind: 'nothing shown to change', operation: this.#setting.operation.operationId })
    let answered: Answer | undefined
    for (const steps of done) {
      // The first patch shows whether the server applies any. The others leave requests to later rules.
      if (answered !== undefined && this.#setting.context.budget.isUsed) break
      const { found, answer } = await this.#apply(steps(this.#seen.value))
      if (found.length > 0) return found
      answered ??= answer
    }
    if (answered !== undefined && !isSuccess(answered)) {
      const { operationId } = this.#setting.operation
      return new NotRun({ kind: 'answered', operation: operationId, status: answered.status })
    }
    return this.#checkUndone()
  }

  /** Patches that any server with such items can apply. */
  *#doable(): Generator<(value: unknown) => readonly PatchStep[]> {
    const { fields } = this.#setting
    const [text, other] = fields.filter((field) => isText(field) && typeof this.#valueOf(field) === 'string')
    const list = fields.find(
      (field) => field.schema.types.includes('array') && Array.isArray(this.#valueOf(field)),
    )
    const map = fields.find((field) => isMapField(field) && isObject(this.#valueOf(field)))
    if (text !== undefined)
      yield (value) => [
        { op: 'test', path: pathOf(text), value: this.#in(value, text) },
        { op: 'replace', path: pathOf(text), value: this.#other(text) },
      ]
    if (list !== undefined) {
      const path = pathOf(list)
      const made = (): unknown =>
        this.#setting.context.pool.requests.value(list.schema.items, { variant: 'full', hint: list.name })
      yield () => [
        { op: 'add', path: `${path}/0`, value: made() },
        { op: 'add', path: `${path}/-`, value: made() },
      ]
      yield (value) => [
        { op: 'move', from: `${path}/0`, path: `${path}/${lengthOf(this.#in(value, list)) - 1}` },
      ]
      yield () => [{ op: 'remove', path: `${path}/0` }]
    }
    if (map !== undefined)
      yield () => [
        {
          op: 'add',
          path: `${pathOf(map)}/${ESCAPED}`,
          value: this.#setting.context.pool.requests.value(map.schema.additionalProperties, {
            variant: 'full',
            hint: map.name,
          }),
        },
      ]
    if (text !== undefined && other !== undefined)
      yield () => [{ op: 'copy', from: pathOf(text), path: pathOf(other) }]
  }

  /** Sends patches whose last operation fails. Such a patch must change nothing. */
  async #checkUndone(): Promise<Finding[]> {
    const text = this.#setting.fields.find(
      (field) => isText(field) && typeof this.#valueOf(field) === 'string',
    )
    if (text === undefined) return []
    const change = (): PatchStep => ({ op: 'replace', path: pathOf(text), value: this.#other(text) })
    const failing: readonly (readonly [what: string, last: PatchStep])[] = [
      ['whose "test" fails', { op: 'test', path: pathOf(text), value: 'zq-not-this' }],
      ['whose last operation targets a missing path', { op: 'replace', path: NOWHERE, value: 1 }],
    ]
    for (const [what, last] of failing) {
      const before = this.#seen
      const answer = await this.#send([change(), last])
      const after = await this.#look()
      if (isCrash(answer))
        return [
          this.#report(answer, rules.whole, {
            kind: 'change crashes',
            members: [text.name],
            status: answer.status,
          }),
        ]
      if (isSuccess(answer))
        return [
          this.#report(answer, rules.whole, {
            kind: 'not refused',
            wanted: ['4XX'],
            what: `a patch ${what}`,
            isOfMember: false,
          }),
        ]
      const [was, now] = [this.#in(before.value, text), this.#in(after.value, text)]
      if (!isSameAsKept(was, now))
        return [
          this.#report(after.answer, rules.whole, {
            kind: 'refused, yet changed',
            before: shownFieldText(was),
            received: shownFieldText(now),
          }),
        ]
    }
    return this.#checkImpossible(text)
  }

  /**
   * Sends single operations that must fail, because the location that they need does not exist. The other
   * operations of this kind are in patches that must fail as a whole.
   */
  async #checkImpossible(text: Field): Promise<Finding[]> {
    const list = this.#setting.fields.find((field) => Array.isArray(this.#valueOf(field)))
    const beyond = list && `${pathOf(list)}/${lengthOf(this.#valueOf(list)) + 5}`
    const steps: readonly PatchStep[] = [
      { op: 'remove', path: NOWHERE },
      { op: 'copy', from: NOWHERE, path: pathOf(text) },
      { op: 'move', from: NOWHERE, path: pathOf(text) },
      ...(beyond === undefined ? [] : [{ op: 'remove', path: beyond } as const]),
    ]
    for (const step of steps) {
      const answer = await this.#send([step])
      const what = `a patch that can only fail: ${shownFieldText([step])}`
      const fact: Fact | undefined = isCrash(answer)
        ? { kind: 'change crashes', members: [text.name], status: answer.status }
        : isSuccess(answer)
          ? { kind: 'not refused', wanted: ['4XX'], what, isOfMember: false }
          : undefined
      if (fact !== undefined) return [this.#report(answer, rules.whole, fact)]
    }
    return []
  }

  async #apply(steps: readonly PatchStep[]): Promise<{ readonly found: Finding[]; readonly answer: Answer }> {
    const { fields } = this.#setting
    const before = this.#seen.value
    const wanted = patchedValue(before, steps)
    const answer = await this.#send(steps)
    if (isCrash(answer)) {
      const members = [...new Set(steps.map(({ path }) => path.split('/')[1] ?? ''))]
      return {
        answer,
        found: [
          this.#report(answer, rules.operations, {
            kind: 'change crashes',
            members,
            status: answer.status,
          }),
        ],
      }
    }
    if (!isSuccess(answer) || wanted === undefined) return { answer, found: [] }
    const after = await this.#look()
    const wrong = fields.find((field) => {
      const [own, received] = [this.#in(wanted.value, field), this.#in(after.value, field)]
      const isRight =
        isSameAsKept(own, received) || isKeptValue(own, received) || field.mayBecome(own, received)
      const isEmpty = own === undefined && (received ?? null) === null
      return !isRight && !isEmpty && !isSameToClients(own, received, after.answer)
    })
    if (wrong === undefined) return { answer, found: [] }
    const fact: Fact = {
      ...{ kind: 'patched otherwise', member: wrong.name, steps: shownFieldText(steps) },
      ...{
        sent: shownFieldText(this.#in(wanted.value, wrong)),
        received: shownFieldText(this.#in(after.value, wrong)),
      },
    }
    return { answer, found: [this.#report(after.answer, rules.operations, fact, answer)] }
  }

  async #send(value: readonly PatchStep[]): Promise<Answer> {
    const { context, operation, mediaType, item } = this.#setting
    const plan = context.pool.requests.plan(operation, item.binding, 'empty')
    const sending = { ...plan, body: { mediaType, value } }
    return (await context.attempt(operation, { expecting: 'either', at: asFixture(item), sending })).answer
  }

  async #look(): Promise<Observation> {
    const { context, item } = this.#setting
    this.#seen = await observeItem(context, item)
    if (this.#seen.value === undefined)
      throw new NotRun({ kind: 'does not show the item', operation: this.#seen.by.operationId })
    return this.#seen
  }

  #valueOf(field: Field): unknown {
    return this.#in(this.#seen.value, field)
  }

  #in(value: unknown, { name }: Field): unknown {
    return isObject(value) ? value[name] : undefined
  }

  #other(field: Field): unknown {
    const { requests } = this.#setting.context.pool
    return requests.value(field.schema, { variant: 'full', hint: field.name, other: this.#valueOf(field) })
  }

  #report(answer: Answer, breaks: Assertion, fact: Fact, beside?: Answer): Finding {
    const { context, operation, mediaType } = this.#setting
    return context.finding({
      ...{ operation, answer, breaks, fact },
      clause: pointerBelow(operation.pointer, 'requestBody', 'content', mediaType),
      ...(beside !== undefined && { beside: [beside] }),
    })
  }
}

function pathOf({ name }: Field): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}

function isText({ schema }: Field): boolean {
  const { format, pattern } = schema.keywords
  return (
    schema.types.includes('string') &&
    schema.values.listed === undefined &&
    format === undefined &&
    pattern === undefined
  )
}
