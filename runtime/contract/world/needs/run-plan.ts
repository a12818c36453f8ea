import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { namesOfTemplate, pathTemplates } from '../../data/document/path-binding.ts'
import {
  createsInTree,
  createsItems,
  creatorOfItems,
  findResource,
  onlyCreatesByPath,
  operationById,
  resourceByName,
  resourceToPut,
} from '../../data/document/resource-lookup.ts'
import { Missing } from '../../data/outcome/missing.ts'
import { configuredParameter, type Target } from '../../traffic/target/target.ts'
import { itemNamesShownTogether } from '../items/identity/shown-together.ts'
import { linkProducers } from '../requests/link.ts'
import { holdersOf } from './holders.ts'
import { NeedGraph } from './need-graph.ts'
import { lastWantedName, neededReference, wantedBy } from './wanted.ts'

/**
 * Work for which other work waits: a resource's shared item, or an operation's response, its values for
 * parameters and body, or its path.
 */
export type Task = `${'item' | 'answer' | 'values' | 'path'} ${string}`

/** Options for a task of the plan that waits for a result. */
export interface Waiting {
  /** The task that waits; absent for a rule, because no task waits for a rule. */
  readonly by?: Task | undefined
  /** True if the request gets no values from other operations, because these can themselves wait for it. */
  readonly isPlain?: boolean | undefined
}

export function itemTask({ name }: Pick<ResourceDescriptor, 'name'>): Task {
  return `item ${name}`
}

export function answerTask({ operationId }: Pick<OperationDescriptor, 'operationId'>): Task {
  return `answer ${operationId}`
}

export function valuesTask({ operationId }: Pick<OperationDescriptor, 'operationId'>): Task {
  return `values ${operationId}`
}

export function pathTask({ operationId }: Pick<OperationDescriptor, 'operationId'>): Task {
  return `path ${operationId}`
}

interface RunPlanOptions {
  readonly document: DocumentDescriptor
  readonly target: Pick<Target, 'pathParameters'>
}

/** A task's need. In a cycle, the need whose rank comes last is dropped. */
interface RankedNeed {
  readonly task: Task
  readonly need: Task
  readonly rank: (typeof RANKS)[number]
}

/**
 * Ranks of needs: names in paths, an item's creator, its list, values that a create requires, and other
 * values.
 */
const RANKS = ['path', 'creator', 'list', 'required', 'optional'] as const

/**
 * The order in which a run creates its items, such that no two tasks wait for each other. The document
 * determines it before the first request. Needs that the run discovers from responses are added.
 */
export class RunPlan {
  readonly #graph = new NeedGraph<Task>()

  constructor(options: RunPlanOptions) {
    const { operations, resources } = options.document
    const needs = [
      ...operations.flatMap((operation) => needsOfRequest(operation, options)),
      ...resources.flatMap((resource) => needsOfItem(resource, options.document)),
    ]
    const byRank = Map.groupBy(needs, ({ rank }) => rank)
    for (const { task, need } of RANKS.flatMap((rank) => byRank.get(rank) ?? [])) this.#graph.add(task, need)
  }

  /**
   * Explains why a task cannot wait for another one: the other already waits for it. Returns `undefined` if
   * the task can wait; the need then becomes part of the plan.
   */
  objection(task: Task, need: Task): Missing | undefined {
    const circle = this.#graph.add(task, need)
    return circle && new Missing({ kind: 'circular need', circle: namesIn(circle) })
  }
}

/** Returns the resources in a cycle, and the operations whose responses are part of it. */
function namesIn(circle: readonly Task[]): string[] {
  return circle.flatMap((task) => {
    const [, name] = /^(?:item|answer) (.*)$/.exec(task) ?? []
    return name === undefined ? [] : [name]
  })
}

function needsOfItem(resource: ResourceDescriptor, document: DocumentDescriptor): RankedNeed[] {
  const task = itemTask(resource)
  const creator = creatorOfItems(document, resource)
  const list = operationById(document, resource.operations.list)
  return [
    ...(creator === undefined ? [] : [{ task, need: pathTask(creator), rank: 'creator' } as const]),
    ...(list === undefined ? [] : [{ task, need: answerTask(list), rank: 'list' } as const]),
  ]
}

function needsOfRequest(operation: OperationDescriptor, options: RunPlanOptions): RankedNeed[] {
  const task = pathTask(operation)
  return [
    { task: answerTask(operation), need: task, rank: 'path' },
    { task, need: valuesTask(operation), rank: 'path' },
    ...needsOfPath(operation, options),
    ...needsOfValues(operation, options),
  ]
}

function needsOfPath(operation: OperationDescriptor, { document, target }: RunPlanOptions): RankedNeed[] {
  const task = pathTask(operation)
  const own = resourceByName(document, operation.resource?.name)
  const isCreator = creatorOfItems(document, own)?.operationId === operation.operationId
  const isNamed =
    own !== undefined &&
    (onlyCreatesByPath(operation, own) ||
      createsInTree(operation, own) ||
      (isCreator && operation.resource?.role === 'replace'))
  const templates = pathTemplates(operation.path)
  const last = templates.at(-1)
  const other = isNamed && last !== undefined ? resourceToPut(own, last.name, document) : undefined
  const together = operation.method === 'GET' ? itemNamesShownTogether(operation, document) : undefined
  return [
    ...(isNamed ? templates.slice(0, -1) : templates)
      .filter((template) => configuredParameter(target, namesOfTemplate(template)) === undefined)
      .flatMap((template): RankedNeed[] => {
        const resource = findResource(document, template)
        const { create, list } = resource?.operations ?? {}
        const [holder] = (create ?? list) === undefined ? holdersOf(template, document) : []
        const producers = linkProducers(document, operation, { name: template.name, location: 'path' })
        return [
          ...[resource, holder?.resource].flatMap((each): RankedNeed[] =>
            each === undefined ? [] : [{ task, need: itemTask(each), rank: 'path' }],
          ),
          ...producers.map(
            (producer): RankedNeed => ({ task, need: answerTask(producer.operation), rank: 'optional' }),
          ),
        ]
      }),
    ...(other === undefined ? [] : [{ task, need: itemTask(other), rank: 'required' } as const]),
    ...(together === undefined ? [] : [{ task, need: answerTask(together.list), rank: 'optional' } as const]),
  ]
}

function needsOfValues(operation: OperationDescriptor, { document, target }: RunPlanOptions): RankedNeed[] {
  const task = valuesTask(operation)
  const isCreator = createsItems(document, operation)
  return wantedBy(operation, document).flatMap((wanted): RankedNeed[] => {
    const { name, location, isOptional = false } = wanted
    const producers = location === 'body' ? [] : linkProducers(document, operation, { name, location })
    const reference = neededReference(operation, wanted, document)
    const isConfigured = configuredParameter(target, [lastWantedName(name)]) !== undefined
    return [
      ...producers.map(
        (producer): RankedNeed => ({ task, need: answerTask(producer.operation), rank: 'optional' }),
      ),
      ...(reference === undefined || isConfigured
        ? []
        : [
            {
              task,
              need: itemTask(reference.resource),
              rank: isOptional || !isCreator ? 'optional' : 'required',
            } as const,
          ]),
    ]
  })
}
