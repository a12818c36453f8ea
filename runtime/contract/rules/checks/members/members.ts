import type { OperationDescriptor } from '@concordat/runtime/http'
import { isObject } from '@concordat/runtime/json'
import { parameterClause } from '../../../data/document/clause.ts'
import { itemIdOf } from '../../../data/document/identifier.ts'
import { blankPath, type PathBinding } from '../../../data/document/path-binding.ts'
import { operationById, resourceByName } from '../../../data/document/resource-lookup.ts'
import { type Answer, isSuccess } from '../../../data/exchange/answer.ts'
import { itemsInAnswer } from '../../../data/exchange/listed.ts'
import type { Assertion } from '../../../data/outcome/assertion.ts'
import { ruleFamily } from '../../../data/outcome/assertion.ts'
import type { Finding } from '../../../data/outcome/finding.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import {
  allVerdicts,
  nothingCompared,
  resultIfRun,
  resultOrNotRun,
  type Verdict,
} from '../../../data/outcome/not-run.ts'
import { identifiers } from '../../../lexicon/lexicon.ts'
import { type MemberChooser, memberChoosersOf } from '../../../world/requests/member-choosers.ts'
import { isSameAsKept } from '../../../world/values/same.ts'
import type { Check, CheckContext } from '../../check.ts'
import { shownFieldText } from '../../evidence/fields.ts'

const rules = ruleFamily(
  'members',
  { grade: 'derived', weight: 'lost data' },
  {
    only: 'If a parameter selects properties, the response contains only these and the identifier, unchanged.',
    included:
      'If a parameter asks for more properties, the response adds exactly these, with complete lists.',
  },
)

/** Maximum number of properties that are requested one at a time. */
const MOST_CHOSEN = 4

/** A response has the properties that a parameter selects. */
export const members: Check = {
  code: 'members',
  description:
    'With a query parameter whose values are property names, such as `fields` or `include`, the response contains the requested properties unchanged, and none of the other properties that the parameter offers.',
  assertions: Object.values(rules),
  example: '`GET /pets?fields=name` returns pets with `name` and `weight`.',
  fix: 'Select properties when you serialize the response, and load included data for every item.',
  applies: (operation, document) => memberChoosersOf(operation, document).length > 0,
  title: (operation) =>
    `${operation.method === 'GET' ? 'a parameter' : 'a request'} that lists properties determines which ones are returned`,
  async run(context, operation) {
    const resource = resourceByName(context.document, operation.resource?.name)
    if (operation.list !== undefined && resource !== undefined)
      await resultIfRun(() => context.pool.items.shared(resource))
    const { binding } = await context.pool.fixture(operation)
    const without = await context.read(context.pool.requests.best(operation, binding))
    if (!isSuccess(without)) return nothingCompared()
    const verdicts: Verdict[] = []
    for (const chooser of memberChoosersOf(operation, context.document))
      if (!context.pool.permission.withholds(operation, chooser.parameter))
        verdicts.push(
          await resultOrNotRun(() => checkChooser({ context, operation, binding, without, chooser })),
        )
    return allVerdicts(verdicts)
  },
}

interface Setting {
  readonly context: CheckContext
  readonly operation: OperationDescriptor
  readonly binding: PathBinding
  /** Answer without the parameter. */
  readonly without: Answer
  readonly chooser: MemberChooser
}

async function checkChooser(setting: Setting): Promise<Verdict> {
  const { chooser } = setting
  const { choices, isList, adds } = chooser
  const groups = choices.slice(0, MOST_CHOSEN).map((choice) => [choice])
  const all = isList && choices.length > 1 ? [...groups, choices.slice(0, 2)] : groups
  const verdicts: Verdict[] = []
  for (const asked of all) {
    const verdict = adds ? await checkIncluded(setting, asked) : await checkOnly(setting, asked)
    if (Array.isArray(verdict) && verdict.length > 0) return verdict
    verdicts.push(verdict)
  }
  return allVerdicts(verdicts)
}

async function ask(
  { context, operation, binding, chooser }: Setting,
  asked: readonly string[],
): Promise<Answer | undefined> {
  const plan = context.pool.requests.best(operation, binding)
  const value = chooser.isList ? asked : asked[0]
  const answer = await context.read({ ...plan, query: { ...plan.query, [chooser.parameter.name]: value } })
  return isSuccess(answer) ? answer : undefined
}

type Shown = Readonly<Record<string, unknown>>

/** The items in a response, or the response as the only item. */
function itemsOf({ operation }: Setting, { value }: Answer): readonly Shown[] {
  const items = operation.list === undefined ? [value] : (itemsInAnswer(operation, value) ?? [])
  return items.filter(isObject)
}

/** Checks that only the selected properties are shown and, for a single item, have their usual values. */
async function checkOnly(setting: Setting, asked: readonly string[]): Promise<Verdict> {
  const { context, operation, without } = setting
  const answer = await ask(setting, asked)
  if (answer === undefined) return nothingCompared()
  const [whole, chosen] = [itemsOf(setting, without), itemsOf(setting, answer)]
  if (chosen.length === 0 || whole.length === 0) return nothingCompared()
  const resource = resourceByName(context.document, operation.resource?.name)
  const idOfItem = (item: Shown): string | undefined => resource && itemIdOf(resource, item)
  for (const [index, item] of chosen.entries()) {
    const id = idOfItem(item)
    const isThe = (one: Shown): boolean => id !== undefined && idOfItem(one) === id
    const same =
      operation.list === undefined
        ? whole[0]
        : (whole.find(isThe) ?? (id === undefined ? whole[index] : undefined))
    const difference = differenceOf(setting, { asked, item, id, same })
    if (difference !== undefined) return report(setting, answer, rules.only, { asked, ...difference })
  }
  return []
}

