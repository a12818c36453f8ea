import { isObject } from '@concordat/runtime/json'
import { jsonBody } from '../../../data/document/json-body.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import type { RequestPlan } from '../../../data/exchange/request.ts'
import { descriptions } from '../../../lexicon/lexicon.ts'
import { asFixture, type Item } from '../../../world/items/item.ts'
import { type Field, isOpenMapField, requiredBesideChange } from '../../evidence/fields.ts'
import { observeItem, requestItem } from '../../evidence/observe.ts'
import { rules } from './rules.ts'
import type { TrialLoss, ValueTrial } from './value-trial.ts'

/** The smallest integer that a double cannot represent, which is rounded to the integer below it. */
const LARGE = 2n ** 53n + 1n
/** Matches this integer after rounding, with or without an exponent. */
const ROUNDED = /\b(?:900719925474099[0-24-9](?:\.0+)?|9\.00719925474099\d*e\+?15)\b/i
/** A string that stands for the integer until the body is written. */
const MARK = '\u2402large\u2402'

/**
 * Checks that an integer with more digits than a double can represent is rejected or stored with all of them.
 * Only properties for which the document promises this are tested: those with the format `int64` or `uint64`,
 * and maps that are kept as they are sent.
 */
export async function tryExactIntegers(trial: ValueTrial, item: Item): Promise<readonly TrialLoss[]> {
  const fields = trial.fields.filter((field) => isExactInteger(field) || isExactMap(field))
  const body = jsonBody(trial.operation)
  if (fields.length === 0 || body === undefined) return []
  const { context, operation } = trial
  const plan = context.pool.requests.best(operation, item.binding)
  const values = Object.fromEntries(
    fields.map((field) => [field.name, isExactMap(field) ? { large: MARK } : MARK]),
  )
  const usual = isObject(plan.body?.value) ? plan.body.value : {}
  const whole = trial.isWhole
    ? usual
    : requiredBesideChange(context, operation, (await observeItem(context, item)).value)
  const text = JSON.stringify({ ...whole, ...values }).replaceAll(JSON.stringify(MARK), String(LARGE))
  const { body: _, ...empty } = plan
  const sending: RequestPlan = { ...empty, raw: { contentType: body.mediaType, text } }
  const call = await context.attempt(operation, { expecting: 'either', at: asFixture(item), sending })
  if (!isSuccess(call.answer)) return []
  const made = operation.resource?.role === 'create' ? call.created : item
  const read = made && (await requestItem(context, made))
  const looks = [{ where: 'in the response', answer: call.answer }] as const
  const others =
    read && isSuccess(read.answer) ? [{ where: 'when read again', answer: read.answer } as const] : []
  for (const { where, answer } of [...looks, ...others]) {
    const lost = fields.flatMap((field): TrialLoss[] => {
      const received = roundedIn(field, answer)
      if (received === undefined) return []
      const { name, clause } = field
      const fact = { kind: 'member lost', member: name, where, sent: String(LARGE), received } as const
      const cause = { kind: 'form', what: 'as a double' } as const
      return [
        { name, finding: context.finding({ operation, answer, clause, breaks: rules.stored, fact, cause }) },
      ]
    })
    if (lost.length > 0) return lost
  }
  return []
}

/** The rounded integer that a response shows for a property; `undefined` if it shows none. */
function roundedIn({ name }: Field, { text }: Answer): string | undefined {
  if (text.includes(String(LARGE))) return undefined
  const at = text.indexOf(`${JSON.stringify(name)}`)
  return at < 0 ? undefined : ROUNDED.exec(text.slice(at))?.[0]
}

function isExactInteger({ schema }: Field): boolean {
  const { format } = schema.keywords
  return (format === 'int64' || format === 'uint64') && schema.allows(Number(LARGE))
}

function isExactMap(field: Field): boolean {
  const { schema } = field
  const isKept = descriptions.keeps(schema.keywords.description ?? '')
  return (
    isOpenMapField(field) &&
    isKept &&
    schema.types.includes('object') &&
    schema.allows({ large: Number(LARGE) })
  )
}
