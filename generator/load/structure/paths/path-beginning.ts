import { documentNamedMembers } from '../../../document/shape.ts'
import { ABSENT_READING } from '../../../errors/problem.ts'
import { quoteInProblem } from '../../../errors/quote.ts'
import { type Container, isContainer } from '../../source/json.ts'
import type { ProblemAtPath } from '../../source/problem-at-path.ts'
import type { Sources } from '../../source/sources.ts'
import type { LoadReport } from '../misfit.ts'
import { hrefPathsBelowCollections } from './href-paths.ts'
import { renamePaths } from './rename-paths.ts'

/**
 * Adds the "/" with which a path must begin. If the path begins with a variable that has no "/" after it, as
 * in "{href}versions/", the variable contains a whole path with its own slashes, and becomes "{+href}".
 * @param areHrefsNames True if such a variable is read as the name of an item in its collection instead.
 */
export function fitPathBeginnings(
  document: Container,
  {
    sources,
    report,
    areHrefsNames = false,
  }: { readonly sources: Sources; readonly report: LoadReport; readonly areHrefsNames?: boolean | undefined },
): void {
  const paths = document['paths']
  if (!isContainer(paths)) return
  const wrong = documentNamedMembers(paths).filter(([template]) => !template.startsWith('/'))
  if (wrong.length === 0) return
  const readings = new Map<string, string | undefined>()
  const hrefs = areHrefsNames ? hrefPathsBelowCollections(paths) : new Map<string, string>()
  for (const [template] of wrong) {
    const name = hrefs.get(template) ?? `/${template.replace(/^\{(?!\+)(?=[^{}]+\}(?!\/))/, '{+')}`
    const reading = Object.hasOwn(paths, name) || [...readings.values()].includes(name) ? undefined : name
    readings.set(template, reading)
    report(beginning(template, reading))
  }
  renamePaths(document, readings, sources)
}

function beginning(template: string, reading: string | undefined): ProblemAtPath {
  return {
    code: 'wrong-value',
    severity: 'warning',
    path: ['paths', template],
    message: `The path ${quoteInProblem(template)} does not begin with "/".`,
    reading: reading === undefined ? ABSENT_READING : quoteInProblem(reading),
    fix:
      reading === undefined
        ? 'move its operations to the path that begins with "/".'
        : `write ${quoteInProblem(`/${template}`)}.`,
  }
}
