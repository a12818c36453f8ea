import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import { isObject, memberOf } from '@concordat/runtime/json'
import { identifierInPath } from '../../data/document/identifier.ts'
import {
  type BoundValue,
  bindTemplate,
  boundItemId,
  extendBinding,
  isOwnValue,
  namesOfTemplate,
  type PathBinding,
  parameterOfTemplate,
  pathTemplates,
  sourceOfRequests,
  type Template,
} from '../../data/document/path-binding.ts'
import {
  createsInTree,
  findResource,
  isTemplateOfOwnItem,
  onlyCreatesByPath,
  resourceByName,
  resourceToPut,
} from '../../data/document/resource-lookup.ts'
import { schemaIn } from '../../data/document/schema-in.ts'
import type { Reason } from '../../data/outcome/kinds/reason.ts'
import { Missing, type Or, resultIfThere } from '../../data/outcome/missing.ts'
import { pathValueConfiguration } from '../../traffic/target/path-configuration.ts'
import { configuredParameter, type Target } from '../../traffic/target/target.ts'
import { holdersOf } from '../needs/holders.ts'
import { pathTask, type Waiting } from '../needs/run-plan.ts'
import type { RequestFactory } from '../requests/request-factory.ts'
import type { Names } from '../values/names.ts'
import { unknownValue } from '../values/unknown-value.ts'
import { NewNames } from './identity/new-names.ts'
import { itemNamesShownTogether, valuesOfOneItem } from './identity/shown-together.ts'
import { bindingOfItem } from './identity/value-in-path.ts'
import { type ItemSources, type ItemUse, type ItemUseBy, succeededCall } from './item.ts'
import type { PoolSupplies } from './supplies.ts'

export interface PathBindingsOptions {
  readonly document: DocumentDescriptor
  readonly target: Target
  readonly names: Names
  readonly supplies: PoolSupplies
  readonly requests: RequestFactory
  readonly sources: ItemSources
}

/** Maximum number of names from responses that are tried if a create rejects new ones. */
const MOST_SHOWN = 3

/**
 * Finds values for path templates: configured values, names of items, linked or documented values, or unknown
 * values that should be rejected.
 */
export class PathBindings {
  readonly newNames: NewNames
  readonly #options: PathBindingsOptions
  /** Operations whose last path parameter does not accept the ids of the resource that it seems to name. */
  readonly #unfit = new Set<string>()

  constructor(options: PathBindingsOptions) {
    this.newNames = new NewNames(options)
    this.#options = options
  }

