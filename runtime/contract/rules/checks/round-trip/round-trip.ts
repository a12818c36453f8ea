import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject, memberOf } from '@concordat/runtime/json'
import { jsonBody } from '../../../data/document/json-body.ts'
import { creatorOf, resourceOf } from '../../../data/document/resource-lookup.ts'
import { type Answer, isCrash, isSuccess } from '../../../data/exchange/answer.ts'
import { family } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Reason } from '../../../data/outcome/kinds/reason.ts'
import { NotRun } from '../../../data/outcome/not-run.ts'
import { asFixture, type Call, type Item, isFound } from '../../../world/items/item.ts'
import { Refusal } from '../../../world/refusal/refusal.ts'
import { withBody } from '../../../world/requests/with-body.ts'
import type { Check, CheckContext } from '../../check.ts'
import { type Field, lossesOf, show, visibleFields, withoutFilledIn } from '../../evidence/fields.ts'
import { halve } from '../../evidence/halve.ts'
import { observe } from '../../evidence/observe.ts'
import { ownItem } from '../../evidence/own-item.ts'
import { RemainingChoices } from './remaining-choices.ts'
import { KINDS, type SpecialKind, type SpecialValue, specialValue } from './special-value.ts'

const rules = family(
  'round-trip',
  { grade: 'derived', weight: 'lost data' },
  {
    stored:
      'Values at the limits of a schema, and each choice of a few, come back as they were sent, in the answer and when read again, or are refused.',
    limits: {
      weight: 'status',
      asserts: 'The limits that the schema itself names (minimum, maxLength, maxItems, …) are accepted.',
    },
  },
)

const ROLES = ['create', 'update', 'replace']
/** Bodies that are sent for choices alone. */
const MOST_TURNS = 3
/** Members that are tried alone when all together are refused. */
const MAX_ALONE = 4

/** A value comes back as it went in. */
export const roundTrip: Check = {
  code: 'round-trip',
  description:
    'Values at the limits of a schema (non-ASCII, empty, longest, smallest and largest, explicit null, times in odd zones, unordered lists), at any depth, each of a few choices and both values of a boolean are returned and read back as they were sent, or refused. The limits that the schema itself names (minimum, maxLength, maxItems, …) are accepted.',
  assertions: Object.values(rules),
  example: 'A pet named `Zoë 🐕` is read back as `Zo? ??`.',
  fix: 'Store strings as Unicode, and numbers and times with full precision; refuse what you cannot store, and state in the schema what you accept.',
  applies: (operation, document) =>
    ROLES.includes(operation.resource?.role ?? '') &&
    jsonBody(operation) !== undefined &&
    resourceOf(document, operation.resource?.name)?.item !== undefined,
  title: () => 'values at the edge of what the schema allows come back as they were sent',
  async run(context, operation) {
    const { item, seen } = await ownItem(context, operation)
    const fields = visibleFields(context, operation, seen.by)
    const accepted = new Map<string, unknown>()
    const mayGoOn = context.budget.rationOf('special values')
    const turns = new RemainingChoices(fields)
    const findings: Finding[] = []
    const known = new Set<string>()
    const note = (all: readonly Named[]): void => {
      for (const { name, finding } of all.filter((found) => !known.has(found.name))) {
        findings.push(finding)
        known.add(name)
      }
    }
    let why: Reason | undefined = { kind: 'budget used', whole: context.budget.whole }
    for (const kind of KINDS) {
      if (!mayGoOn()) break
      const found = await tryKind(context, operation, { item, fields, kind, accepted, mayGoOn, turns })
      if (found === undefined) why &&= { kind: 'no edge value' }
      else why = undefined
      note(found ?? [])
    }
    for (let more = 0; more < MOST_TURNS && !turns.isOver && mayGoOn(); more++) {
      const sent = await send(context, operation, { item, fields, accepted, values: turns.next() })
      if ('lost' in sent) why = undefined
      else turns.end()
      note('lost' in sent ? sent.lost : [])
    }
    if (why !== undefined) return new NotRun(why)
    note(await lookAgain(context, operation, { item, fields, accepted }))
    return findings
  },
}

interface Named {
  readonly name: string
  readonly finding: Finding
}

/** State that a run of one operation carries from value to value. */
interface Trial {
  readonly item: Item
  readonly fields: readonly Field[]
  /**
   * Values that an update last accepted, by member: one look in the end tells whether all of them are stored.
   */
  readonly accepted: Map<string, unknown>
}

