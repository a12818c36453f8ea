import type { DocumentObject } from '../../../generator/document/document.ts'
import { pathItemOperations } from '../../../generator/document/operations.ts'
import { followed, type Node, node } from './node.ts'

/** An operation that shares nothing with other operations, because it has its own copy of its components. */
export interface Apart {
  readonly place: readonly ['paths' | 'webhooks', string]
  readonly method: string
  readonly operation: Node
  /** Components by kind and name. */
  readonly components: Readonly<Record<string, Node>>
}

/**
 * A document's operations, by name ("GET /pets", "POST webhook:pets"), each with its own copy of its
 * components. A tool that reports a shared schema only once then reports it for each operation.
 */
export function operationsApart(document: DocumentObject): ReadonlyMap<string, Apart> {
  const all = new Map<string, Apart>()
  const { paths = {}, webhooks = {} } = document
  for (const [container, items] of Object.entries({ paths, webhooks }) as ['paths' | 'webhooks', Node][])
    for (const [name, written] of Object.entries(items)) {
      const item = node(followed(node(document), written))
      for (const { method, operation } of pathItemOperations(item)) {
        const called = `${method} ${container === 'paths' ? name : `webhook:${name}`}`
        const whole = {
          security: document.security ?? [],
          ...operation,
          parameters: parametersOf(document, item, operation),
        }
        all.set(called, { place: [container, name], method, ...withOwnComponents(document, whole, called) })
      }
    }
  return all
}

/**
 * Parameters of the operation and of its path. A parameter of the operation replaces one of the path with the
 * same name and location.
 */
function parametersOf(document: object, item: object, operation: object): unknown[] {
  const [shared, own] = [item, operation].map((holder) => {
    const parameters = node(holder)['parameters']
    return Array.isArray(parameters) ? parameters : []
  })
  const nameOf = (written: unknown): string => {
    const { in: location, name } = node(followed(node(document), written))
    return JSON.stringify([location, name])
  }
  const names = new Set((own ?? []).map(nameOf))
  return [...(shared ?? []).filter((one) => !names.has(nameOf(one))), ...(own ?? [])]
}

const COMPONENT = /^#\/components\/(?!securitySchemes)([^/]+)\/([^/]+)/

function withOwnComponents(
  document: object,
  operation: object,
  called: string,
): Pick<Apart, 'operation' | 'components'> {
  const components: Record<string, Node> = {}
  const suffix = called.replaceAll(/\W/g, (sign) => `_${sign.charCodeAt(0)}`)
  const lead = (reference: string): string =>
    reference.replace(COMPONENT, (whole, kind: string, name: string) => {
      const own = `${name}_${suffix}`
      components[kind] ??= {}
      const known = components[kind]
      if (!Object.hasOwn(known, own)) {
        known[own] = {}
        known[own] = withReferences(followed(node(document), { $ref: whole }), lead)
      }
      return `#/components/${kind}/${own}`
    })
  return { operation: node(withReferences(operation, lead)), components }
}

/** Combines separated operations in one document. */
export function documentOfApart(document: DocumentObject, operations: Iterable<Apart>): object {
  const holders: Record<'paths' | 'webhooks', Node> = { paths: {}, webhooks: {} }
  const components: Record<string, Node> = { securitySchemes: node(document.components?.securitySchemes) }
  for (const {
    place: [container, name],
    method,
    operation,
    components: own,
  } of operations) {
    const item = node(holders[container][name])
    holders[container][name] = { ...item, [method.toLowerCase()]: operation }
    for (const [kind, named] of Object.entries(own)) components[kind] = { ...components[kind], ...named }
  }
  return { openapi: document.openapi, info: { title: 'Apart', version: '1' }, ...holders, components }
}

/**
 * Replaces references, including those in discriminators and strings in examples that look like references,
 * so that both documents change in the same way. Omits code samples, which refer to files elsewhere.
 */
function withReferences(value: unknown, lead: (reference: string) => string): unknown {
  return JSON.parse(JSON.stringify(value ?? null), (key, inner: unknown) =>
    key === 'x-codeSamples' ? undefined : typeof inner === 'string' ? lead(inner) : inner,
  )
}
