import type { DocumentDescriptor } from '@concordat/runtime/http'
import { namesOfTemplate, pathTemplates, type Template } from '../../data/document/path-binding.ts'
import { environmentName } from '../../data/exchange/variables.ts'
import type { GivenPathValue } from '../../data/outcome/kinds/reason.ts'

const keys = new WeakMap<DocumentDescriptor['operations'], ReadonlyMap<string, ReadonlySet<string>>>()

/** The keys of all templates in a document, by template name. */
function keysByName(operations: DocumentDescriptor['operations']): ReadonlyMap<string, ReadonlySet<string>> {
  const known =
    keys.get(operations) ??
    new Map(
      [
        ...Map.groupBy(
          operations.flatMap(({ path }) => pathTemplates(path)),
          ({ name }) => name,
        ),
      ].map(([name, templates]) => [name, new Set(templates.map(({ key }) => key))]),
    )
  keys.set(operations, known)
  return known
}

/**
 * Returns the parameter name and the environment variable that would provide a value. The unqualified name is
 * used only if it is unambiguous.
 */
export function pathValueConfiguration(
  template: Template,
  { operations }: DocumentDescriptor,
): GivenPathValue {
  const same = keysByName(operations).get(template.name) ?? []
  const isUnique = [...same].every((key) => key === template.key)
  const [qualified, plain] = namesOfTemplate(template)
  const name = isUnique ? plain : qualified
  return { name, setting: `CONCORDAT_PATH_${environmentName(name)}` }
}