  /** Finds values for every template in the operation's path. */
  async find(operation: OperationDescriptor, use: ItemUse, waiting: Waiting = {}): Promise<Or<PathBinding>> {
    const ofRefused = operation.method === 'GET' ? 'read' : 'disposable'
    const settled = use === 'refuse' ? ofRefused : use
    const known = operation.method === 'GET' ? await this.#ofOne(operation) : undefined
    return this.#fill(operation, pathTemplates(operation.path), {
      ...{ ...waiting, use: settled },
      ...(known && { known }),
    })
  }

  /**
   * If the path contains several values of one item, takes them all from the same item of a list, unless one
   * of them is configured, or the run can create such items.
   */
  async #ofOne(operation: OperationDescriptor): Promise<PathBinding | undefined> {
    const { document, sources, target } = this.#options
    const together = itemNamesShownTogether(operation, document)
    const isGiven = together?.members.some(
      ([template]) =>
        configuredParameter(target, namesOfTemplate(template)) !== undefined ||
        findResource(document, template)?.namesAbove !== undefined,
    )
    if (together === undefined || isGiven) return undefined
    const call = resultIfThere(
      succeededCall(await sources.answers.askFor(pathTask(operation), together.list)),
    )
    return call && valuesOfOneItem(together, call)
  }

  /**
   * Returns an item's path binding, extended with values for the other templates in the operation's path. For
   * "/groups/{id}/labels/{label}", this extends a group's binding.
   */
  async around(
    operation: OperationDescriptor,
    known: PathBinding,
    waiting: Waiting = {},
  ): Promise<Or<PathBinding>> {
    const templates = pathTemplates(operation.path)
    if (templates.every(({ key }) => known.has(key))) return known
    return this.#fill(operation, templates, { ...waiting, use: 'read', known })
  }

  /**
   * Returns the path binding with which an operation creates an item. If the path contains the item's name,
   * the binding has a name that no item of this resource has yet.
   */
  async forNew(
    operation: OperationDescriptor,
    resource: ResourceDescriptor,
    waiting: Waiting = {},
  ): Promise<Or<PathBinding>> {
    if (operation.resource?.role !== 'replace') return this.find(operation, 'read', waiting)
    const above = await this.above(operation, waiting)
    if (above instanceof Missing) return above
    return (
      (await this.#withOtherItem(operation, above, resource)) ??
      this.newNames.give(operation, above, resource)
    )
  }

  /**
   * Returns bindings with names that responses showed, for a path below one of the run's items, in case the
   * operation requires an existing name.
   */
  namedAsShown(operation: OperationDescriptor, binding: PathBinding): readonly PathBinding[] {
    const template = pathTemplates(operation.path).at(-1)
    const isBelowOwn = [...binding.values()].some(isOwnValue)
    if (template === undefined || binding.get(template.key)?.origin !== 'unknown' || !isBelowOwn) return []
    const { requests, document } = this.#options
    const schema = schemaIn(document, parameterOfTemplate(operation, template)?.schema)
    const shown = requests.guesses.shown(template.name, schema)
    return shown
      .slice(0, MOST_SHOWN)
      .map(String)
      .map((text) =>
        extendBinding(binding, operation.path, {
          ...{ text, origin: 'unknown' },
          ...sourceOfRequests(requests.guesses.dictionary.shownBy(text)),
        }),
      )
  }

  /**
   * Returns the binding with a new name, or with the name of another resource's new item, if the operation
   * creates an item whose name is in the path, and with the root of a tree if it creates an item below it.
   */
  async #named(operation: OperationDescriptor, binding: PathBinding): Promise<PathBinding> {
    const own = resourceByName(this.#options.document, operation.resource?.name)
    // The root of a tree, which has no name, belongs to nobody.
    if (own !== undefined && createsInTree(operation, own))
      return extendBinding(binding, operation.path, { text: '', origin: 'unknown', from: 'document' })
    if (own === undefined || !onlyCreatesByPath(operation, own)) return binding
    return (await this.#withOtherItem(operation, binding, own)) ?? this.newNames.give(operation, binding)
  }

  /**
   * Returns the path binding for an operation that adds another resource's item to a collection: "PUT
   * /groups/{id}/members/{userId}" needs the id of an existing user. Each call creates such an item (here, a
   * user).
   * @returns `undefined` if the operation does something else, or if no item can be created.
   */
  async #withOtherItem(
    operation: OperationDescriptor,
    binding: PathBinding,
    own: ResourceDescriptor,
  ): Promise<PathBinding | undefined> {
    const { document, sources } = this.#options
    const templates = pathTemplates(operation.path)
    const last = templates.at(-1)
    if (last === undefined || templates.length < 2) return undefined
    const other = resourceToPut(own, last.name, document)
    if (other === undefined || this.#unfit.has(operation.operationId)) return undefined
    // The path itself waits for the item, rather than the task that needs the path. Otherwise, two resources
    // that contain each other's items would wait for each other.
    const by = pathTask(operation)
    const item = resultIfThere(await sources.items.for(operation, other, { use: 'change', by }))
    const value = item && boundItemId(item.binding, other)
    if (value?.origin !== 'created') return undefined
    // A name that only looks like that of the other resource has a form of its own.
    const schema = schemaIn(document, parameterOfTemplate(operation, last)?.schema)
    if (!schema.allows(value.text) && !schema.allows(Number(value.text))) {
      this.#unfit.add(operation.operationId)
      return undefined
    }
    return extendBinding(binding, operation.path, { ...value, origin: 'unknown' })
  }

  /** Finds values for every template except the last. */
  above(operation: OperationDescriptor, waiting: Waiting): Promise<Or<PathBinding>> {
    return this.#fill(operation, pathTemplates(operation.path).slice(0, -1), {
      ...{ ...waiting, use: 'read' },
    })
  }

  /** Finds values for templates that have none yet. */
  async #fill(
    operation: OperationDescriptor,
    templates: readonly Template[],
    { use, known = new Map(), ...waiting }: ItemUseBy & { readonly known?: PathBinding },
  ): Promise<Or<PathBinding>> {
    const last = pathTemplates(operation.path).at(-1)
    const { document, supplies } = this.#options
    await supplies.prepareFor(operation, waiting)
    let binding = known
    for (const template of templates) {
      if (known.has(template.key)) continue
      const isLast = template.key === last?.key && isTemplateOfOwnItem(document, operation, template)
      const named = template.key === last?.key ? await this.#named(operation, binding) : binding
      if (named !== binding) {
        binding = named
        continue
      }
      const values = await this.#supply(operation, template, {
        ...{ ...waiting, use: isLast ? use : 'read', binding },
      })
      if (values instanceof Missing) return values
      binding = new Map([...binding, ...values, ...known])
    }
    return binding
  }

  async #supply(
    operation: OperationDescriptor,
    template: Template,
    { use, by, binding }: ItemUseBy & { readonly binding: PathBinding },
  ): Promise<Or<PathBinding>> {
    const { document, target } = this.#options
    const configured = configuredParameter(target, namesOfTemplate(template))
    if (use === 'read' && configured !== undefined)
      return bindTemplate(template, { text: configured, origin: 'configured' })
    const resource = findResource(document, template)
    const isPart = (resource?.operations.create ?? resource?.operations.list) === undefined
    const part = isPart ? await this.#partOfItem(template, { by, binding }) : undefined
    if (part !== undefined) return part
    if (resource === undefined) return this.#ofNoItem(operation, template, use)
    const item = await this.#options.sources.items.for(operation, resource, { use, by })
    const values = item instanceof Missing ? item : bindingOfItem(item, template)
    if (!(values instanceof Missing)) return values
    return this.#withoutItem(operation, template, { use, why: values.why })
  }

  /**
   * Finds the name of a part of an item in one of the item's lists, such as `{ lines: [{ id }] }` for
   * "/orders/{id}/lines/{line_id}", or a key of one of its maps.
   */
  async #partOfItem(
    template: Template,
    { by, binding }: Pick<ItemUseBy, 'by'> & { readonly binding: PathBinding },
  ): Promise<PathBinding | undefined> {
    const { document } = this.#options
    const { shared, made } = this.#options.sources
    const [holder] = holdersOf(template, document)
    if (holder === undefined) return undefined
    const { resource } = holder
    const id = boundItemId(binding, resource)?.text
    const whole = resultIfThere(
      await (by === undefined ? shared.find(resource) : shared.findFor(by, resource)),
    )
    const isMeant =
      id === undefined || (whole !== undefined && boundItemId(whole.binding, resource)?.text === id)
    const item = isMeant ? whole : made.madeAt(resource, binding)
    if (item === undefined) return undefined
    const own = boundItemId(item.binding, item.resource)
    const ofItem = own?.origin === 'created' ? 'created' : 'discovered'
    const [found] = holder.members.flatMap(([member, name]): Pick<BoundValue, 'text' | 'origin'>[] => {
      const whole = memberOf(item.value, member)
      // The maps of all items, also of other tenants, can have the same keys.
      if (name === undefined && isObject(whole))
        return Object.keys(whole).map((text) => ({ text, origin: 'guessed' }))
      const [part] = [whole].flat()
      const text = name === undefined ? undefined : identifierInPath(memberOf(part, name))
      return text === undefined ? [] : [{ text, origin: ofItem }]
    })
    return found && bindTemplate(template, { ...found, ...(own?.from && { from: own.from }) })
  }

  /** Finds a value for a template that identifies no item of a documented resource. */
  async #ofNoItem(
    operation: OperationDescriptor,
    template: Template,
    use: ItemUse,
  ): Promise<Or<PathBinding>> {
    const linked = use === 'read' ? await this.#followLink(operation, template) : undefined
    if (linked !== undefined) return linked
    const guessed = this.#guess(operation, template)
    if (guessed !== undefined) return guessed
    return new Missing({
      kind: 'no path value',
      operation: operation.operationId,
      parameter: template.name,
      given: pathValueConfiguration(template, this.#options.document),
    })
  }

  /** Returns a name that the server may know, from the document, another response, or the schema. */
  #guess(operation: OperationDescriptor, template: Template): PathBinding | undefined {
    const parameter = parameterOfTemplate(operation, template)
    const value = parameter && this.#options.requests.guess(operation, parameter)
    // In a path, a list is represented by its first item.
    const text = value === '' ? '' : identifierInPath(Array.isArray(value) ? value[0] : value)
    if (parameter === undefined || text === undefined) return undefined
    const from = this.#options.requests.guesses.sourceOf(parameter, text)
    return bindTemplate(template, { text, origin: 'guessed', from })
  }

  /**
   * Returns the parameters for which no value was found, with the settings that would provide one; empty if
   * there are none.
   */
  whatIsMissing(operation: OperationDescriptor): readonly Reason[] {
    const { document, requests } = this.#options
    const open = (operation.parameters ?? []).filter((parameter) =>
      requests.guesses.isOpen(operation, parameter),
    )
    return open.map((parameter) => {
      const template = pathTemplates(operation.path).find(({ name }) => name === parameter.name)
      const isGiven = parameter.in === 'path' && template !== undefined
      return {
        kind: 'no value taken',
        parameter: parameter.name,
        ...(isGiven && { given: pathValueConfiguration(template, document) }),
      }
    })
  }

  /** Returns the binding with the next guessed values. */
  guessedAnew(operation: OperationDescriptor, binding: PathBinding): PathBinding {
    const guessed = pathTemplates(operation.path).filter(({ key }) => binding.get(key)?.origin === 'guessed')
    const values = guessed.map((template) => this.#guess(operation, template) ?? new Map())
    return new Map([binding, ...values].flatMap((part) => [...part]))
  }

  /** Finds a value to use if no item is available. */
  async #withoutItem(
    operation: OperationDescriptor,
    template: Template,
    { use, why }: { readonly use: ItemUse; readonly why: Reason },
  ): Promise<Or<PathBinding>> {
    const { document, names } = this.#options
    const linked = use === 'read' ? await this.#followLink(operation, template) : undefined
    if (linked !== undefined) return linked
    const parameter = parameterOfTemplate(operation, template)
    const isKnown = parameter !== undefined && this.#options.requests.guesses.knows(operation, parameter)
    const guessed = use === 'read' && isKnown ? this.#guess(operation, template) : undefined
    if (why.kind === 'none listed' && why.shows === 'nothing') this.#options.requests.guesses.doubt(operation)
    if (guessed !== undefined) return guessed
    const unknown = unknownValue(
      schemaIn(document, parameterOfTemplate(operation, template)?.schema),
      names.random,
    )
    if (use === 'disposable' && unknown !== undefined)
      return bindTemplate(template, { text: unknown, origin: 'unknown' })
    return new Missing(
      use === 'read'
        ? { kind: 'no item', because: why, given: pathValueConfiguration(template, document) }
        : why,
    )
  }

  /** Returns a value from another operation's response, using a documented link. */
  async #followLink(operation: OperationDescriptor, template: Template): Promise<PathBinding | undefined> {
    const wanted = { name: template.name, location: 'path', by: pathTask(operation) } as const
    const { value, from } = (await this.#options.supplies.follow(operation, wanted)) ?? {}
    const text = identifierInPath(value)
    return text === undefined
      ? undefined
      : bindTemplate(template, { text, origin: 'discovered', ...(from && { from }) })
  }
}