/**
 * The first property of an item that is shown although it was not selected, that was selected but is missing,
 * or whose value differs from the usual one.
 */
function differenceOf(
  { operation, chooser }: Setting,
  {
    asked,
    item,
    id,
    same,
  }: {
    readonly asked: readonly string[]
    readonly item: Shown
    readonly id: string | undefined
    /** The same item, requested without the parameter. */
    readonly same: Shown | undefined
  },
): Omit<Parameters<typeof report>[3], 'asked'> | undefined {
  // A server is allowed to show the identifying property at all times, and shows what its schema requires.
  const mayIdentify = (name: string): boolean =>
    id === undefined ? identifiers.sure.has(name) : String(item[name]) === id
  const beside = chooser.optional.find(
    (name) => !asked.includes(name) && Object.hasOwn(item, name) && !mayIdentify(name),
  )
  if (beside !== undefined)
    return { wanted: 'absent', member: beside, sent: '', received: shownFieldText(item[beside]) }
  if (same === undefined) return undefined
  const lost = asked.find((name) => Object.hasOwn(same, name) && !Object.hasOwn(item, name))
  if (lost !== undefined)
    return { wanted: 'present', member: lost, sent: shownFieldText(same[lost]), received: 'nothing' }
  const other = asked.find((name) => operation.list === undefined && !isSameAsKept(same[name], item[name]))
  return other === undefined
    ? undefined
    : {
        wanted: 'same',
        member: other,
        sent: shownFieldText(same[other]),
        received: shownFieldText(item[other]),
      }
}

/**
 * Checks that a list that is shown only with the parameter is complete, and that absent properties that the
 * parameter does not name remain absent.
 */
async function checkIncluded(setting: Setting, asked: readonly string[]): Promise<Verdict> {
  const { chooser, without, context, operation } = setting
  const children = await Promise.all(asked.map((name) => resultIfRun(() => makeChild(setting, name))))
  const answer = await ask(setting, asked)
  if (answer === undefined) return nothingCompared()
  const [before, now] = [itemsOf(setting, without), itemsOf(setting, answer)]
  const isMissing = (item: Shown | undefined, name: string): boolean => (item?.[name] ?? null) === null
  const news = asked.filter((name) => before.length > 0 && before.every((item) => isMissing(item, name)))
  if (now.length === 0 || news.length === 0) return nothingCompared()
  const others = chooser.choices.filter(
    (name) => !asked.includes(name) && before.every((item) => !Object.hasOwn(item, name)),
  )
  for (const item of now) {
    const beside = others.find((name) => !isMissing(item, name))
    if (beside !== undefined)
      return report(setting, answer, rules.included, {
        wanted: 'absent',
        member: beside,
        asked,
        sent: '',
        received: shownFieldText(item[beside]),
      })
  }
  for (const [index, name] of asked.entries()) {
    const child = children[index]
    if (!news.includes(name)) continue
    const holder = operation.list === undefined ? now[0] : now.find((item) => child?.isOf(item) === true)
    if (holder === undefined || child === undefined) {
      if (now.every((item) => isMissing(item, name))) return nothingCompared()
      continue
    }
    const shown = holder[name]
    const ids = Array.isArray(shown) ? shown.flatMap((one) => itemIdOf(child.resource, one) ?? []) : []
    const missed = child.ids.filter((id) => !ids.includes(id))
    if (missed.length > 0)
      return report(setting, answer, rules.included, {
        wanted: 'complete',
        member: name,
        asked,
        sent: missed.join(', '),
        received: shownFieldText(shown),
      })
  }
  return context.asks(rules.included) ? [] : nothingCompared()
}

/** Creates an item in the list below the shown item. The list has the name of the included property. */
async function makeChild({ context, operation, binding }: Setting, name: string) {
  const { document, pool } = context
  const own = resourceByName(document, operation.resource?.name)
  const resource = document.resources.find(
    ({ collection }) => own?.item !== undefined && blankPath(collection) === `${blankPath(own.item)}/${name}`,
  )
  const list = operationById(document, resource?.operations.list)
  if (own === undefined || resource === undefined || list === undefined) return undefined
  const child = await pool.items.shared(resource)
  const answer = await context.read(pool.requests.best(list, child.binding))
  const ids = (itemsInAnswer(list, answer.value) ?? []).flatMap((one) => itemIdOf(resource, one) ?? [])
  const parent = [...child.binding].find(([key]) => key === blankPath(own.item ?? ''))?.[1].text
  const isHere = operation.list !== undefined || binding.get(blankPath(own.item ?? ''))?.text === parent
  if (!isSuccess(answer) || ids.length === 0 || !isHere) return undefined
  return { resource, ids, isOf: (item: Shown) => itemIdOf(own, item) === parent }
}

function report(
  { context, operation, chooser, without }: Setting,
  answer: Answer,
  breaks: Assertion,
  { asked, ...told }: Omit<Fact<'other members'>, 'kind' | 'query'> & { readonly asked: readonly string[] },
): Finding[] {
  return [
    context.finding({
      ...{ operation, answer, breaks, beside: [without] },
      clause: parameterClause(operation, chooser.parameter),
      fact: { kind: 'other members', query: `${chooser.parameter.name}=${asked.join(',')}`, ...told },
    }),
  ]
}