async function lookAgain(
  context: CheckContext,
  operation: OperationDescriptor,
  { item, fields, accepted }: Trial,
): Promise<readonly Named[]> {
  if (accepted.size === 0) return []
  const { answer, value: received } = await observe(context, item)
  const sent = Object.fromEntries(accepted)
  return lossesOf(fields, { sent, received, where: 'when read again' }).map(({ name, ...violation }) => ({
    name,
    finding: context.finding({ operation, answer, breaks: rules.stored, ...violation }),
  }))
}

/**
 * All members at once; where that is refused those that the refusal does not name, else some alone.
 * @returns `undefined` where no member has a value of the kind.
 */
async function tryKind(
  context: CheckContext,
  operation: OperationDescriptor,
  {
    kind,
    mayGoOn,
    turns,
    ...trial
  }: Trial & {
    readonly kind: SpecialKind
    readonly mayGoOn: () => boolean
    readonly turns: RemainingChoices
  },
): Promise<readonly Named[] | undefined> {
  const edges = trial.fields.flatMap((field): Edge[] => {
    const special = specialValue(field.schema, kind, { names: context.pool.requests.names })
    return special !== undefined && field.schema.allows(special.value) ? [{ field, ...special }] : []
  })
  const bounded = edges.filter(({ bound }) => bound !== undefined)
  const values = [...bounded, ...edges.filter((edge) => !bounded.includes(edge))].map(
    ({ field, value }) => [field.name, value] as const,
  )
  if (values.length === 0) return undefined
  const judge = async (name: string, sent: Sent): Promise<readonly Named[]> => {
    const edge = bounded.find(({ field }) => field.name === name)
    return edge === undefined || 'lost' in sent
      ? []
      : refusedEdge(context, operation, { ...trial, ...edge, answer: sent.answer })
  }
  const special = Object.fromEntries(values)
  const turned = turns.next()
  const sendWhole = (beside: object): Promise<Sent> =>
    send(context, operation, { ...trial, values: { ...beside, ...special } })
  const first = await sendWhole(turned)
  const isTurned = Object.keys(turned).length > 0
  if (isTurned && !('lost' in first)) turns.end()
  const whole = isTurned && !('lost' in first) && mayGoOn() ? await sendWhole({}) : first
  if ('lost' in whole) return whole.lost
  const afterwards = async (name: string, sent: Sent): Promise<readonly Named[]> => {
    if ('lost' in sent) return sent.lost
    const { otherwise } = edges.find(({ field }) => field.name === name) ?? {}
    if (otherwise === undefined || !mayGoOn()) return judge(name, sent)
    const other = await send(context, operation, { ...trial, values: { [name]: otherwise } })
    return 'lost' in other ? other.lost : judge(name, other)
  }
  const [only] = values
  if (values.length === 1 && only !== undefined) return afterwards(only[0], whole)
  const tryAlone = async (some: typeof values): Promise<Named[]> => {
    const found: Named[] = []
    for (const [name, value] of some.slice(0, MAX_ALONE)) {
      if (!mayGoOn()) break
      found.push(
        ...(await afterwards(name, await send(context, operation, { ...trial, values: { [name]: value } }))),
      )
    }
    return found
  }
  const rest = values.filter(([name]) => !whole.refused.has(name))
  if (whole.refused.size === 0) return tryAlone(rest)
  const blamed = bounded.filter(({ field }) => whole.refused.has(field.name))
  const found = await tryAlone(blamed.map(({ field, value }) => [field.name, value] as const))
  if (rest.length === 0 || !mayGoOn()) return found
  const others = await send(context, operation, { ...trial, values: Object.fromEntries(rest) })
  if ('lost' in others) return [...found, ...others.lost]
  return [...found, ...(rest.length === 1 ? await judge(rest[0]?.[0] ?? '', others) : await tryAlone(rest))]
}

/** A special value of one member. */
interface Edge extends SpecialValue {
  readonly field: Field
}

/** An edge that the schema names and the server refuses, where it takes another value in the same place. */
async function refusedEdge(
  context: CheckContext,
  operation: OperationDescriptor,
  { field, value, bound = '', answer, ...trial }: Trial & Edge & { readonly answer: Answer },
): Promise<readonly Named[]> {
  const refusal = new Refusal(answer)
  if (!refusal.mayBeAbout('content') || refusal.objectsTo('not unique', 'reference missing')) return []
  const usual = context.pool.requests.value(field.schema, {
    variant: 'full',
    hint: field.name,
    other: value,
  })
  const control = await send(context, operation, { ...trial, values: { [field.name]: usual } })
  if (!('lost' in control) || control.lost.length > 0) return []
  return [
    {
      name: field.name,
      finding: context.finding({
        ...{ operation, answer, breaks: rules.limits, clause: field.clause },
        cause: { kind: 'member', name: field.name },
        fact: { kind: 'edge refused', member: field.name, sent: show(value), bound },
      }),
    },
  ]
}

