import { pathTemplates, type Template } from '@concordat/contract/document'
import type { OperationDescriptor } from '@concordat/runtime/http'

/** The values of path parameters in one request, found by the test suite's template keys or by name. */
export class MockPathValues {
  readonly templates: readonly (Template & { readonly text: string })[]

  constructor({ path }: OperationDescriptor, values: Readonly<Record<string, string>>) {
    this.templates = pathTemplates(path).flatMap((template) => {
      const text = values[template.name]
      return text === undefined ? [] : [{ ...template, text }]
    })
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
}
