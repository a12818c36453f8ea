import { isObject } from '@concordat/runtime/json'
import type { ValueOrigin, ValueSource } from '../document/path-binding.ts'
import type { RequestPlan, SentValue } from '../exchange/request.ts'

/** A sent value and its source, which is `rule` if a rule chose the value. */
export interface SourcedValue extends Omit<SentValue, 'from'> {
  readonly from: ValueSource | 'rule'
}

type Slot = Pick<SentValue, 'location' | 'name'>

const OF_ORIGIN: Readonly<Partial<Record<ValueOrigin, ValueSource>>> = {
  configured: 'configured',
  expendable: 'configured',
  unknown: 'made',
}

/** The values in a request, each with its source. If a check replaced a value, its source is `rule`. */
export function valuesSentBy(plan: RequestPlan): readonly SourcedValue[] {
  const { path = {}, sources = [], body, raw, link } = plan
  const inPath = Object.entries(path).map(([name, { text, from, origin }]): SourcedValue => {
    return { location: 'path', name, text, from: from ?? OF_ORIGIN[origin] ?? 'rule' }
  })
  const sent = { ...plan, query: { ...plan.query, ...plan.queryTexts } }
  const others = (['query', 'querystring', 'header', 'cookie'] as const).flatMap((location) =>
    Object.entries(sent[location] ?? {}).map(([name, value]) => ({ location, name, text: String(value) })),
  )
  const slots: readonly SentValue[] = [
    ...(link === undefined ? others : [{ location: 'link', name: '', text: link } as const]),
    ...(body === undefined && raw === undefined ? [] : [{ location: 'body', name: '', text: '' } as const]),
  ]
  const ofBody = raw === undefined ? (body?.from ?? 'rule') : 'rule'
  const whole = slots.map((slot): SourcedValue => {
    const known = sources.findLast((source) => isSlot(source, slot) && source.text === slot.text)
    return { ...slot, from: slot.location === 'body' ? ofBody : (known?.from ?? 'rule') }
  })
  const members = sources.flatMap((source): readonly SourcedValue[] => {
    const { location, from } = source
    return location === 'body' && from !== undefined && textsIn(plan, source.name).includes(source.text)
      ? [{ ...source, from }]
      : []
  })
  return [...inPath, ...whole, ...members]
}

function isSlot(one: Slot, other: Slot): boolean {
  return one.location === other.location && one.name === other.name
}

/**
 * The values of a body property, as strings. If the body is a list, these are the values in all its items.
 */
function textsIn({ body, raw }: RequestPlan, name: string): readonly string[] {
  return [raw === undefined ? body?.value : undefined]
    .flat()
    .filter(isObject)
    .flatMap((object) => (Object.hasOwn(object, name) ? [String(object[name])] : []))
}
