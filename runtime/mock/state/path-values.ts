import { keysAboveItem, pathTemplates, type Template } from '@concordat/contract/document'
import { snakeCase } from '@concordat/contract/lexicon'
import { type OperationDescriptor, type ResourceDescriptor, resourcePath } from '@concordat/runtime/http'
import { isObject, setAt } from '@concordat/runtime/json'
import type { KnownResource } from '../document/known-resource.ts'
import type { Maker } from '../values/maker.ts'

interface PathValue extends Template {
  readonly text: string
}

/** The values of path parameters in one request, found by the test suite's template keys or by name. */
export class MockPathValues {
  readonly templates: readonly PathValue[]
  readonly #path: string

  constructor(path: string, templates: readonly PathValue[]) {
    this.#path = path
    this.templates = templates
  }

  static of({ path }: OperationDescriptor, values: Readonly<Record<string, string>>): MockPathValues {
    const templates = pathTemplates(path).flatMap((template) => {
      const text = values[template.name]
      return text === undefined ? [] : [{ ...template, text }]
    })
    return new MockPathValues(path, templates)
  }

  /** Fills in a path's parameters; returns `undefined` if one of them has no value. */
  fill(path: string): string | undefined {
    const filled = pathTemplates(path).map(({ key, name }) => {
      const found =
        this.templates.find((template) => template.key === key) ??
        this.templates.find((template) => template.name === name)
      return found?.text
    })
    if (filled.includes(undefined)) return undefined
    let index = 0
    return path.replace(/\{[^{}]*\}/g, () => encodeURIComponent(filled[index++] ?? ''))
  }

  /**
   * Adds the values that a resource's collection needs, if several names identify its items and the request
   * is to another path. The names are those directly before a last segment with the collection's name, or
   * else the caller's own: "/orgs/{org}/repos" concerns the items of "/repos/{owner}/{repo}" whose owner is
   * `org`.
   */
  withNamesAbove(resource: ResourceDescriptor, ownNames: () => readonly string[]): MockPathValues {
    const keys = keysAboveItem(resource)
    if (keys.length === 0 || this.fill(resource.collection) !== undefined) return this
    const texts = this.#namesBefore(nameOfCollection(resource), keys.length) ?? ownNames()
    const above = pathTemplates(resource.collection).flatMap((template) => {
      const text = texts[keys.indexOf(template.key)]
      return text === undefined ? [] : [{ ...template, text }]
    })
    return new MockPathValues(this.#path, [...this.templates, ...above])
  }

  /** Returns the values directly before the path's last segment; `undefined` if that has another name. */
  #namesBefore(name: string | undefined, count: number): readonly string[] | undefined {
    const segments = resourcePath(this.#path).split('/')
    const before = segments.slice(-1 - count, -1)
    return segments.at(-1) === name && before.every((segment) => /^\{[^{}]+\}$/.test(segment))
      ? this.templates.slice(-count).map(({ text }) => text)
      : undefined
  }
}

/** The last segment of a collection's path that is not a parameter: "repos" for "/repos/{owner}". */
function nameOfCollection({ collection }: ResourceDescriptor): string | undefined {
  return resourcePath(collection)
    .split('/')
    .findLast((segment) => !segment.includes('{'))
}

/**
 * Returns the properties of all items below a path that contain values of the path: "project_id" below
 * "/projects/{project_id}", and those that are known to contain the names directly before an item's own.
 */
export function membersFromPath(
  { schema, resource }: KnownResource,
  { templates }: MockPathValues,
  maker: Maker,
): Readonly<Record<string, unknown>> {
  const { namesAbove = [], collection } = resource
  const { properties } = schema
  const above = keysAboveItem(resource)
  const keys = pathTemplates(collection).map(({ key }) => key)
  const found = templates.flatMap(({ key, name, text }): [string, unknown][] => {
    if (!keys.includes(key)) return []
    const own = [...properties.keys()].find((member) => snakeCase(member) === snakeCase(name))
    const path = namesAbove[above.indexOf(key)] ?? (own === undefined ? [] : [own])
    const [member, ...rest] = path
    const value = [text, Number(text)].find((each) => maker.fits(each, schema.at(path)))
    if (member === undefined || value === undefined) return []
    if (rest.length === 0) return [[member, value]]
    const part = maker.makeIfPossible(schema.property(member) ?? maker.schema(true), member)
    return [[member, setAt(isObject(part) ? part : {}, rest, value)]]
  })
  return Object.fromEntries(found)
}
