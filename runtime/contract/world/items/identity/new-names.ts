import type { DocumentDescriptor, OperationDescriptor, ResourceDescriptor } from '@concordat/runtime/http'
import {
  extendBinding,
  type PathBinding,
  parameterOfTemplate,
  pathTemplates,
} from '../../../data/document/path-binding.ts'
import { onlyCreatesByPath, resourceByName } from '../../../data/document/resource-lookup.ts'
import { schemaIn } from '../../../data/document/schema-in.ts'
import { type Names, plainlySpelledRunName } from '../../values/names.ts'
import { isSampledAsBase64, unknownValue } from '../../values/unknown-value.ts'

export interface NewNamesOptions {
  readonly document: DocumentDescriptor
  readonly names: Names
}

/** Chooses names for items whose names are in the path of the operation that creates them. */
export class NewNames {
  readonly #options: NewNamesOptions
  /** Operations whose new names contain only letters and digits. */
  readonly #plain = new Set<string>()

  constructor(options: NewNamesOptions) {
    this.#options = options
  }

  /**
   * Returns the binding with a new name at the end of the operation's path, if the operation only creates
   * items or a resource is given. The name does not come from a list, so it certainly belongs to the run.
   */
  give(operation: OperationDescriptor, binding: PathBinding, resource?: ResourceDescriptor): PathBinding {
    const own = resource ?? resourceByName(this.#options.document, operation.resource?.name)
    const template = pathTemplates(operation.path).at(-1)
    if (own === undefined || template === undefined) return binding
    if (resource === undefined && !onlyCreatesByPath(operation, own)) return binding
    const made = this.#newName(parameterOfTemplate(operation, template)?.schema)
    const text =
      made !== undefined && this.#plain.has(operation.operationId) ? plainlySpelledRunName(made) : made
    return text === undefined ? binding : extendBinding(binding, operation.path, { text, origin: 'unknown' })
  }

  /**
   * Returns the binding with its new name reduced to letters and digits. All later names for the operation
   * are spelled the same way. `undefined` if the name is not a new one, is already plain, or was already
   * respelled.
   */
  respell(operation: OperationDescriptor, binding: PathBinding): PathBinding | undefined {
    const template = pathTemplates(operation.path).at(-1)
    const named = template && binding.get(template.key)
    const isPlain = named?.origin !== 'unknown' || plainlySpelledRunName(named.text) === named.text
    if (isPlain || this.#plain.has(operation.operationId)) return undefined
    this.#plain.add(operation.operationId)
    return extendBinding(binding, operation.path, { ...named, text: plainlySpelledRunName(named.text) })
  }

  /** Adds a new name to the binding of an operation that creates an item, if the binding lacks the name. */
  complete(operation: OperationDescriptor, binding: PathBinding): PathBinding {
    const template = pathTemplates(operation.path).at(-1)
    const { name, role } = operation.resource ?? {}
    const creates = role === 'create' || role === 'replace'
    return template === undefined || binding.has(template.key) || !creates
      ? binding
      : this.give(
          operation,
          binding,
          role === 'replace' ? resourceByName(this.#options.document, name) : undefined,
        )
  }

  #newName(schema: unknown): string | undefined {
    const { document, names } = this.#options
    const tag = names.tag()
    const named = schemaIn(document, schema)
    const text = isSampledAsBase64(named) ? btoa(tag) : tag
    return named.allows(text) ? text : unknownValue(named, names.random)
  }
}
