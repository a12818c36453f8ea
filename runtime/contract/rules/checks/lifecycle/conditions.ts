import type { OperationDescriptor, ParameterDescriptor } from '@concordat/runtime/http'
import { parameterClause } from '../../../data/document/clause.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { nothingCompared, resultOrNotRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { headerParameter, OTHER_TAG } from '../../../world/requests/header-parameters.ts'
import { requestWithTag } from '../../../world/requests/with-value.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { CheckContext, KnownViolation } from '../../check.ts'
import { memberChange } from '../../evidence/changes/changed-member.ts'
import { type Observation, requestItem } from '../../evidence/observe.ts'
import { rules } from './rules.ts'

const FAILED = 412

/**
 * Checks `If-Match`, if it is documented. A write with an entity tag other than the item's is rejected and
 * changes nothing. A write with the item's own tag does not fail with 412, and an item that it changes has
 * another tag afterwards.
 * @see RFC 9110, 13.1.1
 */
export async function checkConditionalWrites(
  context: CheckContext,
  operation: OperationDescriptor,
): Promise<Verdict> {
  const header = headerParameter(operation, 'if-match')
  if (header === undefined || !context.asks(rules['if-match'], rules['entity-tag'])) return nothingCompared()
  return resultOrNotRun(async () => {
    const item = await context.pool.items.create(context.pool.resourceFor(operation), operation)
    const first = await requestItem(context, item)
    const tag = first?.answer.headers.get('etag')
    if (first === undefined || typeof tag !== 'string' || tag.startsWith('W/')) return nothingCompared()
    return new ConditionalWrites({ context, operation, item, header, first, tag }).check()
  })
}

interface Conditional {
  readonly context: CheckContext
  readonly operation: OperationDescriptor
  readonly item: Item
  readonly header: ParameterDescriptor
  /** A read of the item before all writes. */
  readonly first: Omit<Observation, 'value'>
  readonly tag: string
}

/** Writes to one item, each with a condition. */
class ConditionalWrites {
  readonly #setting: Conditional

  constructor(setting: Conditional) {
    this.#setting = setting
  }

  async check(): Promise<Verdict> {
    const { first, tag } = this.#setting
    const plan = this.#changeOf(first.answer.value)
    const refused = await this.#checkRefused(plan)
    if (refused.length > 0) return refused
    // `If-Match` uses the strong comparison, so a weak tag never matches.
    const weak = await this.#send(`W/${tag}`, plan)
    if (isSuccess(weak)) return this.#overlooked(weak, 'a weak one')
    const done = await this.#send(tag, plan)
    if (done.status === FAILED)
      return this.#report(done, { breaks: rules['if-match'], fact: { kind: 'own tag refused', value: tag } })
    if (!isSuccess(done) || this.#setting.operation.resource?.role === 'delete') return []
    const changed = await this.#look()
    return isSameAsKept(changed.value, first.answer.value) ? [] : this.#checkChanged({ done, changed })
  }

  /** Checks that a write with a different tag is rejected and changes nothing. */
  async #checkRefused(plan: RequestPlan): Promise<readonly Finding[]> {
    const { operation, first } = this.#setting
    const refused = await this.#send(OTHER_TAG, plan)
    if (isSuccess(refused)) return this.#overlooked(refused, 'another')
    const untouched = await this.#look()
    if (isSuccess(untouched) && isSameAsKept(untouched.value, first.answer.value)) return []
    return this.#report(untouched, {
      breaks: rules['if-match'],
      fact: { kind: 'condition forbade it', operation: operation.operationId, status: refused.status },
    })
  }

  /**
   * Checks that the changed item has a new tag, which the write's response shows too, and that the old one no
   * longer matches.
   */
  async #checkChanged({ done, changed }: Readonly<Record<'done' | 'changed', Answer>>): Promise<Verdict> {
    const { operation, first, tag } = this.#setting
    const now = changed.headers.get('etag')
    if (now === tag)
      return this.#report(changed, { breaks: rules['entity-tag'], fact: { kind: 'tag kept', value: tag } })
    const answered = done.headers.get('etag')
    if (answered !== null && now !== null && answered !== now && isSameAsKept(done.value, changed.value)) {
      return this.#report(changed, {
        breaks: rules['entity-tag'],
        fact: {
          kind: 'tag answered otherwise',
          operation: operation.operationId,
          value: answered,
          received: now,
        },
      })
    }
    const again = await this.#readUnlessMatching()
    if (again?.status === 304)
      return this.#report(again, {
        breaks: rules['entity-tag'],
        fact: { kind: 'called unchanged', by: first.by.operationId },
      })
    const stale = await this.#send(tag, this.#changeOf(changed.value))
    if (isSuccess(stale)) return this.#overlooked(stale, 'an old one')
    const untouched = await this.#look()
    if (!isSuccess(untouched) || isSameAsKept(untouched.value, changed.value)) return []
    return this.#report(untouched, {
      breaks: rules['if-match'],
      fact: { kind: 'condition forbade it', operation: operation.operationId, status: stale.status },
    })
  }

  /**
   * Reads the item on condition that it no longer has its first tag, if the document allows such a condition.
   */
  async #readUnlessMatching(): Promise<Answer | undefined> {
    const { context, item, first, tag } = this.#setting
    const header = headerParameter(first.by, 'if-none-match')
    if (header === undefined) return undefined
    const read = context.pool.requests.best(first.by, item.binding)
    return context.read(requestWithTag(read, { name: header.name, text: tag, answer: first.answer }))
  }

  async #look(): Promise<Answer> {
    const { context, item, first } = this.#setting
    return (await requestItem(context, item))?.answer ?? first.answer
  }

  async #send(match: string, plan: RequestPlan): Promise<Answer> {
    const { context, operation, item, header, first } = this.#setting
    const sending = requestWithTag(plan, { name: header.name, text: match, answer: first.answer })
    return (await context.attempt(operation, { expecting: 'either', at: asFixture(item), sending })).answer
  }

  #changeOf(before: unknown): RequestPlan {
    const { context, operation, item } = this.#setting
    return memberChange(context, operation, { item, before })
  }

  #report(answer: Answer, told: Pick<KnownViolation, 'breaks' | 'expecting' | 'fact'>): readonly Finding[] {
    const { context, operation, header, first } = this.#setting
    const clause = parameterClause(operation, header)
    return [context.finding({ operation, answer, clause, beside: [first.answer], ...told })]
  }

  #overlooked(answer: Answer, tag: Fact<'condition ignored'>['tag']): readonly Finding[] {
    return this.#report(answer, {
      breaks: rules['if-match'],
      expecting: 'refusal',
      fact: { kind: 'condition ignored', tag },
    })
  }
}
