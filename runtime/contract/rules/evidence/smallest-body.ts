import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { documentedBodyMedia } from '../../data/document/json-body.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import type { Answer } from '../../data/exchange/answer.ts'
import type { RequestPlan } from '../../data/exchange/request.ts'
import { NotRun } from '../../data/outcome/not-run.ts'
import type { Fixture } from '../../world/items/item.ts'
import type { CheckContext } from '../check.ts'
import { halveToCause } from './halve.ts'

/** A request whose response breaks a rule. */
export interface BrokenBody {
  readonly plan: RequestPlan
  /** Target of the request. */
  readonly at: Fixture
  /** Body properties that are part of the fault and must stay in the body. */
  readonly keeping?: readonly string[]
  /** True if a smaller body still has this fault; absent if the response alone shows it. */
  readonly isStillWrong?: (value: unknown) => boolean
  /** True if another response has the same fault. */
  readonly isSame: (answer: Answer) => boolean
}

/** The response to the smallest body that still shows the fault, and the property that causes it. */
interface Smallest {
  readonly answer: Answer
  /**
   * The only property, apart from those in `keeping`, that is necessary for the fault; absent if there is no
   * such property.
   */
  readonly member?: string
}

/**
 * Reduces a body to the properties necessary for a fault. Tries the required properties alone, then with half
 * of the others, then with a quarter. The required properties get new values each time, because a server can
 * reject a repeated name. The requests do not count against the budget.
 * @returns `undefined` if nothing can be omitted, or if the fault needs several optional properties.
 */
export function smallestBody(
  context: CheckContext,
  operation: OperationDescriptor,
  broken: BrokenBody,
): Promise<Smallest | undefined> {
  return context.budget.makeSure(async () => {
    try {
      return await search(context, operation, broken)
    } catch (error) {
      if (error instanceof NotRun) return undefined
      throw error
    }
  })
}

async function search(
  context: CheckContext,
  operation: OperationDescriptor,
  { plan, at, keeping = [], isStillWrong = () => true, isSame }: BrokenBody,
): Promise<Smallest | undefined> {
  const { body, raw } = plan
  if (body === undefined || raw !== undefined || !isObject(body.value)) return undefined
  const whole = body.value
  const { required } = schemaIn(context.document, documentedBodyMedia(operation, body.mediaType).schema)
  const stays = new Set([...required, ...keeping])
  const others = Object.keys(whole).filter((name) => !stays.has(name))
  if (others.length === 0) return undefined
  const ask = async (names: readonly string[]): Promise<Answer | undefined> => {
    const fresh = context.pool.requests.best(operation, at.binding).body?.value
    const value = Object.fromEntries(
      Object.entries(whole).flatMap(([name, own]) => {
        if (names.includes(name) || keeping.includes(name)) return [[name, own]]
        if (!stays.has(name)) return []
        return [[name, isObject(fresh) && Object.hasOwn(fresh, name) ? fresh[name] : own]]
      }),
    )
    if (!isStillWrong(value)) return undefined
    const sending = { ...plan, body: { ...body, value } }
    const { answer } = await context.attempt(operation, { expecting: 'either', at, sending })
    return isSame(answer) ? answer : undefined
  }
  const lean = await ask([])
  if (lean !== undefined) return { answer: lean }
  const { left, found } = await halveToCause(others, ask)
  const [member] = left
  if (member === undefined || left.length > 1) return undefined
  const answer = found ?? (await ask(left))
  return answer && { answer, member }
}
