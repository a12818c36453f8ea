import { type OperationDescriptor, refusesFor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { pointerBelow } from '@concordat/runtime/pointer'
import { jsonBody } from '../../../data/document/json-body.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import { nothingCompared, resultOrNotRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { requestWithBody } from '../../../world/requests/with-body.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext, KnownViolation } from '../../check.ts'
import { memberChange, versionMemberToChange } from '../../evidence/changes/changed-member.ts'
import { fieldClause, shownFieldText } from '../../evidence/fields.ts'
import { type Observation, observeItem } from '../../evidence/observe.ts'
import { rules } from './rules.ts'

/**
 * Checks a version that a change must contain as a property. The current version is accepted and increases;
 * an old version is rejected and changes nothing. A property that a change can set to any value is not a
 * version. A version without documented conflicts is not judged.
 */
export async function checkVersion(context: CheckContext, operation: OperationDescriptor): Promise<Verdict> {
  const name = versionMemberToChange(context, operation)
  if (name === undefined || !context.asks(rules.version)) return nothingCompared()
  return resultOrNotRun(async () => {
    const item = await context.pool.items.create(context.pool.resourceFor(operation), operation)
    return new VersionedChanges({ context, operation, item, name }).check()
  })
}

interface Setting {
  readonly context: CheckContext
  readonly operation: OperationDescriptor
  readonly item: Item
  readonly name: string
}

class VersionedChanges {
  readonly #setting: Setting

  constructor(setting: Setting) {
    this.#setting = setting
  }

  async check(): Promise<Verdict> {
    const { name } = this.#setting
    const first = await this.#look()
    const current = versionOf(first, name)
    if (current === undefined) return nothingCompared()
    const done = await this.#change(first, current)
    if (refusesFor(done.status, 'conflict', 'precondition'))
      return [
        this.#report(done, { kind: 'current version refused', member: name, value: shownFieldText(current) }),
      ]
    if (!isSuccess(done)) return nothingCompared()
    const second = await this.#look()
    const next = versionOf(second, name)
    // The server stored the value as it was sent, so the property is not a version.
    if (next === undefined || isSameAsKept(next, current)) return nothingCompared()
    if (typeof next === 'number' && typeof current === 'number' && next < current)
      return [
        this.#report(second.answer, {
          kind: 'version falls',
          member: name,
          before: shownFieldText(current),
          received: shownFieldText(next),
        }),
      ]
    return this.#checkOld(second, current)
  }

  async #checkOld(before: Observation, old: unknown): Promise<readonly Finding[]> {
    const { name } = this.#setting
    const stale = await this.#change(before, old)
    if (isSuccess(stale))
      return [this.#report(stale, { kind: 'old version taken', member: name, value: shownFieldText(old) })]
    const after = await this.#look()
    if (isSameAsKept(before.value, after.value)) return []
    return [
      this.#report(after.answer, {
        kind: 'refused, yet changed',
        before: shownFieldText(before.value),
        received: shownFieldText(after.value),
      }),
    ]
  }

  /** Changes one property, sending a version. */
  async #change({ value: before }: Observation, version: unknown): Promise<Answer> {
    const { context, operation, item, name } = this.#setting
    const plan = memberChange(context, operation, { item, before, except: name })
    const sent = isObject(plan.body?.value) ? plan.body.value : {}
    const sending = requestWithBody(plan, { ...sent, [name]: version })
    return (await context.attempt(operation, { expecting: 'either', at: asFixture(item), sending })).answer
  }

  #look(): Promise<Observation> {
    return observeItem(this.#setting.context, this.#setting.item)
  }

  #report(answer: Answer, fact: KnownViolation['fact']): Finding {
    const { context, operation, name } = this.#setting
    const body = jsonBody(operation)
    const clause =
      body === undefined
        ? operation.pointer
        : fieldClause(schemaIn(context.document, body.schema), name, pointerBelow(body.clause, 'schema'))
    return context.finding({ operation, answer, clause, breaks: rules.version, fact })
  }
}

function versionOf({ value }: Observation, name: string): unknown {
  const version = isObject(value) ? value[name] : undefined
  return typeof version === 'number' || typeof version === 'string' ? version : undefined
}
