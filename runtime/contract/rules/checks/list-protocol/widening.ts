import type { ParameterDescriptor } from '@concordat/runtime/http'
import { schemaIn } from '../../../data/document/schema-in.ts'
import type { Fact } from '../../../data/outcome/kinds/fact.ts'
import { allVerdicts, nothingCompared, resultIfRun, type Verdict } from '../../../data/outcome/not-run.ts'
import { snakeCase } from '../../../lexicon/lexicon.ts'
import type { Round } from './round.ts'
import { rules } from './rules.ts'

/**
 * True for a parameter that adds items for which a property is true, such as `include_archived` for
 * `archived`.
 */
export function widensListBy({ name, widens }: ParameterDescriptor, member: string): boolean {
  return widens === true && snakeCase(name).endsWith(`_${snakeCase(member)}`)
}

/** Checks that a parameter that adds items if it is true adds none if it is false. */
export async function checkWidened(round: Round): Promise<Verdict> {
  const { operation, members, collection, ids, report, context } = round
  if (!context.asks(rules.filter)) return nothingCompared()
  const verdicts: Verdict[] = []
  for (const parameter of operation.parameters ?? []) {
    const { name } = parameter
    const schema = schemaIn(context.document, parameter.schema)
    const isMeant = schema.types.includes('boolean') && schema.keywords.default !== true
    if (!isMeant || ![...members.keys()].some((member) => widensListBy(parameter, member))) continue
    if (context.pool.permission.withholds(operation, parameter)) continue
    const [more, usual, less] = [
      await resultIfRun(() => collection.walk({ [name]: true })),
      await resultIfRun(() => collection.walk()),
      await resultIfRun(() => collection.walk({ [name]: false })),
    ]
    const page = less?.pages.at(-1)
    if (more === undefined || usual === undefined || less === undefined || page === undefined) continue
    const shown = new Set(ids(usual))
    const hidden = new Set(ids(more).filter((id) => !shown.has(id)))
    const foreign = ids(less).find((id) => hidden.has(id))
    verdicts.push([])
    if (foreign === undefined) continue
    const fact: Fact = { kind: 'filter shows others', parameter: name, value: 'false', received: foreign }
    return [report(page, { part: name, breaks: rules.filter, fact })]
  }
  return allVerdicts(verdicts)
}