/** Outcome of a request: the values that got lost, or the members that its refusal names. */
type Sent =
  | { readonly lost: readonly Named[] }
  | { readonly refused: ReadonlySet<string>; readonly answer: Answer }

async function send(
  context: CheckContext,
  operation: OperationDescriptor,
  { item, fields, accepted, values }: Trial & { readonly values: Readonly<Record<string, unknown>> },
): Promise<Sent> {
  const isCreate = operation.resource?.role === 'create'
  const isWhole = isCreate || operation.resource?.role === 'replace'
  const attempt = (own: Readonly<Record<string, unknown>>): Promise<Call> => {
    const plan = context.pool.requests.best(operation, item.binding)
    const usual = isWhole && isObject(plan.body?.value) ? plan.body.value : {}
    const sending = withBody(plan, { ...usual, ...own })
    return context.attempt(operation, { expecting: 'either', at: asFixture(item), sending })
  }
  const call = await attempt(values)
  const { answer, created } = call
  if (isCrash(answer)) {
    const { left, found = answer } = await context.budget.makeSure(() =>
      halve(Object.entries(values), async (some) => {
        const again = await attempt(Object.fromEntries(some))
        // Values that an update stored in between are not the ones that it last accepted.
        for (const [name] of some) accepted.delete(name)
        return isCrash(again.answer) ? again.answer : undefined
      }),
    )
    return { lost: [crash(context, operation, { answer: found, fields, values: left })] }
  }
  if (!isSuccess(answer)) return { refused: new Refusal(answer).blamedOf(Object.keys(values)), answer }
  if (isFound(call)) return { lost: [] }
  const made = isCreate ? created : item
  // Later updates would fill members again that this one empties.
  const isLookedAt = isWhole || Object.values(values).some(holdsNothing)
  const fresh = isLookedAt && made !== undefined ? await observe(context, made) : undefined
  const given = (name: string): unknown => memberOf(answer.value, name) ?? memberOf(fresh?.value, name)
  const isMade = (name: string): boolean => isServerMade(context, item, name)
  const stored = Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => !(isEmpty(value) && isMade(name)))
      .map(([name, value]) => {
        const mayFillIn = isCreate || isMade(name)
        return [name, mayFillIn ? withoutFilledIn(value, given(name)) : value] as const
      })
      .filter(([, value]) => value !== undefined),
  )
  const sent = fields.filter(({ name }) => Object.hasOwn(stored, name))
  if (!isWhole) for (const { name } of sent) accepted.set(name, stored[name])
  // Members of one name in the answer and in a read may be two things: a file's content, and the file.
  const echoed = visibleFields(context, operation, operation).filter((field) =>
    sent.some(({ name }) => name === field.name),
  )
  const inAnswer = lossesOf(echoed, { sent: stored, received: answer.value, where: 'in the answer' })
  const known = new Set(inAnswer.map(({ name }) => name))
  const rest = sent.filter(({ name }) => !known.has(name))
  const inRead = lossesOf(rest, { sent: stored, received: fresh?.value, where: 'when read again' })
  const report = (seen: Answer, { name, ...violation }: (typeof inAnswer)[number]): Named => ({
    name,
    finding: context.finding({ operation, answer: seen, breaks: rules.stored, ...violation }),
  })
  const lost = [
    ...inAnswer.map((found) => report(answer, found)),
    ...inRead.map((found) => report(fresh?.answer ?? answer, found)),
  ]
  return { lost }
}

/** True for null, and for a list with nothing in it. */
function holdsNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === null
}

/**
 * True if an item got a value that its create did not send: a server that makes one may take what is sent as
 * empty for none.
 */
function isServerMade(
  { document, pool }: CheckContext,
  { resource, binding, value }: Item,
  name: string,
): boolean {
  const creator = creatorOf(document, resource)
  const sent = creator && pool.requests.best(creator, binding).body?.value
  return isObject(sent) && !Object.hasOwn(sent, name) && !isEmpty(memberOf(value, name) ?? null)
}

/** A crash says as little of the request as it takes to see it again. */
function crash(
  context: CheckContext,
  operation: OperationDescriptor,
  { answer, fields, values }: { answer: Answer; fields: readonly Field[]; values: readonly Value[] },
): Named {
  const [[name, value] = ['', undefined], ...others] = values
  const clause = fields.find((field) => field.name === name)?.clause ?? operation.pointer
  return {
    name,
    finding: context.finding({
      ...{ operation, answer, clause, breaks: rules.stored },
      fact: {
        ...{ kind: 'member crashes', member: name, sent: show(value) },
        ...{ others: others.length, status: answer.status },
      },
      cause: { kind: 'odd value' },
    }),
  }
}

type Value = readonly [name: string, value: unknown]
