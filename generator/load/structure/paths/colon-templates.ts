import type { DocumentObject } from '../../../document/document.ts'
import { pathItemOperations } from '../../../document/operations.ts'
import { documentNamedMembers } from '../../../document/shape.ts'
import { quoteInProblem } from '../../../errors/quote.ts'
import { isContainer } from '../../source/json.ts'
import type { Sources } from '../../source/sources.ts'
import type { LoadReport } from '../misfit.ts'
import { pathParameterNamed } from './path-template.ts'
import { renamePaths } from './rename-paths.ts'

/**
 * Rewrites variables as routers of servers write them: "/pets/{petId}" for "/pets/:petId". Such a segment is
 * a variable only if an operation of the path declares a path parameter with its name.
 */
export function fitColonTemplates(
  document: DocumentObject,
  { sources, report }: { readonly sources: Sources; readonly report: LoadReport },
): void {
  const { paths } = document
  if (!isContainer(paths)) return
  const readings = new Map<string, string>()
  for (const [template, item] of documentNamedMembers(paths)) {
    if (!template.includes('/:') || !isContainer(item)) continue
    const holders = [item, ...[...pathItemOperations(item)].map(({ operation }) => operation)]
    const isDeclared = (name: string): boolean =>
      holders.some((holder) => pathParameterNamed(document, holder, name) !== undefined)
    const path = template.replace(/(?<=\/):(\w+)(?=\/|$)/g, (segment, name: string) =>
      isDeclared(name) ? `{${name}}` : segment,
    )
    if (path === template || Object.hasOwn(paths, path) || [...readings.values()].includes(path)) continue
    readings.set(template, path)
    report({
      code: 'wrong-value',
      severity: 'warning',
      path: ['paths', template],
      message: `The path ${quoteInProblem(template)} contains variables after ":"; OpenAPI writes them in braces.`,
      reading: quoteInProblem(path),
      fix: `write ${quoteInProblem(path)}.`,
    })
  }
  if (readings.size > 0) renamePaths(document, readings, sources)
}
