import { rememberedByObject } from '@concordat/runtime/bounded'
import type { DocumentDescriptor } from '@concordat/runtime/http'
import { namesOfTemplate, pathTemplates, type Template } from '../../data/document/path-binding.ts'
import { environmentName } from '../../data/exchange/variables.ts'
import type { GivenPathValue } from '../../data/outcome/kinds/reason.ts'

/** The keys of all templates in a document, by template name. */
const keysByName = rememberedByObject((operations: DocumentDescriptor['operations']) => {
  const templates = operations.flatMap(({ path }) => pathTemplates(path))
  const byName = Map.groupBy(templates, ({ name }) => name)
  return new Map([...byName].map(([name, same]) => [name, new Set(same.map(({ key }) => key))]))
})

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
